import GatewayEngine
import JSONCoding
import MeetingCore

/// Events: once each, in order, and none lost for good.
enum FacadeEventBehaviours {
  static let all: [ContractBehaviour] = [
    .gateway("a-hook-sent-twice-is-one-event", "Every delivery carried twice tells everything once.", .live) {
      try await twice($0)
    },
    .gateway("events-are-gapless", "A room's events count up by one, and the room says where they are.", .live) {
      try await gapless($0)
    },
    .gateway(
      "an-early-hook-is-kept", "A delivery that outruns its room's create is applied afterwards.",
      Set.live.union([.faults])
    ) { try await early($0) },
    .gateway(
      "a-lost-hook-is-found-by-reading", "What no delivery told is found when the room is read.",
      capabilities: [.presence], .live
    ) { try await lost($0) },
    .gateway("a-forged-hook-changes-nothing", "A delivery that does not verify is 401 and tells nothing.", .live) {
      try await forged($0)
    },
  ]

  private static func twice(_ bench: GatewayBench) async throws {
    bench.relay.copies = 2
    let room = try await bench.open()
    let connection = try await bench.join("omar", room)
    try await bench.run.devices().leave(connection, room.provided)
    _ = try await bench.awaitEvent("participant.left", about: "omar", in: room)
    for type in ["participant.joined", "participant.left", "session.started"] {
      let count = await bench.events(type, in: room).count
      bench.run.report.expect(count == 1, "\(type) was told \(count) times")
    }
    bench.run.report.expect(bench.relay.answers.allSatisfy { $0 == 200 }, "a repeat was not answered 200")
  }

  private static func gapless(_ bench: GatewayBench) async throws {
    let room = try await bench.open()
    let connection = try await bench.join("omar", room)
    try await bench.run.devices().leave(connection, room.provided)
    _ = try await bench.awaitEvent("participant.left", about: "omar", in: room)
    _ = await bench.send("POST", room.path + "/end")
    let events = await bench.events(in: room)
    let sequences = events.compactMap { $0["sequence"]?.integerValue }
    bench.run.report.expect(sequences == Array(1...Int64(max(1, events.count))), "sequences are \(sequences)")
    bench.run.report.expect(Set(events.map { $0["id"]?.stringValue }).count == events.count, "two events share an id")
    bench.run.report.expect(events.first?["type"] == "room.created", "the first event is not room.created")
  }

  /// The host comes in while the create's answer is still on its way.
  private static func early(_ bench: GatewayBench) async throws {
    let run = bench.run
    try await run.faults().inject(.delay(milliseconds: 1_000), on: .create, times: 1)
    async let created = bench.send("POST", "/v1/rooms", bench.createBody)
    let key = try await keyOfCreation(bench)
    let found = try await run.provider.findRoom(key: key, kind: run.kind, run.context())
    let room = try run.report.require(found, "the room under creation cannot be found")
    let token = try await run.credentials(ContractRun.host, in: room).token
    try await run.expectAdmitted(token, at: room, "the host was refused")
    let opened = try bench.opened(await created)
    run.report.expect(opened.id == key, "the room under creation was another")
    let applied = try await run.eventually { await bench.connected(in: opened) == ["nadia"] }
    run.report.expect(applied, "the early join was lost")
    let types = await bench.events(in: opened).compactMap { $0["type"]?.stringValue }
    run.report.expect(types.first == "room.created", "\(types.first ?? "nothing") comes before room.created")
  }

  /// The key that the vendor's first delivery names.
  private static func keyOfCreation(_ bench: GatewayBench) async throws -> String {
    let run = bench.run
    let receiver = try run.report.require(run.offering.port(.webhooks), "nobody receives webhooks")
    var key: String?
    _ = try await run.eventually(within: .seconds(1)) {
      key = bench.relay.hooks.lazy.compactMap { receiver.read($0.body, receivedAt: run.now).roomKey }.first
      return key != nil
    }
    guard let key else { try run.report.skip("the vendor sends nothing about a create") }
    return key
  }

  private static func lost(_ bench: GatewayBench) async throws {
    let room = try await bench.open()
    let token = try await bench.token("omar", in: room)
    bench.relay.copies = 0
    let connection = try await bench.run.devices().join(room.provided, token: token).connection
    bench.run.report.expect(connection != nil, "the guest was refused")
    let heard = try await bench.run.eventually { try await bench.run.people(in: room.provided) == ["omar"] }
    bench.run.report.expect(heard, "the vendor does not show the guest")
    bench.run.report.expect(await bench.connected(in: room) == [], "the guest is known without a delivery")
    bench.run.report.expect(await bench.gateway.reconcile(room.id), "the room could not be read")
    let joined = try await bench.awaitEvent("participant.joined", about: "omar", in: room)
    bench.run.report.expect(joined["source"] == "reconcile", "the source is not reconcile")
  }

  private static func forged(_ bench: GatewayBench) async throws {
    let room = try await bench.open()
    let token = try await bench.token("omar", in: room)
    bench.relay.copies = 0
    _ = try await bench.run.devices().join(room.provided, token: token)
    let came = try await bench.run.eventually { !bench.relay.hooks.isEmpty }
    bench.run.report.expect(came, "no delivery came")
    for hook in bench.relay.hooks {
      var body = hook.body
      body[body.count / 2] ^= 1
      let status = await bench.relay.post(VendorHook(fields: hook.fields, body: body))
      bench.run.report.expect(status == 401, "a forged delivery was answered \(status)")
    }
    bench.run.report.expect(await bench.connected(in: room) == [], "a forged delivery was believed")
  }
}
