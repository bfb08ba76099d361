import MeetingCore

/// The gateway's own seat in a room: what it hears, what is done over it, and that it is nobody.
enum SeatBehaviours {
  static let all: [ContractBehaviour] = [
    behaviour("a-seat-hears-who-is-there", "Who is inside, who comes and who goes is told by the seat.") {
      try await hears($0)
    },
    behaviour("a-seat-is-nobody", "The seat is in no list of people, and goes politely.", [.presence]) {
      try await nobody($0)
    },
    behaviour("a-mute-shows-to-the-seat", "Who is muted over the seat is heard no more, and it tells so.", [.mute]) {
      try await mutes($0)
    },
    behaviour("nobody-absent-is-muted", "Muting who is not inside says that nobody is there.", [.mute]) {
      try await absent($0)
    },
    behaviour("a-seat-tells-ours-as-ours", "What is said over the seat comes back as we named it.", [.messages]) {
      try await echoes($0)
    },
    behaviour("a-seat-hears-hands", "A hand that a client raises is told by the seat.", [.permissionRequests]) { run in
      try await hands(run)
    },
    behaviour("a-seat-hears-captions", "What is written down is told by the seat.", [.transcription, .captions]) {
      try await captions($0)
    },
    behaviour("without-a-seat-it-is-said", "What needs the seat says so while there is none.", [.mute]) { run in
      try await without(run)
    },
    behaviour("the-newer-seat-stays", "A second seat takes the place of the first, which is told why.") { run in
      try await newer(run)
    },
  ]

  private static func behaviour(
    _ name: String, _ summary: String, _ capabilities: Set<Capability> = [],
    body: @escaping @Sendable (ContractRun) async throws -> Void
  ) -> ContractBehaviour {
    ContractBehaviour(
      name, .provider, summary, capabilities: capabilities, requirements: [.seating, .joining, .devices], body: body)
  }

  // MARK: Steps

  /// Takes a seat in a room where somebody is.
  private static func sit(_ run: ContractRun, in room: ProviderRoom) async throws -> SeatInbox {
    let seating = try run.report.require(run.offering.port(.seating), "there is no seat")
    let inbox = SeatInbox()
    run.chores.begin {
      let port = LivePort(requests: AsyncStream { $0.finish() }) { inbox.take($0) }
      do throws(ProviderFailure) {
        try await seating.seat(in: room).run(room, port)
        inbox.end(.returned)
      } catch { inbox.end(.threw(error)) }
    }
    let isThere = try await run.eventually { inbox.isThere }
    run.report.expect(isThere, "the seat is not taken: \(String(describing: inbox.ending))")
    return inbox
  }

  /// A room with omar in it and the seat beside him; his connection.
  private static func seated(_ run: ContractRun) async throws -> (ProviderRoom, String, SeatInbox) {
    let room = try await run.openRoom()
    let connection = try await run.connect(to: room)
    return (room, connection, try await sit(run, in: room))
  }

  private static func expect(
    _ run: ContractRun, _ inbox: SeatInbox, _ what: String, _ isMeant: @escaping (Fact.Detail) -> Bool
  ) async throws {
    let heard = try await run.eventually { inbox.details.contains(where: isMeant) }
    run.report.expect(heard, "the seat does not tell \(what)")
  }

  private static func isJoin(of person: String) -> (Fact.Detail) -> Bool {
    { if case .joined(let joined) = $0 { joined.person == person } else { false } }
  }

  // MARK: Behaviours

  private static func hears(_ run: ContractRun) async throws {
    let (room, connection, inbox) = try await seated(run)
    try await expect(run, inbox, "who was there", isJoin(of: "omar"))
    try await run.connect(ContractRun.host, to: room)
    try await expect(run, inbox, "who came", isJoin(of: "nadia"))
    try await run.devices().leave(connection, room)
    try await expect(run, inbox, "who went") {
      if case .left(let gone, _, _, _) = $0 { gone == connection } else { false }
    }
  }

  private static func nobody(_ run: ContractRun) async throws {
    let (room, _, inbox) = try await seated(run)
    let people = try await run.people(in: room)
    run.report.expect(people == ["omar"], "inside are \(people)")
    await run.chores.end()
    run.report.expect(inbox.ending == .returned, "it ended as \(String(describing: inbox.ending))")
    let strangers = inbox.details.filter { if case .joined(let joined) = $0 { joined.person != "omar" } else { false } }
    run.report.expect(strangers.isEmpty, "it tells of \(strangers)")
  }

