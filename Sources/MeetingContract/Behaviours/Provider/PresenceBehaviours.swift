import MeetingCore

/// Who is inside, told by connection.
enum PresenceBehaviours {
  static let all: [ContractBehaviour] = [
    behaviour("the-snapshot-lists-who-is-inside", "The snapshot names each connected device and its person.") { run in
      let room = try await run.openRoom()
      run.report.expect(try await run.people(in: room) == [], "a fresh room is not empty")
      let host = try await run.connect(ContractRun.host, to: room)
      let guest = try await run.connect(to: room)
      let inside = try await run.snapshot(of: room).participants.map(\.joined)
      run.report.expect(Set(inside.map(\.connection)) == [host, guest], "connections are \(inside.map(\.connection))")
      run.report.expect(Set(inside.map(\.person)) == ["nadia", "omar"], "people are \(inside.map(\.person))")
    },
    behaviour("two-devices-are-two-connections", "One person on two devices is listed twice.", [.severalDevices]) {
      run in
      let room = try await run.openRoom()
      let first = try await run.connect(to: room)
      let second = try await run.connect(to: room)
      run.report.expect(first != second, "both devices have one connection")
      let inside = try await run.snapshot(of: room).participants.map(\.joined)
      run.report.expect(
        Set(inside.map(\.connection)) == [first, second], "connections are \(inside.map(\.connection))")
      run.report.expect(Set(inside.map(\.person)) == ["omar"], "people are \(inside.map(\.person))")
    },
    behaviour("who-left-is-not-listed", "A device that hung up is gone, the others stay.") { run in
      let room = try await run.openRoom()
      let host = try await run.connect(ContractRun.host, to: room)
      let guest = try await run.connect(to: room)
      try await run.devices().leave(guest, room)
      let gone = try await run.eventually {
        try await run.snapshot(of: room).participants.map(\.joined.connection) == [host]
      }
      run.report.expect(gone, "the snapshot does not show exactly the device that stayed")
    },
    behaviour(
      "one-device-leaves-the-other-stays", "Of a person's two devices the one that hung up is gone.", [.severalDevices]
    ) { run in
      let room = try await run.openRoom()
      let first = try await run.connect(to: room)
      let second = try await run.connect(to: room)
      try await run.devices().leave(first, room)
      let gone = try await run.eventually {
        try await run.snapshot(of: room).participants.map(\.joined.connection) == [second]
      }
      run.report.expect(gone, "the snapshot does not show exactly the device that stayed")
    },
    behaviour("a-snapshot-covers-many-rooms", "Several rooms are read in one call, each with its own people.") { run in
      let (first, second) = (try await run.openRoom(), try await run.openRoom())
      let connection = try await run.connect(to: second)
      let queries = [PresenceQuery(room: first, version: 4), PresenceQuery(room: second, version: 7)]
      let all = try await run.offering.require(.presence).snapshots(of: queries, run.context())
      run.report.expect(Set(all.keys) == [first.key, second.key], "rooms are \(all.keys.sorted())")
      run.report.expect(all[first.key]?.participants.isEmpty ?? false, "the empty room has people")
      run.report.expect(all[second.key]?.participants.first?.joined.connection == connection, "the guest is missing")
      run.report.expect(all[second.key]?.asOf == 7, "the version is not the one that was asked with")
    },
    behaviour("any-person-survives-the-round-trip", "Every allowed character of an id comes back as it went.") { run in
      let room = try await run.openRoom()
      for id in oddIDs {
        let connection = try await run.connect(Person(externalID: id), to: room)
        let back = try await run.snapshot(of: room).participants.first { $0.joined.connection == connection }
        let person = back?.joined.person
        run.report.expect(person.map { $0.utf8.elementsEqual(id.utf8) } ?? false, "\(id) became \(person ?? "nobody")")
      }
    },
  ]

  /// Every allowed character, the vendor's own separators, and look-alikes of escapes.
  static let oddIDs = [
    "AZaz09._~@:|+=-", "a_2eb", "_", "__", "-", "Omar", "omar", "user@example.org", "a:b|c", "1", "=+=",
    String(repeating: "x", count: 60),
  ]

  private static func behaviour(
    _ name: String, _ summary: String, _ more: Set<ContractBehaviour.Requirement> = [],
    body: @escaping @Sendable (ContractRun) async throws -> Void
  ) -> ContractBehaviour {
    ContractBehaviour(
      name, .provider, summary, capabilities: [.presence],
      requirements: more.union([.joining, .devices]), body: body)
  }
}
