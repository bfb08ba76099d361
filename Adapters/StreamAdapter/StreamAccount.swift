package import Cryptography
public import MeetingCore

/// One Stream app, as configured.
public struct StreamAccount: Sendable {
  public let apiKey: String
  package let apiSecret: Secret
  /// Opens the model's side to agents; nil = no agents.
  package var openAIKey: Secret?
  /// Without a trailing slash.
  public let baseURL: String
  /// The call type of each room kind. A kind without one is not offered.
  public var callTypes: [RoomKind: String] = [.audioRoom: "audio_room", .meeting: "default", .voiceCall: "default"]
  /// Member roles in audio rooms, where only some may speak.
  public var roles = StreamRoles()
  /// Member roles in meetings and voice calls, where everybody may speak.
  public var meetingRoles = StreamRoles.meeting
  /// Kinds whose call type lets anonymous users read and join.
  public var anonymousKinds: Set<RoomKind> = [.audioRoom]
  /// Who acts when nobody else does. The same id as the gateway's service person.
  public var serviceUser = "switchboard"
  /// Whether presence also asks who publishes: one more request per room and kind of track.
  public var readsTracks = true
  /// A delivery older than this changes nothing any more. The service itself retries for seconds; a day leaves room for a
  /// queue or a relay between, and ends well before anything that remembers deliveries forgets them.
  public var maximumDeliveryAgeSeconds: Int64 = 86_400
  /// How it is told what happens in its rooms.
  public var events = StreamEvents.webhooks
  /// How long the token of a connection is good; then the connection is made anew.
  package var watcherTokenSeconds: Int64 = 43_200
  /// How long the service is waited for.
  package var deadlines = StreamDeadlines()

  package init(apiKey: String, apiSecret: Secret, baseURL: String = StreamAccount.publicURL) {
    self.apiKey = apiKey
    self.apiSecret = apiSecret
    self.baseURL = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
  }

  public static let publicURL = "https://video.stream-io-api.com"

  /// The kind that calls of `type` are; nil for a type that is not one of ours. Kinds that share a type, as meetings and
  /// voice calls do unless told otherwise, cannot be told apart by it: the first is meant.
  func kind(ofType type: String) -> RoomKind? {
    RoomKind.allCases.first { callTypes[$0].map { $0.utf8.elementsEqual(type.utf8) } ?? false }
  }

  func roleMap(_ kind: RoomKind) -> RoleMap {
    RoleMap(roles: kind == .audioRoom ? roles : meetingRoles, kind: kind)
  }
}
