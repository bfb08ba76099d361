/// How meetings work, where that differs from the usual.
public struct VideoSDKOptions: Sendable {
  /// Where rooms are made: the service, or a mock of it; without a trailing slash.
  public var restBaseURL: String
  /// Where meetings ask for their server; nil = the same. A host, or a whole URL where it is none of HTTPS.
  public var signalingBaseURL: String?
  /// Where listeners are called.
  public var callbacks: CallbackExecutor = .meeting
  /// How long the service is waited for: for one answer, and for coming into a meeting.
  public var timeout: Duration = .seconds(15)
  /// How long somebody waits to be let in, whose token only lets them ask.
  public var lobbyTimeout: Duration = .seconds(600)
  /// How often a connection that broke is made anew before the meeting counts as left.
  public var reconnectAttempts = 7

  public init(restBaseURL: String = VideoSDKAccount.publicURL, signalingBaseURL: String? = nil) {
    self.restBaseURL = VideoSDKAccount.trimmed(restBaseURL)
    self.signalingBaseURL = signalingBaseURL
  }

  /// With a scheme, and without a trailing slash.
  var signallingURL: String {
    let url = VideoSDKAccount.trimmed(signalingBaseURL ?? restBaseURL)
    return url.contains("://") ? url : "https://" + url
  }
}
