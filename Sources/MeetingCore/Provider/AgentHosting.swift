/// Brings a model into a room.
public protocol AgentHosting: Sendable {
  /// The connection of one agent; nothing happens before it runs. It tells `joined` once, when the agent is there and its
  /// model listens, and afterwards what the agent does, each as news of `agent.id`; it takes `updateAgent` and `toolResult`.
  /// Running returns when the agent has left, and throws when it could not join or was lost. `actor` is who brings it, by
  /// external id; nil = the service user.
  func connection(of agent: Agent, actor: String?) -> any LiveConnecting
}

extension Role<any AgentHosting> { public static var agent: Self { .init(.agent) } }
