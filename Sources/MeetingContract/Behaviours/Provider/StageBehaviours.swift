import MeetingCore

/// The backstage door: the audience waits until the room is live.
enum StageBehaviours {
  private static let needs: Set<ContractBehaviour.Requirement> = [.joining, .devices]

  static let all: [ContractBehaviour] = [
    behaviour("backstage-keeps-listeners-out", "The vendor turns a listener away in backstage.", needs) { run in
      let room = try await run.room()
      let token = try await run.credentials(in: room).token
      try await run.expectRefused(token, at: room, "a listener came into backstage")
    },
    behaviour("backstage-admits-the-host", "The host may come in before the room is live.", needs) { run in
      let room = try await run.room()
      let token = try await run.credentials(ContractRun.host, in: room).token
      try await run.expectAdmitted(token, at: room, "the host was kept out of backstage")
    },
    behaviour("live-admits-listeners", "Going live opens the door, for tokens given before as well.", needs) { run in
      let room = try await run.room()
      let early = try await run.credentials(in: room).token
      let outcome = try await run.offering.require(.stage).goLive(room, run.context())
      run.report.expect(outcome.isApplied, "going live was \(outcome)")
      try await run.expectAdmitted(early, at: room, "a token of backstage was refused in a live room")
    },
    behaviour("go-live-twice-is-applied", "Going live again is no error.") { run in
      let room = try await run.room()
      try await twice(run, "going live") { try await $0.goLive(room, run.context()) }
    },
    behaviour("stop-live-twice-is-applied", "Stopping again is no error.") { run in
      let room = try await run.openRoom()
      try await twice(run, "stopping") { try await $0.stopLive(room, run.context()) }
    },
    behaviour("stop-live-closes-the-door", "After stopping, a listener is turned away again.", needs) { run in
      let room = try await run.openRoom()
      let token = try await run.credentials(in: room).token
      _ = try await run.offering.require(.stage).stopLive(room, run.context())
      try await run.expectRefused(token, at: room, "a listener came into a stopped room")
    },
    behaviour(
      "stop-live-empties-the-audience", "Listeners are gone after stopping, the host stays.", needs,
      [.stage, .presence]
    ) { try await stopEmpties($0) },
  ]

  private static func behaviour(
    _ name: String, _ summary: String, _ requirements: Set<ContractBehaviour.Requirement> = [],
    _ capabilities: Set<Capability> = [.stage], body: @escaping @Sendable (ContractRun) async throws -> Void
  ) -> ContractBehaviour {
    ContractBehaviour(
      name, .provider, summary, capabilities: capabilities, kinds: [.audioRoom], requirements: requirements, body: body)
  }

  private static func twice(
    _ run: ContractRun, _ what: String, _ act: (any Staging) async throws -> ControlOutcome
  ) async throws {
    let staging = try run.offering.require(.stage)
    for time in ["first", "second"] {
      let outcome = try await act(staging)
      run.report.expect(outcome.isApplied, "\(what) the \(time) time was \(outcome)")
    }
  }

  private static func stopEmpties(_ run: ContractRun) async throws {
    let room = try await run.openRoom()
    try await run.connect(ContractRun.host, to: room)
    try await run.connect(to: room)
    _ = try await run.offering.require(.stage).stopLive(room, run.context())
    let left = try await run.eventually { try await run.people(in: room) == ["nadia"] }
    let people = try await run.people(in: room)
    run.report.expect(left, "after stopping \(people) are inside")
  }
}
