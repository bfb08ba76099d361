import Cryptography
import StructuredLogging
import Synchronization

/// Voice calls with an agent, used as the vendor's SDK for iOS is: build a call, start it, end it.
public enum PolyVoice {
  private struct Setting {
    var engine: (any CallMediaEngine)?
  }

  private static let setting = Mutex(Setting())
  private static let network = SharedNetwork()

  /// What speaks WebRTC for every call that is built from now on and brings nothing of its own. None at first, since
  /// none can be had here: a call without media fails with `voice(.notImplemented)` when it is started.
  /// `SilentMediaEngine` is one for everything but sound.
  public static var mediaEngine: (any CallMediaEngine)? {
    get { setting.withLock { $0.engine } }
    set { setting.withLock { $0.engine = newValue } }
  }

  /// Builds a call. Nothing is asked of the service: everything begins with `start`.
  ///
  /// Throws `PolyError.invalidConfiguration`, naming the setting, for a blank token, a `.custom` environment without
  /// `signalingHost`, a cluster that is no name, and for hosts and addresses that are none.
  public static func call(config: Configuration, options: VoiceOptions) throws -> PolyCall {
    try call(config: config, options: options, surroundings: VoiceSurroundings(network: network.forCall))
  }

  /// A call that stands on what a test brings.
  static func call(config: Configuration, options: VoiceOptions, surroundings: VoiceSurroundings)
    throws(PolyError) -> PolyCall
  {
    var account = try PolyAccount(
      connectorToken: Secret(config.apiKey), webCallingToken: Secret(options.webrtcToken),
      hostIdentifier: config.hostIdentifier ?? programName, environment: config.environment,
      signalingHost: options.signalingHost, dialect: options.dialect, allowInsecure: options.allowsInsecure)
    account.timing = try timing(config, surroundings.timing)
    return PolyCall(
      account, media: (options.mediaEngine ?? mediaEngine)?.makeMedia(), prefersSpeaker: options.speakerphone,
      log: log(config, options, surroundings), surroundings)
  }

  private static func timing(_ config: Configuration, _ usual: CallTiming) throws(PolyError) -> CallTiming {
    guard let seconds = config.heartbeatIntervalSeconds else { return usual }
    guard (0...86_400).contains(seconds) else {
      throw .invalidConfiguration("heartbeatIntervalSeconds must lie between 0 and 86400")
    }
    var timing = usual
    timing.heartbeat = .milliseconds(Int64(seconds * 1_000))
    return timing
  }

  /// What stands in for the app's id.
  private static var programName: String {
    let path = CommandLine.arguments.first ?? ""
    return path.split(separator: "/").last.map(String.init) ?? "switchboard"
  }

  private static func log(_ config: Configuration, _ options: VoiceOptions, _ surroundings: VoiceSurroundings) -> Logger
  {
    let level: LogLevel? =
      switch config.logLevel {
      case .none: nil
      case .error: .error
      case .warn: .warning
      case .info: .info
      case .debug: .debug
      }
    return Logger(
      level: level ?? .error, sink: level == nil ? SilentSink() : surroundings.sink, time: surroundings.time,
      component: "voice", secrets: [config.apiKey, options.webrtcToken])
  }
}
