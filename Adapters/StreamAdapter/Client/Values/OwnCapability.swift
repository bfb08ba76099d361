/// Something that somebody may do in a call, by the service's name.
public struct OwnCapability: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { self.init(rawValue: value) }

  public static let joinCall: Self = "join-call"
  public static let joinBackstage: Self = "join-backstage"
  public static let sendAudio: Self = "send-audio"
  public static let sendVideo: Self = "send-video"
  public static let screenshare: Self = "screenshare"
  public static let updateCall: Self = "update-call"
  public static let updateCallPermissions: Self = "update-call-permissions"
  public static let endCall: Self = "end-call"
  public static let muteUsers: Self = "mute-users"
  public static let blockUsers: Self = "block-users"
  public static let kickUser: Self = "kick-user"
  public static let createReaction: Self = "create-reaction"

  public var description: String { rawValue }
}
