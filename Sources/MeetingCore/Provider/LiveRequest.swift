/// Something to be done over a live connection.
public enum LiveRequest: Sendable, Hashable {
  /// The agent behaves like this from now on.
  case updateAgent(AgentSettings)
  /// What came of a tool call, for the model to go on with.
  case toolResult(call: String, output: String)
}
