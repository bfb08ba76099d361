/// Something that happened to an agent, or that it did.
public enum AgentNews: Sendable, Hashable {
  /// Who said something.
  public enum Speaker: String, Sendable, Hashable { case user, agent }

  /// It is there and its model listens. `connection` is the vendor's id of its connection, where that is known.
  case joined(connection: String?)
  case left(reason: String?)
  /// `reason` is a stable word, `detail` what people read.
  case failed(reason: String, detail: String?)
  /// What was said, in words. `item` tells a repeat.
  case transcript(item: String, speaker: Speaker, text: String, isFinal: Bool)
  /// It waits for the outcome of a call, which goes back over its connection. Never told as it is.
  case asked(AgentToolCall)
  case toolCalled(AgentToolCall, status: AgentToolStatus, milliseconds: Int)
  case speaking(Bool)
}
