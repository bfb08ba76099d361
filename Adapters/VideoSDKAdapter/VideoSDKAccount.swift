package import Cryptography

/// One VideoSDK organisation's API key, as configured.
public struct VideoSDKAccount: Sendable {
  public let apiKey: String
  /// Signs every token; never sent.
  package let secret: Secret
  /// Where REST is. Without a trailing slash.
  public let baseURL: String
  /// Where clients and the seat ask for their signalling server. Without a trailing slash. The service lets the two be
  /// replaced one by one; unless told otherwise they are the same.
  public var signallingURL: String
  /// Where the service posts what happens in a room; it can only be set when the room is created. nil = nowhere.
  public var hookURL: String?
  /// How the gateway itself sits in rooms where people are.
  public var seat = VideoSDKSeat()
  /// Topics that the seat listens to beside those that everybody uses: what is published there is told as messages.
  public var topics: [String] = []
  /// In which mode each role joins.
  public var modes = VideoSDKModes()
  /// PKCS#1 PEM of the key that deliveries are signed with; nil = it is asked for at the service.
  package var pinnedKey: String?
  /// How long the token of our own requests is good. It is made anew a minute before its end.
  package var requestTokenSeconds: Int64 = 600
  /// How long the token of one connection of the seat is good.
  package var seatTokenSeconds: Int64 = 3_600
  /// How long the service is waited for.
  package var deadlines = VideoSDKDeadlines()

  package init(apiKey: String, secret: Secret, baseURL: String = VideoSDKAccount.publicURL) {
    self.apiKey = apiKey
    self.secret = secret
    self.baseURL = Self.trimmed(baseURL)
    signallingURL = self.baseURL
  }

  public static let publicURL = "https://api.videosdk.live"

  /// The host that clients are to ask instead of the service's own, as their SDK takes it; nil = the service's own.
  var signallingHost: String? {
    guard signallingURL != Self.publicURL, let scheme = signallingURL.firstRange(of: "://") else { return nil }
    return String(signallingURL[scheme.upperBound...].prefix { $0 != "/" })
  }

  /// `url` without the slash at its end.
  package static func trimmed(_ url: String) -> String { url.hasSuffix("/") ? String(url.dropLast()) : url }
}
