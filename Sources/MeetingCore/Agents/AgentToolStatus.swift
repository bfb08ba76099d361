/// What became of a tool call.
public enum AgentToolStatus: String, Sendable, Hashable, CaseIterable {
  case succeeded
  /// The tool answered with an error, or could not be reached.
  case failed
  case timedOut = "timed_out"
  /// Not asked: no such tool, arguments that are no object, or an address that is not allowed.
  case refused
  /// The agent left before the tool's answer could reach it; the tool may have been asked.
  case cancelled
}
