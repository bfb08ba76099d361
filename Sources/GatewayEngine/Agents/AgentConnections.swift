import MeetingCore

/// The agents whose connections this process holds.
final class AgentConnections: Sendable {
  private let held = HeldConnections<AgentSession>()

  var count: Int { held.count }

  /// False when the gateway is stopping.
  func start(_ session: AgentSession, over connection: any LiveConnecting) -> Bool {
    held.start(session.agent.id, session) { await $0.run(connection) }
  }

  /// False when its connection is not here.
  func ask(_ request: LiveRequest, of agent: String) -> Bool {
    guard let session = held[agent]?.session else { return false }
    session.ask(request)
    return true
  }

  /// Ends a connection and returns when its end is told; false when it is not here.
  func stop(_ agent: String, reason: String) async -> Bool {
    guard let held = held[agent] else { return false }
    held.session.note(reason: reason)
    held.task.cancel()
    await held.task.value
    return true
  }

  /// Takes no more and ends them all, each told.
  func close(reason: String) async {
    await held.close {
      $0.session.note(reason: reason)
      $0.task.cancel()
    }
  }
}
