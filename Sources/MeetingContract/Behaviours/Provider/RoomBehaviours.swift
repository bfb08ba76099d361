import MeetingCore

/// Rooms come into being once and end for good.
enum RoomBehaviours {
  static let all: [ContractBehaviour] = [
    ContractBehaviour("create-gives-a-room", .provider, "A created room keeps our key and can be found by it.") {
      try await createGivesARoom($0)
    },
    ContractBehaviour(
      "create-twice-finds-the-room", .provider, "A second create under one key finds the first room.",
      requirements: [.vendorRooms]
    ) { try await createTwice($0) },
    ContractBehaviour(
      "find-of-an-unknown-key-is-nil", .provider, "A key never used finds nothing, without an error.",
      requirements: [.vendorRooms]
    ) { run in
      let found = try await run.provider.findRoom(key: ContractRun.freshKey(), kind: run.kind, run.context())
      run.report.expect(found == nil, "found \(String(describing: found))")
    },
    ContractBehaviour(
      "create-carries-host-members-and-custom", .provider, "Host, members, title and custom data reach the vendor.",
      requirements: [.journal, .vendorRooms]
    ) { try await createCarries($0) },
    ContractBehaviour("any-title-is-taken", .provider, "Titles of every script and form are taken as they are.") {
      try await anyTitle($0)
    },
    ContractBehaviour(
      "a-full-room-refuses-one-more", .provider, "The vendor keeps to the number of participants it was given.",
      requirements: [.joining, .devices]
    ) { try await fullRoom($0) },
    ContractBehaviour(
      "end-closes-for-good", .provider, "After its end a room lets nobody in, hosts included.",
      requirements: [.joining, .devices]
    ) { try await endCloses($0) },
    ContractBehaviour("end-twice-is-applied", .provider, "Ending what has ended is no error.") { run in
      let room = try await run.room()
      for _ in 0..<2 {
        let outcome = try await run.provider.endRoom(room, run.context())
        run.report.expect(outcome.isApplied, "ending was \(outcome)")
      }
    },
    ContractBehaviour(
      "an-ended-room-is-told-as-ended", .provider, "Reading the room after its end says so.", capabilities: [.presence]
    ) { run in
      let room = try await run.openRoom()
      _ = try await run.provider.endRoom(room, run.context())
      let stage = try await run.snapshot(of: room).stage
      run.report.expect(stage == .ended, "the stage is \(stage)")
    },
    ContractBehaviour(
      "ending-what-is-gone-is-no-accident", .provider, "A room the vendor lacks is ended, or not found."
    ) {
      try await endMissing($0)
    },
    ContractBehaviour(
      "an-unknown-room-is-not-found", .provider, "Acting on people of a room the vendor lacks is notFound.",
      capabilities: [.ban]
    ) { try await unknownRoom($0) },
  ]

  private static func createGivesARoom(_ run: ContractRun) async throws {
    let spec = run.spec()
    let created = try await run.provider.createRoom(spec, run.context())
    run.report.expect(created.room.key == spec.key, "the key became \(created.room.key)")
    run.report.expect(created.room.kind == run.kind, "the kind became \(created.room.kind)")
    run.report.expect(!created.existed, "a fresh room is said to have existed")
    let found = try await run.provider.findRoom(key: spec.key, kind: run.kind, run.context())
    run.report.expect(found == created.room, "found \(String(describing: found)), created \(created.room)")
  }

  private static func createTwice(_ run: ContractRun) async throws {
    let spec = run.spec()
    let first = try await run.provider.createRoom(spec, run.context())
    let second = try await run.provider.createRoom(spec, run.context())
    run.report.expect(second.existed, "the second create claims to have made a room")
    run.report.expect(second.room == first.room, "the second create gave another room")
  }

  private static func createCarries(_ run: ContractRun) async throws {
    let people = ["omar7", "priya8"].map { RoomSpec.SpecMember(person: Person(externalID: $0), role: .speaker) }
    let spec = RoomSpec(
      key: ContractRun.freshKey(), kind: run.kind, title: "Evening jazz",
      custom: JSONText(#"{"mood":"after-dark-4711"}"#), host: Person(externalID: "nadia6"), members: people,
      settings: RoomSettings(backstage: run.hasStage))
    _ = try await run.provider.createRoom(spec, run.context())
    let sent = try await run.journal().requests(of: .any).joined(separator: "\n")
    let details = run.offering.port(.updating) == nil ? [] : ["after-dark-4711", "Evening jazz"]
    let members = run.offering.port(.memberEditing) == nil ? [] : ["nadia6", "omar7", "priya8"]
    if (details + members).isEmpty { try run.report.lack("the vendor keeps neither details nor members") }
    for text in details + members {
      run.report.expect(sent.contains(text), "\(text) did not reach the vendor")
    }
  }

  private static func anyTitle(_ run: ContractRun) async throws {
    for title in ["é e\u{301}", "夜のジャズ", "موسيقى", "👩‍👩‍👧‍👦 \u{1F3B7}", "\"quoted\" \\ back / slash", "<b>&amp;</b>"] {
      let spec = run.spec(title: title)
      let created = try await run.provider.createRoom(spec, run.context())
      run.report.expect(created.room.key == spec.key, "the title \(title) changed the room")
    }
  }

  private static func fullRoom(_ run: ContractRun) async throws {
    guard run.fixture.limitsParticipants else { try run.report.skip("the vendor does not limit participants itself") }
    let room = try await run.openRoom(run.spec(maximum: 2))
    try await run.connect(Person(externalID: "priya"), to: room)
    try await run.connect(Person(externalID: "omar"), to: room)
    let third = try await run.credentials(Person(externalID: "quinn"), in: room)
    try await run.expectRefused(third.token, at: room, "a third came into a room for two")
  }

  private static func endCloses(_ run: ContractRun) async throws {
    let room = try await run.openRoom()
    let guest = try await run.credentials(in: room)
    let host = try await run.credentials(ContractRun.host, in: room)
    let outcome = try await run.provider.endRoom(room, run.context())
    run.report.expect(outcome.isApplied, "ending was \(outcome)")
    try await run.expectRefused(guest.token, at: room, "a guest came into an ended room")
    try await run.expectRefused(host.token, at: room, "the host came into an ended room")
  }

  private static func missing(_ run: ContractRun) throws -> ProviderRoom {
    guard let missing = run.fixture.missingRoom?(run.kind) else {
      try run.report.skip("the harness names no such room")
    }
    return missing
  }

  private static func endMissing(_ run: ContractRun) async throws {
    let room = try missing(run)
    do throws(ProviderFailure) {
      let outcome = try await run.provider.endRoom(room, run.context())
      run.report.expect(outcome == .applied([]), "ending a room that is gone was \(outcome)")
    } catch {
      run.report.expect(error.reason == .notFound, "ending a room that is gone failed as \(error.reason)")
    }
  }

  private static func unknownRoom(_ run: ContractRun) async throws {
    let (room, context) = (try missing(run), run.context())
    let banning = try run.offering.require(.ban)
    let failure = try await run.failure(of: "a ban in a room the vendor lacks") { () throws(ProviderFailure) in
      _ = try await banning.ban("omar", in: room, context)
    }
    run.report.expect(failure.reason == .notFound, "the reason was \(failure.reason)")
    run.report.expect(failure.executed != .yes, "it claims to have done something")
    run.report.expect(!failure.operation.isEmpty, "the operation is not named")
  }
}
