import MeetingCore
import Synchronization

/// A model in the room, as the adapter alone brings it.
enum AgentBehaviours {
  static let all: [ContractBehaviour] = [
    behaviour("an-agent-comes-in", "An agent tells that it is there, and is inside as the person it is.", []) {
      run in
      let room = try await run.openRoom()
      try await withAgent(run, room) { told in
        run.report.expect(try await run.eventually { told.hasJoined }, "the agent did not tell that it is there")
        run.report.expect(try await isInside(run, room), "the agent is not inside")
      }
    },
    behaviour("an-agent-goes-with-its-connection", "Whose connection is ended is no longer inside.", []) { run in
      let room = try await run.openRoom()
      try await withAgent(run, room) { told in
        run.report.expect(try await run.eventually { told.hasJoined }, "the agent did not tell that it is there")
      }
      let isGone = try await run.eventually { try await run.people(in: room).contains("lucy") == false }
      run.report.expect(isGone, "the agent is still inside")
    },
    behaviour("an-agent-that-is-removed-ends", "An agent that is thrown out ends its connection.", [.remove]) { run in
      let room = try await run.openRoom()
      try await withAgent(run, room) { told in
        run.report.expect(try await run.eventually { told.hasJoined }, "the agent did not tell that it is there")
        _ = try await run.offering.require(.remove).remove(
          Target(person: "lucy"), rejoin: .none, from: room, run.context())
        run.report.expect(try await run.eventually { told.isOver }, "the connection goes on")
      }
    },
    behaviour(
      "an-agent-that-cannot-come-fails", "Where the vendor cannot bring an agent, that is said.", [], [.faults]
    ) { run in
      let room = try await run.openRoom()
      try await run.faults().inject(.unavailable, on: .agent, times: 1)
      try await withAgent(run, room) { told in
        run.report.expect(try await run.eventually { told.failure != nil }, "nothing failed")
        run.report.expect(told.failure?.reason == .unavailable, "it failed as \(String(describing: told.failure))")
        run.report.expect(!told.hasJoined, "an agent that did not come told that it is there")
      }
    },
  ]

  private static func behaviour(
    _ name: String, _ summary: String, _ capabilities: Set<Capability>,
    _ requirements: Set<ContractBehaviour.Requirement> = [],
    body: @escaping @Sendable (ContractRun) async throws -> Void
  ) -> ContractBehaviour {
    ContractBehaviour(
      name, .provider, summary, capabilities: capabilities.union([.agent, .presence]), requirements: requirements,
      body: body)
  }

  /// What an agent's connection told, and how it ended.
  private final class Told: Sendable {
    private struct State {
      var hasJoined = false
      var isOver = false
      var failure: ProviderFailure?
    }

    private let state = Mutex(State())

    var hasJoined: Bool { state.withLock { $0.hasJoined } }
    var isOver: Bool { state.withLock { $0.isOver } }
    var failure: ProviderFailure? { state.withLock { $0.failure } }

    func hear(_ facts: [Fact]) {
      for case .agent(_, .joined) in facts.map(\.detail) { state.withLock { $0.hasJoined = true } }
    }

    func end(_ failure: ProviderFailure?) {
      state.withLock { state in
        state.isOver = true
        state.failure = failure
      }
    }
  }

  /// Runs an agent's connection beside `body`, and ends it.
  private static func withAgent(
    _ run: ContractRun, _ room: ProviderRoom, _ body: (Told) async throws -> Void
  ) async throws {
    let agent = Agent(id: "agt_contract", identity: "lucy", settings: AgentSettings(), createdAt: run.now)
    let connection = try run.offering.require(.agent).connection(of: agent, actor: nil)
    let told = Told()
    let (requests, feed) = AsyncStream.makeStream(of: LiveRequest.self)
    let port = LivePort(requests: requests) { facts async throws(LivePort.Fenced) in told.hear(facts) }
    let task = Task {
      do throws(ProviderFailure) {
        try await connection.run(room, port)
        told.end(nil)
      } catch {
        told.end(error)
      }
    }
    do { try await body(told) } catch {
      task.cancel()
      await task.value
      throw error
    }
    feed.finish()
    task.cancel()
    await task.value
  }

  private static func isInside(_ run: ContractRun, _ room: ProviderRoom) async throws -> Bool {
    try await run.eventually { try await run.people(in: room).contains("lucy") }
  }
}
