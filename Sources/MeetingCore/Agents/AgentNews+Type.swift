extension AgentNews {
  /// The name in the API of the event that tells it.
  var type: String {
    switch self {
    case .joined: "agent.joined"
    case .left: "agent.left"
    case .failed: "agent.failed"
    case .transcript: "agent.transcript"
    case .asked, .toolCalled: "agent.tool_called"
    case .speaking: "speaker.changed"
    }
  }
}
