/// Why a call failed, in words of no vendor's.
public struct CallError: Sendable, Hashable {
  /// Stable codes, as the API shows them.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The vendor took no offer of ours: our credentials there do not hold.
    case unauthorized
    /// The vendor refused the call for what it is.
    case refused
    /// The two sides could not be put in touch, or lost that before the call stood.
    case signalingFailed = "signaling_failed"
    case mediaFailed = "media_failed"
    case timedOut = "timed_out"
    /// It stood, and was lost.
    case disconnected
    /// The caller's audio was taken away for good.
    case interrupted
    case agentFailed = "agent_failed"
    case unavailable
    /// The process that held it ended in order.
    case gatewayStopped = "gateway_stopped"
    /// The process that held it is gone.
    case gatewayRestarted = "gateway_restarted"
  }

  public let code: Code
  /// For people to read; redacted.
  public let message: String
  /// Whether another call may well succeed.
  public let isRetryable: Bool

  public init(_ code: Code, _ message: String, isRetryable: Bool) {
    self.code = code
    self.message = message
    self.isRetryable = isRetryable
  }
}
