import MeetingCore

/// Mute, remove and ban: done by the vendor, never only claimed.
enum ModerationBehaviours {
  static let all: [ContractBehaviour] = [
    behaviour(
      "a-mute-reaches-the-vendor", "Muting is asked of the vendor for the right person.", [.mute], [.journal, .outside]
    ) {
      try await muteReaches($0)
    },
    behaviour(
      "muting-somebody-absent", "Muting who is not inside is applied or says that nobody is there.", [.mute], [.outside]
    ) {
      run in
      let room = try await run.openRoom()
      let muting = try run.offering.require(.mute)
      try await absent(run, "muting") { () throws(ProviderFailure) in
        try await muting.mute([Target(person: "quinn")], tracks: [.audio], in: room, run.context())
      }
    },
    behaviour("a-removal-throws-out", "Who is removed is no longer inside.", [.remove, .presence]) { run in
      let room = try await run.openRoom()
      let connection = try await run.connect(to: room)
      try await run.connect(ContractRun.host, to: room)
      try await remove(run, connection, .none, room)
      let gone = try await run.eventually { try await run.people(in: room) == ["nadia"] }
      run.report.expect(gone, "the removed person is still inside, or others went too")
    },
    behaviour("a-plain-removal-lets-come-back", "Without a ban the same token opens the room again.", [.remove]) {
      run in
      let room = try await run.openRoom()
      let token = try await run.credentials(in: room).token
      let connection = try await run.connect(to: room, token: token)
      try await remove(run, connection, .none, room)
      try await run.expectAdmitted(token, at: room, "a plain removal keeps out")
    },
    behaviour(
      "a-removal-for-good-keeps-out", "Where the vendor enforces it, an older token is refused after it.", [.remove]
    ) { try await removalForGood($0) },
    behaviour("removing-somebody-absent", "Removing who is not inside is applied or nobody is there.", [.remove]) {
      run in
      let room = try await run.openRoom()
      let removing = try run.offering.require(.remove)
      try await absent(run, "removing") { () throws(ProviderFailure) in
        try await removing.remove(Target(person: "quinn"), rejoin: .none, from: room, run.context())
      }
    },
    behaviour("a-ban-refuses-older-tokens", "A token given before the ban opens nothing after it.", [.ban]) { run in
      let room = try await run.openRoom()
      let token = try await run.credentials(in: room).token
      let outcome = try await run.offering.require(.ban).ban("omar", in: room, run.context())
      run.report.expect(outcome.isApplied, "the ban was \(outcome)")
      try await run.expectRefused(token, at: room, "a banned person came in")
    },
    behaviour("an-unban-lets-in-again", "After the ban is lifted the door is open again.", [.ban]) { run in
      let room = try await run.openRoom()
      let banning = try run.offering.require(.ban)
      let token = try await run.credentials(in: room).token
      _ = try await banning.ban("omar", in: room, run.context())
      let outcome = try await banning.unban("omar", in: room, run.context())
      run.report.expect(outcome.isApplied, "the lifting was \(outcome)")
      try await run.expectAdmitted(token, at: room, "an unbanned person was refused")
    },
    behaviour("somebody-unknown-can-be-banned", "A ban holds for a person the vendor never saw.", [.ban]) { run in
      let room = try await run.openRoom()
      _ = try await run.offering.require(.ban).ban("never-seen", in: room, run.context())
      let token = try await run.credentials(Person(externalID: "never-seen"), in: room).token
      try await run.expectRefused(token, at: room, "a person banned before they were known came in")
    },
  ]

  private static func behaviour(
    _ name: String, _ summary: String, _ capabilities: Set<Capability>,
    _ more: Set<ContractBehaviour.Requirement> = [], body: @escaping @Sendable (ContractRun) async throws -> Void
  ) -> ContractBehaviour {
    ContractBehaviour(
      name, .provider, summary, capabilities: capabilities, requirements: more.union([.joining, .devices]), body: body)
  }

  private static func muteReaches(_ run: ContractRun) async throws {
    let room = try await run.openRoom()
    let connection = try await run.connect(to: room)
    let before = try await run.journal().requests(of: .mute).count
    let target = Target(person: "omar", connection: connection)
    let outcome = try await run.offering.require(.mute).mute([target], tracks: [.audio], in: room, run.context())
    run.report.expect(outcome.isApplied, "muting was \(outcome)")
    let sent = try await run.journal().requests(of: .mute).dropFirst(before)
    run.report.expect(sent.count == 1, "the vendor was asked \(sent.count) times")
    let named = sent.contains { $0.contains("omar") || $0.contains(connection) }
    run.report.expect(named, "the vendor was not told whom to mute")
  }

  private static func removalForGood(_ run: ContractRun) async throws {
    guard try run.offering.require(.remove).enforcesRejoin else {
      try run.report.skip("the vendor leaves that to the gateway")
    }
    let room = try await run.openRoom()
    let token = try await run.credentials(in: room).token
    let connection = try await run.connect(to: room, token: token)
    try await remove(run, connection, .forever, room)
    try await run.expectRefused(token, at: room, "who was removed for good came back")
  }

  private static func remove(_ run: ContractRun, _ connection: String, _ rejoin: RejoinPolicy, _ room: ProviderRoom)
    async throws
  {
    let target = Target(person: "omar", connection: connection)
    let outcome = try await run.offering.require(.remove).remove(target, rejoin: rejoin, from: room, run.context())
    run.report.expect(outcome.isApplied, "the removal was \(outcome)")
  }

  /// Nothing happens to somebody who is not there, and nothing is claimed to have happened.
  private static func absent(
    _ run: ContractRun, _ what: String, _ act: () async throws(ProviderFailure) -> ControlOutcome
  ) async throws {
    do throws(ProviderFailure) {
      let outcome = try await act()
      run.report.expect(outcome == .applied([]), "\(what) somebody absent was \(outcome)")
    } catch {
      run.report.expect(error.reason == .participantNotFound, "\(what) somebody absent failed as \(error.reason)")
    }
  }
}
