/// Who calls, and where: what chat and voice share.
public struct Configuration: Sendable, CustomStringConvertible, CustomReflectable {
  /// How much is written to the log.
  public enum LogLevel: String, Sendable, Hashable, CaseIterable { case none, error, warn, info, debug }

  /// The connector token, which opens the call's session.
  public var apiKey: String
  public var environment: PolyEnvironment
  /// What the connector knows this app by: the domain or the app's id that is registered for it. nil = the program's
  /// name, where the vendor's SDK takes the app's id.
  public var hostIdentifier: String?
  public var streamingEnabled: Bool
  public var logLevel: LogLevel
  /// nil = as the service says, or 30. The service's own wish goes before this.
  public var heartbeatIntervalSeconds: Double?
  /// Of chats, after which one that is silent is over; nil = 600. Voice has none.
  public var sessionTimeoutSeconds: Double?
  /// Of chats; nil = 10. A call's signalling has its own.
  public var maxReconnectAttempts: Int?

  public init(
    apiKey: String, environment: PolyEnvironment = .us, hostIdentifier: String? = nil, streamingEnabled: Bool = true,
    logLevel: LogLevel = .error, heartbeatIntervalSeconds: Double? = nil, sessionTimeoutSeconds: Double? = nil,
    maxReconnectAttempts: Int? = nil
  ) {
    self.apiKey = apiKey
    self.environment = environment
    self.hostIdentifier = hostIdentifier
    self.streamingEnabled = streamingEnabled
    self.logLevel = logLevel
    self.heartbeatIntervalSeconds = heartbeatIntervalSeconds
    self.sessionTimeoutSeconds = sessionTimeoutSeconds
    self.maxReconnectAttempts = maxReconnectAttempts
  }

  public var description: String { "Configuration(\(environment), apiKey: <redacted>)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
