import GatewayEngine
import JSONCoding
import MeetingCore

/// Rules of a room that hold whoever keeps them: the vendor at its door, or the gateway, which throws out again.
enum FacadeRuleBehaviours {
  static let all: [ContractBehaviour] = [
    .gateway(
      "backstage-leads-out-again", "An older token of the audience leads nowhere in backstage.",
      capabilities: [.stage, .presence], kinds: [.audioRoom], .live
    ) { try await backstage($0) },
    .gateway(
      "stopping-empties-the-room", "After stopping the audience is gone and gets no tokens, and the host stays.",
      capabilities: [.stage, .presence], kinds: [.audioRoom], .live
    ) { try await stop($0) },
    .gateway(
      "a-full-room-lets-nobody-in", "A full room gives no tokens, and an older one leads nowhere.",
      capabilities: [.presence], .live, parts: { $0.kept = [.maximumParticipants] }
    ) { try await full($0) },
    .gateway(
      "a-setting-that-nobody-keeps-is-refused", "A setting is kept, or refused by its name; never ignored."
    ) { try await settings($0) },
    .gateway(
      "a-room-past-its-time-is-ended", "A room that has lasted as long as it may is ended for everybody.",
      Set.live.union([.clock]), parts: { $0.gateways = [.maximumDuration] }
    ) { try await duration($0) },
    .gateway(
      "a-role-for-somebody-away-comes-with-the-token",
      "A role given to somebody who is not there is that of their next token.",
      capabilities: [.role], [.joining]
    ) { bench in
      let room = try await bench.open()
      let given = await bench.send("PATCH", room.path + "/people/omar", ["role": "co_host"])
      bench.expect(given, 200, nil, "giving a role")
      let token = await bench.askToken("omar", in: room)
      bench.run.report.expect(token["role"] == "co_host", "the next token's role is \(token["role"] ?? .null)")
    },
    .gateway(
      "who-comes-again-is-another-participant", "Two stays of one person are two participants, told twice.",
      capabilities: [.presence], .live
    ) { try await again($0) },
    .gateway(
      "a-second-device-takes-the-place-of-the-first", "Who comes in with another device is one participant, the newer.",
      capabilities: [.presence], Set.live.union([.oneDevice])
    ) { try await second($0) },
    .gateway(
      "who-may-not-speak-is-silenced", "A listener who sends sound all the same is muted.", capabilities: [.mute],
      .live,
      parts: { $0.policed = [.permissions] }
    ) { try await silence($0) },
  ]

  // MARK: The stage

  private static func backstage(_ bench: GatewayBench) async throws {
    let room = try await bench.open()
    let older = try await bench.token("omar", in: room)
    let stopped = await bench.send("POST", room.path + "/stop-live", [:])
    bench.run.report.expect((200...202).contains(stopped.status), "stopping was \(stopped.short)")
    try await bench.expectLedOut("omar", older, room)
  }

  private static func stop(_ bench: GatewayBench) async throws {
    let room = try await bench.open()
    for person in ["nadia", "omar", "priya"] { try await bench.join(person, room) }
    let stopped = await bench.send("POST", room.path + "/stop-live", [:])
    bench.run.report.expect((200...202).contains(stopped.status), "stopping was \(stopped.short)")
    bench.run.report.expect(stopped["changed"] != false, "stopping changed nothing")
    bench.run.report.expect(await bench.send("GET", room.path)["state"] == "backstage", "the room is not backstage")
    bench.expect(await bench.askToken("omar", in: room), 403, "room_in_backstage", "a token after stopping")
    let empty = try await bench.run.eventually { try await bench.run.people(in: room.provided) == ["nadia"] }
    bench.run.report.expect(empty, "the host is not left alone")
    let known = try await bench.run.eventually { await bench.connected(in: room) == ["nadia"] }
    let listed = await bench.connected(in: room)
    bench.run.report.expect(known, "the API lists \(listed)")
    let told = await bench.events("room.stopped_live", in: room).count
    bench.run.report.expect(told == 1, "room.stopped_live was told \(told) times")
  }

  // MARK: Limits

  private static func full(_ bench: GatewayBench) async throws {
    let room = try await bench.open(["max_participants": 1])
    let older = try await bench.token("priya", in: room)
    try await bench.join("omar", room)
    bench.expect(await bench.askToken("quinn", in: room), 409, "room_full", "a token for a full room")
    try await bench.expectLedOut("priya", older, room)
    bench.run.report.expect(await bench.connected(in: room) == ["omar"], "who was there first is not alone")
  }

