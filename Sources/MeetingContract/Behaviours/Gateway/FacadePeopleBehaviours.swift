import JSONCoding
import MeetingCore

/// Who may be inside: enforced where tokens are made, and again on every join.
enum FacadePeopleBehaviours {
  static let all: [ContractBehaviour] = [
    .gateway(
      "a-lock-keeps-newcomers-out", "Locked: no new tokens, and older ones lead out again.",
      capabilities: [.lock, .presence], .live
    ) { try await lock($0) },
    .gateway(
      "a-ban-keeps-out", "Banned: no new tokens, and older ones lead nowhere.", capabilities: [.ban, .presence], .live
    ) { try await ban($0) },
    .gateway(
      "a-removal-for-good-bars-the-next-token", "Removed for good: out, told once, and no way back.",
      capabilities: [.remove, .presence], .live.union([.clock])
    ) { try await removal($0) },
    .gateway(
      "a-listener-cannot-control", "Who listens may not end, lock or mute, and the vendor hears nothing.", [.journal]
    ) {
      try await listener($0)
    },
    .gateway(
      "a-mute-is-one-event", "A mute reaches the vendor, and its echo adds no second event.", capabilities: [.mute],
      Set.live.union([.journal])
    ) { try await mute($0) },
    .gateway(
      "two-devices-are-two-participants", "One person on two devices is two participants and one person.",
      Set.live.union([.severalDevices])
    ) { bench in
      let room = try await bench.open()
      let connections = [try await bench.join("omar", room), try await bench.join("omar", room)]
      let both = try await bench.run.eventually { await bench.connected(in: room) == ["omar", "omar"] }
      bench.run.report.expect(both, "the two devices are not two participants")
      let session = await bench.send("GET", room.path)["session"]
      bench.run.report.expect(session?["participant_count"] == 2, "participant_count is not 2")
      bench.run.report.expect(session?["person_count"] == 1, "person_count is not 1")
      try await bench.run.devices().leave(connections[0], room.provided)
      let one = try await bench.run.eventually { await bench.connected(in: room) == ["omar"] }
      bench.run.report.expect(one, "after one device left the other is not listed alone")
    },
  ]

  private static func lock(_ bench: GatewayBench) async throws {
    let room = try await bench.open()
    let older = try await bench.token("omar", in: room)
    try await bench.join("priya", room)
    bench.expect(await bench.send("POST", room.path + "/lock"), 200, nil, "locking")
    bench.expect(await bench.askToken("quinn", in: room), 403, "room_locked", "a new token in a locked room")
    bench.expect(await bench.askToken("nadia", in: room), 201, nil, "the host's token in a locked room")
    try await bench.expectLedOut("omar", older, room)
    bench.run.report.expect(await bench.connected(in: room) == ["priya"], "who was inside is not the only one")
  }

  private static func ban(_ bench: GatewayBench) async throws {
    let room = try await bench.open()
    let older = try await bench.token("omar", in: room)
    let ban = await bench.send("POST", room.path + "/bans", ["person": ["external_id": "omar"]])
    bench.run.report.expect((200...201).contains(ban.status), "banning was \(ban.short)")
    bench.expect(await bench.askToken("omar", in: room), 403, "banned", "a banned person's token")
    try await bench.expectLedOut("omar", older, room)
    let lifted = await bench.send("DELETE", room.path + "/bans/omar")
    bench.run.report.expect((200...204).contains(lifted.status), "lifting was \(lifted.short)")
    bench.expect(await bench.askToken("omar", in: room), 201, nil, "a token after the ban")
  }

  private static func removal(_ bench: GatewayBench) async throws {
    let room = try await bench.open()
    let older = try await bench.token("omar", in: room)
    try await bench.join("omar", room)
    // Whoever comes again at once cannot everywhere be told from who has not gone yet.
    await bench.run.fixture.advance?(.seconds(5))
    let removal = await bench.send("POST", room.path + "/people/omar/remove", ["prevent_rejoin": "forever"])
    bench.expect(removal, 200, nil, "removing")
    bench.run.report.expect(removal["changed"] == true, "the removal changed nothing")
    let left = try await bench.awaitEvent("participant.left", about: "omar", in: room)
    bench.run.report.expect(left["data"]?["reason"] == "removed", "the reason is not removed")
    let told = await bench.events("participant.removed", in: room).count
    bench.run.report.expect(told == 1, "participant.removed was told \(told) times")
    bench.expect(await bench.askToken("omar", in: room), 403, "banned", "a token after a removal for good")
    try await bench.settled()
    _ = try await bench.run.devices().join(room.provided, token: older)
    let gone = try await bench.run.eventually { try await bench.run.people(in: room.provided) == [] }
    bench.run.report.expect(gone, "who was removed for good is inside again")
  }

  private static func listener(_ bench: GatewayBench) async throws {
    let room = try await bench.create()
    // Nor is anything read meanwhile.
    await bench.run.chores.end()
    let before = try await bench.run.journal().requests(of: .any).count
    for (path, body) in [("/end", nil), ("/lock", nil), ("/people/nadia/mute", ["tracks": ["audio"]])]
      as [(String, JSON?)]
    {
      let reply = await bench.send("POST", room.path + path, body, actor: "omar")
      bench.expect(reply, 403, "forbidden", "\(path) by a listener")
    }
    let after = try await bench.run.journal().requests(of: .any).count
    bench.run.report.expect(after == before, "the vendor heard of a refused control")
  }

  private static func mute(_ bench: GatewayBench) async throws {
    let room = try await bench.open()
    try await bench.join("omar", room)
    let heard = bench.relay.answers.count
    let reply = await bench.send("POST", room.path + "/people/omar/mute", ["tracks": ["audio"]])
    bench.run.report.expect(reply.status == 200 || reply.status == 202, "muting was \(reply.short)")
    if !bench.hasSeat {
      let asked = try await bench.run.journal().requests(of: .mute).count
      bench.run.report.expect(asked == 1, "the vendor was asked \(asked) times")
    }
    guard reply.status == 200 else { return }
    // A vendor without an echo of its own is not waited for long.
    _ = try await bench.run.eventually(within: .seconds(1)) { bench.relay.answers.count > heard }
    let told = await bench.events("participant.muted", in: room).count
    bench.run.report.expect(told == 1, "participant.muted was told \(told) times")
  }
}
