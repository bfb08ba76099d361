/// How a call is placed.
public struct VoiceOptions: Sendable, CustomStringConvertible, CustomReflectable {
  /// The web calling token, which opens the signalling: another value than the connector's.
  public var webrtcToken: String
  /// Whether the call sounds on the speaker where there is no accessory; else on the earpiece.
  public var speakerphone: Bool
  /// The voice service's host, or `host:port`, without a scheme; nil = the environment's. A `.custom` environment needs
  /// one.
  public var signalingHost: String?
  /// Of no effect: there is no telephone here whose own screen could show the call.
  public var callKit: Bool
  /// Which of the vendor's voice services is called.
  public var dialect: PolyDialect
  /// What speaks WebRTC for the call; nil = `PolyVoice.mediaEngine`.
  public var mediaEngine: (any CallMediaEngine)?
  /// Lets tokens go over `ws` and `http`: for a mock of the service on the loopback.
  public var allowsInsecure: Bool

  public init(
    webrtcToken: String, speakerphone: Bool = true, signalingHost: String? = nil, callKit: Bool = false,
    dialect: PolyDialect = .gateway, mediaEngine: (any CallMediaEngine)? = nil, allowsInsecure: Bool = false
  ) {
    self.webrtcToken = webrtcToken
    self.speakerphone = speakerphone
    self.signalingHost = signalingHost
    self.callKit = callKit
    self.dialect = dialect
    self.mediaEngine = mediaEngine
    self.allowsInsecure = allowsInsecure
  }

  public var description: String { "VoiceOptions(\(dialect.rawValue), webrtcToken: <redacted>)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