  private static func settings(_ bench: GatewayBench) async throws {
    let values: [RoomRule: JSON] = [
      .maximumParticipants: 50, .maximumDuration: 3_600, .emptyTimeout: 300, .automaticRecording: true,
    ]
    for rule in RoomRule.allCases {
      guard case .object(var body) = bench.createBody, let value = values[rule] else { continue }
      var settings = JSONObject()
      settings[rule.rawValue] = value
      body["settings"] = .object(settings)
      body["provider"] = .string(GatewayBench.account)
      let made = await bench.send("POST", "/v1/rooms", .object(body))
      guard bench.offering.rules[rule] == nil else {
        bench.expect(made, 201, nil, "a room with \(rule.rawValue)")
        continue
      }
      bench.expect(made, 422, "capability_unsupported", "a room with \(rule.rawValue)")
      if rule == .automaticRecording, bench.offering.cells[.recording] == nil { continue }
      let named = made["errors"]?.arrayValue?.first?["pointer"]?.stringValue
      bench.run.report.expect(named == "/settings/\(rule.rawValue)", "the refusal names \(named ?? "nothing")")
    }
  }

  private static func duration(_ bench: GatewayBench) async throws {
    let advance = try bench.run.report.require(bench.run.fixture.advance, "the clock cannot be stepped")
    let room = try await bench.open(["max_duration_seconds": 60])
    let keeper = Task { await bench.gateway.keepDeadlines() }
    defer { keeper.cancel() }
    try await bench.join("omar", room)
    await advance(.seconds(61))
    let ended = try await bench.run.eventually { await bench.send("GET", room.path)["state"] == "ended" }
    bench.run.report.expect(ended, "the room is open")
    let isEmpty = try await bench.run.eventually {
      await advance(.seconds(1))
      return try await bench.run.isEmpty(room.provided)
    }
    bench.run.report.expect(isEmpty, "omar is inside for longer than the room may last")
    let told = await bench.events("room.ended", in: room)
    bench.run.report.expect(told.count == 1, "room.ended was told \(told.count) times")
    bench.run.report.expect(told.first?["data"]?["reason"] == "max_duration", "the reason is not max_duration")
  }

  // MARK: Presence

  private static func again(_ bench: GatewayBench) async throws {
    let room = try await bench.open()
    for round in 1...2 {
      let connection = try await bench.join("omar", room)
      try await bench.run.devices().leave(connection, room.provided)
      let gone = try await bench.run.eventually { await bench.connected(in: room).isEmpty }
      bench.run.report.expect(gone, "who left for the time \(round) is listed")
    }
    let all = await bench.send("GET", room.path + "/participants?connection=all").items
    let ids = Set(all.compactMap { $0["id"]?.stringValue })
    bench.run.report.expect(ids.count == 2, "two stays are \(ids.count) participants")
    for type in ["participant.joined", "participant.left"] {
      let told = await bench.events(type, in: room).count
      bench.run.report.expect(told == 2, "\(type) was told \(told) times")
    }
  }

  private static func second(_ bench: GatewayBench) async throws {
    let room = try await bench.open()
    try await bench.join("omar", room)
    try await bench.join("omar", room)
    try await bench.settled()
    _ = await bench.gateway.reconcile(room.id)
    let listed = await bench.connected(in: room)
    bench.run.report.expect(listed == ["omar"], "the API lists \(listed)")
    let people = try await bench.run.people(in: room.provided)
    bench.run.report.expect(people == ["omar"], "the vendor lists \(people)")
  }

  // MARK: Publishing

  private static func silence(_ bench: GatewayBench) async throws {
    let room = try await bench.open()
    let connection = try await bench.join("omar", room, role: "listener")
    guard try await bench.run.devices().sendAudio(connection, room.provided) else { return }
    // Where nobody tells of tracks at once, a reading finds them.
    let muted = try await bench.run.eventually {
      if await bench.events("participant.muted", in: room).count == 1 { return true }
      _ = await bench.gateway.reconcile(room.id)
      return false
    }
    bench.run.report.expect(muted, "who may not speak is heard")
  }
}
