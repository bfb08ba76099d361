import HTTPTypes
import JSONCoding
import MeetingCore

/// Rooms through the API: one room per wish, and an end that is one.
enum FacadeRoomBehaviours {
  static let all: [ContractBehaviour] = [
    .gateway(
      "a-room-from-backstage-to-live", "Backstage keeps the audience out, going live lets it in, once told.",
      capabilities: [.stage], kinds: [.audioRoom], .live
    ) { try await backstageToLive($0) },
    .gateway(
      "one-external-id-is-one-room", "The same external id and body give the same room.", [.journal, .vendorRooms]
    ) { bench in
      let body = bench.createBody(externalID: "evening-jazz")
      let (first, second) = (
        await bench.send("POST", "/v1/rooms", body), await bench.send("POST", "/v1/rooms", body)
      )
      bench.expect(first, 201, nil, "the first create")
      bench.expect(second, 200, nil, "the second create")
      bench.run.report.expect(first["id"] == second["id"], "the second create made another room")
      try await expectCreates(1, bench)
    },
    .gateway(
      "one-key-is-one-create", "A repeat under one Idempotency-Key asks the vendor once.", [.journal, .vendorRooms]
    ) { bench in
      var replies: [Reply] = []
      for _ in 0..<2 {
        replies.append(await bench.send("POST", "/v1/rooms", bench.createBody, idempotencyKey: "key-1"))
      }
      bench.expect(replies[1], 201, nil, "the repeat")
      bench.run.report.expect(replies[1].fields["Idempotent-Replayed"] == "true", "the repeat is not marked as one")
      bench.run.report.expect(replies[0].json == replies[1].json, "the repeat has another answer")
      try await expectCreates(1, bench)
    },
    .gateway("an-ended-room-gives-no-tokens", "After the end nobody gets a token.", [.joining]) { bench in
      let room = try await bench.open()
      bench.expect(await bench.send("POST", room.path + "/end"), 200, nil, "ending")
      for person in ["omar", "nadia"] {
        bench.expect(await bench.askToken(person, in: room), 409, "room_ended", "a token for \(person)")
      }
      let reply = await bench.send("POST", room.path + "/client-tokens", ["person": ["external_id": "omar"]])
      bench.expect(reply, 409, "room_ended", "a client token")
    },
    .gateway("ending-twice-changes-nothing", "The second end changes nothing and is told once.") { bench in
      let room = try await bench.open()
      let (first, second) = (
        await bench.send("POST", room.path + "/end"), await bench.send("POST", room.path + "/end")
      )
      bench.run.report.expect(first["changed"] == true, "the first end changed nothing: \(first.short)")
      bench.expect(second, 200, nil, "the second end")
      bench.run.report.expect(second["changed"] == false, "the second end claims a change")
      let ends = await bench.events("room.ended", in: room).count
      bench.run.report.expect(ends == 1, "room.ended was told \(ends) times")
    },
    .gateway(
      "an-ended-room-stays-empty", "Who comes in with an older token after the end is thrown out again.",
      capabilities: [.presence, .remove], .live
    ) { try await staysEmpty($0) },
    ContractBehaviour(
      "a-lacking-capability-is-refused", .gateway, "What a provider lacks is 422, never a silent no-op.",
      capabilities: [.mute]
    ) { try await lacking($0) },
  ]

  private static func expectCreates(_ count: Int, _ bench: GatewayBench) async throws {
    let made = try await bench.run.journal().requests(of: .create).count
    bench.run.report.expect(made == count, "the vendor was asked to create \(made) times")
  }

  private static func backstageToLive(_ bench: GatewayBench) async throws {
    let room = try await bench.create()
    let report = bench.run.report
    report.expect(await bench.send("GET", room.path)["state"] == "backstage", "a new room is not in backstage")
    bench.expect(await bench.askToken("omar", in: room), 403, "room_in_backstage", "a listener's token in backstage")
    bench.expect(await bench.askToken("nadia", in: room), 201, nil, "the host's token in backstage")
    let live = await bench.send("POST", room.path + "/go-live")
    report.expect(live["changed"] == true, "going live changed nothing: \(live.short)")
    report.expect(
      await bench.send("POST", room.path + "/go-live")["changed"] == false, "going live again changed something")
    report.expect(await bench.send("GET", room.path)["state"] == "live", "the room is not live")
    try await bench.join("omar", room)
    report.expect(await bench.connected(in: room) == ["omar"], "the list is not exactly the guest")
    for type in ["room.went_live", "participant.joined", "session.started"] {
      let count = await bench.events(type, in: room).count
      report.expect(count == 1, "\(type) was told \(count) times")
    }
  }

  /// The host's token, since that is the one a vendor may honour longest.
  private static func staysEmpty(_ bench: GatewayBench) async throws {
    let room = try await bench.open()
    let token = try await bench.token("nadia", in: room)
    _ = await bench.send("POST", room.path + "/end")
    _ = try await bench.run.devices().join(room.provided, token: token)
    let empty = try await bench.run.eventually { try await bench.run.people(in: room.provided) == [] }
    bench.run.report.expect(empty, "somebody stays in a room that has ended")
    bench.run.report.expect(await bench.send("GET", room.path)["state"] == "ended", "the room is open again")
  }

  private static func lacking(_ run: ContractRun) async throws {
    let bench = try await GatewayBench(run, provider: ProviderWithout(.mute, of: run.provider))
    let room = try await bench.open()
    let mute = await bench.send("POST", room.path + "/people/omar/mute", ["tracks": ["audio"]])
    bench.expect(mute, 422, "capability_unsupported", "muting without the capability")
    run.report.expect(mute["capability"] == "mute", "the capability is not named")
    guard case .object(var body) = bench.createBody else { return }
    body["provider"] = .string(GatewayBench.account)
    body["required_capabilities"] = ["mute"]
    let create = await bench.send("POST", "/v1/rooms", .object(body))
    bench.expect(create, 422, "capability_unsupported", "a room that requires it")
  }
}
