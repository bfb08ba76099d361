import MeetingCore

extension AgentNews {
  /// Why somebody asked for an agent's end.
  static let stopped = "stopped"

  /// An end that the gateway brought about: a leave where the agent was there or somebody wanted it gone, a failure where it
  /// was to come and could not.
  static func ending(reason: String, hasJoined: Bool) -> AgentNews {
    hasJoined || reason == stopped ? .left(reason: reason) : .failed(reason: reason, detail: nil)
  }
}
