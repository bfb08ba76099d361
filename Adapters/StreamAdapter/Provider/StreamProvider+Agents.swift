public import MeetingCore

extension StreamProvider: AgentHosting {
  /// Only where agents are offered, which needs a key for their model.
  public func connection(of agent: Agent, actor: String?) -> any LiveConnecting {
    guard let sockets, let key = account.openAIKey else { return NoBridge() }
    return AgentBridge(provider: self, client: sockets, key: key, agent: agent, actor: actor)
  }

  /// What there is without a key.
  private struct NoBridge: LiveConnecting {
    func run(_ room: ProviderRoom, _ port: LivePort) async throws(ProviderFailure) {
      throw ProviderFailure(.credentials, executed: .no, operation: RealtimeConversation.operation)
    }
  }
}