  private static func mutes(_ run: ContractRun) async throws {
    let (room, connection, inbox) = try await seated(run)
    guard try await run.devices().sendAudio(connection, room) else {
      try run.report.skip("the device may not speak to begin with")
    }
    try await expect(run, inbox, "that somebody speaks") { isTrack($0, connection, isOn: true) }
    let target = Target(person: "omar", connection: connection)
    let outcome = try await run.offering.require(.mute).mute([target], tracks: [.audio], in: room, run.context())
    run.report.expect(
      outcome.awaited?.conditions == [.tracksOff(connection: connection, [.audio])], "muting was \(outcome)")
    try await expect(run, inbox, "that somebody is silent") { isTrack($0, connection, isOn: false) }
  }

  private static func isTrack(_ detail: Fact.Detail, _ connection: String, isOn: Bool) -> Bool {
    guard case .tracks(let told, let tracks) = detail else { return false }
    return told == connection && tracks[.audio]?.publishing == isOn
  }

  private static func absent(_ run: ContractRun) async throws {
    let (room, _, _) = try await seated(run)
    let muting = try run.offering.require(.mute)
    let failure = try await run.failure(of: "muting somebody absent") { () throws(ProviderFailure) in
      _ = try await muting.mute([Target(person: "quinn")], tracks: [.audio], in: room, run.context())
    }
    run.report.expect(failure.reason == .participantNotFound, "it failed as \(failure.reason)")
  }

  private static func echoes(_ run: ContractRun) async throws {
    let (room, _, inbox) = try await seated(run)
    let id = "msg_01kdvq4r7p0000000000000000"
    let message = RoomMessage(from: "omar", topic: "chat", payload: JSONText(#"{"text":"hi, ümlaut"}"#))
    try await run.offering.require(.messages).send(
      message, id: id, from: ContractRun.guest, to: room, run.context())
    let told = try await run.eventually { inbox.facts.contains { $0.key == message.factKey(id: id) } }
    guard told else { return run.report.fail("nothing told has the message's key") }
    let fact = inbox.facts.first { $0.key == message.factKey(id: id) }
    run.report.expect(fact?.detail == .message(message, id: id), "it came back as \(String(describing: fact?.detail))")
  }

  private static func hands(_ run: ContractRun) async throws {
    let (room, _, inbox) = try await seated(run)
    let isHeard = try await run.eventually {
      // It is there a moment before it listens to what is said.
      try await run.devices().raiseHand("omar", room)
      return inbox.details.contains {
        if case .permissionRequested(let person, _) = $0 { person == "omar" } else { false }
      }
    }
    run.report.expect(isHeard, "the seat does not tell the hand")
  }

  private static func captions(_ run: ContractRun) async throws {
    let (room, _, inbox) = try await seated(run)
    _ = try await run.offering.require(.transcription).startTranscription(
      language: nil, captions: true, in: room, run.context())
    let heard = try await run.eventually {
      guard try await run.devices().say("good evening", as: "omar", in: room) else { return false }
      return inbox.details.contains {
        if case .caption(let caption) = $0 { caption.text == "good evening" && caption.person == "omar" } else { false }
      }
    }
    run.report.expect(heard, "the seat does not tell what omar said")
  }

  private static func without(_ run: ContractRun) async throws {
    let room = try await run.openRoom()
    let muting = try run.offering.require(.mute)
    let target = Target(person: "omar")
    let empty = try await run.failure(of: "muting in an empty room") { () throws(ProviderFailure) in
      _ = try await muting.mute([target], tracks: [.audio], in: room, run.context())
    }
    run.report.expect(empty.reason == .noActiveSession, "in an empty room it failed as \(empty.reason)")
    try await run.connect(to: room)
    let early = try await run.failure(of: "muting without a seat") { () throws(ProviderFailure) in
      _ = try await muting.mute([target], tracks: [.audio], in: room, run.context())
    }
    guard case .notConnected = early.reason else { return run.report.fail("it failed as \(early.reason)") }
  }

  private static func newer(_ run: ContractRun) async throws {
    let (room, _, first) = try await seated(run)
    let second = try await sit(run, in: room)
    let ended = try await run.eventually { first.ending != nil }
    run.report.expect(ended, "the first stays")
    if case .threw(let failure) = first.ending {
      run.report.expect(failure.reason == .superseded, "the first ended as \(failure.reason)")
    } else {
      run.report.fail("the first ended as \(String(describing: first.ending))")
    }
    run.report.expect(second.ending == nil, "the second ended as \(String(describing: second.ending))")
  }
}
