package import Cryptography
public import MeetingCore

/// One Stream app, as configured.
public struct StreamAccount: Sendable {
  /// How our roles are told to the service as member roles. nil = no membership.
  public struct Roles: Sendable, Hashable {
    public var host = "admin"
    public var coHost = "admin"
    public var speaker = "moderator"
    public var listener: String?
    public var agent = "moderator"

    public init() {}
  }

  public let apiKey: String
  package let apiSecret: Secret
  /// Without a path or a trailing slash.
  public let baseURL: String
  public var callTypes: [RoomKind: String] = [.audioRoom: "audio_room", .meeting: "default"]
  public var roles = Roles()
  /// Who acts when nobody else does; made on first use.
  public var serviceUser = "switchboard"
  /// A delivery older than this changes nothing any more. The service retries for seconds; a day leaves room for outages.
  public var maximumDeliveryAgeSeconds: Int64 = 86_400

  package init(apiKey: String, apiSecret: Secret, baseURL: String = StreamAccount.publicURL) {
    self.apiKey = apiKey
    self.apiSecret = apiSecret
    self.baseURL = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
  }

  public static let publicURL = "https://video.stream-io-api.com"
}
