/// An agent asks for a tool.
public struct AgentToolCall: Sendable, Hashable {
  /// The model's id of the call: what the outcome must name.
  public let id: String
  public let name: String
  /// What the model wrote, which may be no JSON.
  public let arguments: String

  public init(id: String, name: String, arguments: String) {
    self.id = id
    self.name = name
    self.arguments = arguments
  }
}
