/// How an agent behaves. What is nil is left to the engine.
public struct AgentSettings: Sendable, Hashable {
  /// What tells the model that it is its turn.
  public enum TurnDetection: String, Sendable, Hashable, CaseIterable {
    case serverVAD = "server_vad"
    case semanticVAD = "semantic_vad"
    /// Nothing: it speaks only when it is asked to.
    case none
  }

  /// Fixed once the agent has started.
  public var model: String?
  public var instructions: String?
  public var voice: String?
  public var turnDetection: TurnDetection
  public var tools: [AgentTool]

  public init(
    model: String? = nil, instructions: String? = nil, voice: String? = nil, turnDetection: TurnDetection = .serverVAD,
    tools: [AgentTool] = []
  ) {
    self.model = model
    self.instructions = instructions
    self.voice = voice
    self.turnDetection = turnDetection
    self.tools = tools
  }
}
