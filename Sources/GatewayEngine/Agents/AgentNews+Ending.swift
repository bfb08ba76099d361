import MeetingCore

extension AgentNews {
  /// Why somebody asked for an agent's end.
  static let stopped = "stopped"
  /// The process that held the connection ends in order.
  static let gatewayStopped = "gateway_stopped"
  /// The process that held the connection is gone, and another one tells so.
  static let gatewayRestarted = "gateway_restarted"

  /// An end that the gateway brought about: a leave where the agent was there or somebody wanted it gone, a failure where it
  /// was to come and could not.
  static func ending(reason: String, hasJoined: Bool) -> AgentNews {
    hasJoined || reason == stopped ? .left(reason: reason) : .failed(reason: reason, detail: nil)
  }
}
