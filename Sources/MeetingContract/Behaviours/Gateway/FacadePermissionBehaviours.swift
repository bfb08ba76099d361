import JSONCoding
import MeetingCore

/// Raised hands and what people may publish: decided once, and held by the vendor.
enum FacadePermissionBehaviours {
  static let all: [ContractBehaviour] = [
    behaviour("a-granted-hand-may-speak", "Who may not speak asks, is granted it, and speaks.", vendors: [.permissions])
    {
      try await grant($0)
    },
    behaviour("a-rejected-hand-stays-silent", "Who is turned down is told so, stays silent, and may ask again.") {
      try await reject($0)
    },
    behaviour("a-second-hand-is-the-first", "A hand that is up is not raised again.", [.journal]) {
      try await second($0)
    },
    behaviour(
      "what-is-allowed-needs-no-hand", "Asking for what one may do already is granted, and nobody is asked.", [.journal]
    ) { try await needless($0) },
    behaviour("leaving-lowers-the-hand", "Who has left asks for nothing; deciding it asks nobody.", [.journal]) {
      try await leave($0)
    },
    behaviour(
      "a-hand-raised-at-the-vendor", "A hand raised with the vendor's own client can be granted here.",
      vendors: [.permissions, .permissionRequests]
    ) { try await native($0) },
    behaviour(
      "a-revocation-silences", "Who may no longer speak does not, not even with a new token.", vendors: [.permissions]
    ) { try await revoke($0) },
    .gateway(
      "a-permission-for-somebody-away-comes-with-the-token",
      "What somebody who is not there is permitted is permitted by their next token.",
      capabilities: [.permissions], [.joining]
    ) { try await away($0) },
    .gateway(
      "what-is-given-outside-holds-at-the-door", "What somebody absent may publish is in their next token.",
      capabilities: [.permissions, .role], [.joining, .permitsAtTheDoor]
    ) { try await given($0) },
  ]

  private static func behaviour(
    _ name: String, _ summary: String, _ more: Set<ContractBehaviour.Requirement> = [],
    vendors: Set<Capability> = [], body: @escaping @Sendable (GatewayBench) async throws -> Void
  ) -> ContractBehaviour {
    .gateway(
      name, summary, capabilities: [.permissions, .permissionRequests],
      Set<ContractBehaviour.Requirement>.live.union(more), parts: { $0.vendors = vendors }, body: body)
  }

  private static func away(_ bench: GatewayBench) async throws {
    let room = try await bench.open()
    let before = await bench.send("GET", room.path + "/permissions/omar")
    let isAllowed = before["send_audio"] == true
    let changed = await bench.send("PATCH", room.path + "/permissions/omar", ["send_audio": .bool(!isAllowed)])
    bench.expect(changed, 200, nil, "changing what somebody away may do")
    let token = await bench.askToken("omar", in: room)
    bench.expect(token, 201, nil, "the next token")
    let now = await bench.send("GET", room.path + "/permissions/omar")
    bench.run.report.expect(now["send_audio"] == .bool(!isAllowed), "the permission does not show")
  }

  // MARK: Steps

  private static let sound: JSON = ["person": ["external_id": "omar"], "permissions": ["send_audio"]]

  /// A room with omar in it, who only listens; his connection.
  private static func listening(_ bench: GatewayBench) async throws -> (GatewayBench.OpenedRoom, String) {
    let room = try await bench.open()
    return (room, try await bench.join("omar", room, role: "listener"))
  }

  private static func raise(_ bench: GatewayBench, _ room: GatewayBench.OpenedRoom) async throws -> String {
    let reply = await bench.send("POST", room.path + "/permission-requests", sound)
    bench.expect(reply, 201, nil, "raising a hand")
    bench.run.report.expect(reply["state"] == "pending", "the request is not pending")
    return try bench.run.report.require(reply["id"]?.stringValue, "the request has no id")
  }

  private static func decide(
    _ bench: GatewayBench, _ room: GatewayBench.OpenedRoom, _ id: String, _ verb: String
  ) async -> Reply {
    await bench.send("POST", "\(room.path)/permission-requests/\(id)/\(verb)")
  }

  private static func expectSpeech(
    _ isAllowed: Bool, _ connection: String, _ bench: GatewayBench, _ room: GatewayBench.OpenedRoom, _ when: String
  ) async throws {
    // Whoever watches over it lets the device begin, and stops it.
    guard bench.offering.cells[.permissions]?.enforcement == .vendor else { return }
    let speaks = try await bench.run.devices().sendAudio(connection, room.provided)
    bench.run.report.expect(speaks == isAllowed, "\(when) the device \(speaks ? "may" : "may not") speak")
  }

  private static func expectTold(
    _ type: String, _ bench: GatewayBench, _ room: GatewayBench.OpenedRoom, request: String?
  ) async throws {
    let told = await bench.events(type, in: room)
    bench.run.report.expect(told.count == 1, "\(type) was told \(told.count) times")
    guard let request, let data = told.first?["data"] else { return }
    let named = (data["request_id"] ?? data["request"]?["id"])?.stringValue
    bench.run.report.expect(named == request, "\(type) is about another request")
  }

  /// A vendor without an echo of its own is not waited for long.
  private static func awaitEcho(_ bench: GatewayBench, after heard: Int) async throws {
    _ = try await bench.run.eventually(within: .seconds(1)) { bench.relay.answers.count > heard }
  }

  // MARK: Behaviours

  private static func grant(_ bench: GatewayBench) async throws {
    let (room, connection) = try await listening(bench)
    try await expectSpeech(false, connection, bench, room, "before the grant")
    let id = try await raise(bench, room)
    let heard = bench.relay.answers.count
    let granted = await decide(bench, room, id, "grant")
    bench.expect(granted, 200, nil, "granting")
    bench.run.report.expect(granted["state"] == "granted", "the request is not granted")
    bench.run.report.expect(granted["outcome"] == "applied", "the grant is not applied")
    try await expectSpeech(true, connection, bench, room, "after the grant")
    try await awaitEcho(bench, after: heard)
    try await expectTold("permission.requested", bench, room, request: id)
    try await expectTold("permission.granted", bench, room, request: id)
    let now = await bench.send("GET", room.path + "/permissions/omar")
    bench.run.report.expect(now["send_audio"] == true, "the permission does not show")
    bench.expect(await decide(bench, room, id, "reject"), 409, "request_closed", "deciding again")
  }

  private static func reject(_ bench: GatewayBench) async throws {
    let (room, connection) = try await listening(bench)
    let id = try await raise(bench, room)
    let heard = bench.relay.answers.count
    let rejected = await decide(bench, room, id, "reject")
    bench.run.report.expect(rejected["state"] == "rejected", "rejecting was \(rejected.short)")
    try await awaitEcho(bench, after: heard)
    try await expectTold("permission.rejected", bench, room, request: id)
    let others = await bench.events(in: room).compactMap { $0["type"]?.stringValue }
    let strays = others.filter { $0 == "message.sent" || $0 == "provider.event" }
    bench.run.report.expect(strays.isEmpty, "the rejection was told as \(strays)")
    try await expectSpeech(false, connection, bench, room, "after the rejection")
    let again = try await raise(bench, room)
    bench.run.report.expect(again != id, "the second request is the rejected one")
  }

  private static func second(_ bench: GatewayBench) async throws {
    let (room, _) = try await listening(bench)
    let id = try await raise(bench, room)
    let again = await bench.send("POST", room.path + "/permission-requests", sound)
    bench.expect(again, 200, nil, "raising a raised hand")
    bench.run.report.expect(again["id"]?.stringValue == id, "the second request is another one")
    let asked = try await bench.run.journal().requests(of: .raiseHand).count
    bench.run.report.expect(asked <= 1, "the vendor was asked \(asked) times")
    let listed = await bench.send("GET", room.path + "/permission-requests?state=pending").items
    bench.run.report.expect(listed.count == 1, "\(listed.count) requests are listed")
  }

  private static func needless(_ bench: GatewayBench) async throws {
    let room = try await bench.open()
    try await bench.join("omar", room, role: "speaker")
    let reply = await bench.send("POST", room.path + "/permission-requests", sound)
    bench.expect(reply, 200, nil, "asking for what is allowed")
    bench.run.report.expect(reply["state"] == "granted", "the request is not granted")
    let asked = try await bench.run.journal().requests(of: .raiseHand).count
    bench.run.report.expect(asked == 0, "the vendor was asked")
    let told = await bench.events("permission.requested", in: room)
    bench.run.report.expect(told.isEmpty, "a needless request was told")
  }

  private static func leave(_ bench: GatewayBench) async throws {
    let (room, connection) = try await listening(bench)
    let id = try await raise(bench, room)
    try await bench.run.devices().leave(connection, room.provided)
    let expired = try await bench.run.eventually {
      await bench.events("permission.expired", in: room).count == 1
    }
    bench.run.report.expect(expired, "leaving did not lower the hand")
    let before = try await bench.run.journal().requests(of: .permit).count
    bench.expect(await decide(bench, room, id, "grant"), 409, "request_closed", "granting an expired request")
    let after = try await bench.run.journal().requests(of: .permit).count
    bench.run.report.expect(before == after, "the vendor was asked for somebody who has left")
    try await bench.join("omar", room, role: "listener")
    let again = try await raise(bench, room)
    bench.run.report.expect(again != id, "the second request is the expired one")
  }

  private static func native(_ bench: GatewayBench) async throws {
    let (room, connection) = try await listening(bench)
    try await bench.run.devices().raiseHand("omar", room.provided)
    var found: JSON?
    let came = try await bench.run.eventually {
      found = await bench.send("GET", room.path + "/permission-requests?state=pending").items.first
      return found != nil
    }
    bench.run.report.expect(came, "the hand is not listed")
    bench.run.report.expect(found?["source"] != "api", "the hand was not raised through the API")
    let id = try bench.run.report.require(found?["id"]?.stringValue, "the hand has no id")
    bench.expect(await decide(bench, room, id, "grant"), 200, nil, "granting")
    try await expectSpeech(true, connection, bench, room, "after the grant")
  }

  private static func given(_ bench: GatewayBench) async throws {
    func allowed(_ room: GatewayBench.OpenedRoom) async -> (role: String?, speaks: Bool) {
      let token = await bench.askToken("omar", in: room)
      let permissions = token["permissions"]?.arrayValue ?? []
      return (token["role"]?.stringValue, permissions.contains("send_audio"))
    }
    let room = try await bench.open()
    _ = try await bench.token("omar", in: room, role: "listener")
    let before = await allowed(room)
    bench.run.report.expect(before.role == "listener" && !before.speaks, "a listener is \(before)")
    let granted = await bench.send("PATCH", room.path + "/permissions/omar", ["send_audio": true])
    bench.expect(granted, 200, nil, "granting")
    bench.run.report.expect(granted["changed"] == true, "the grant changed nothing")
    let listening = await allowed(room)
    bench.run.report.expect(listening.role == "listener" && listening.speaks, "after the grant it is \(listening)")
    bench.expect(
      await bench.send("PATCH", room.path + "/permissions/omar", ["send_audio": false]), 200, nil, "revoking")
    let revoked = await allowed(room)
    bench.run.report.expect(!revoked.speaks, "after the revocation it is \(revoked)")
    let raised = await bench.send("PATCH", room.path + "/people/omar", ["role": "speaker"])
    bench.expect(raised, 200, nil, "giving a role")
    let after = await allowed(room)
    bench.run.report.expect(after.role == "speaker" && after.speaks, "with the new role it is \(after)")
  }

  private static func revoke(_ bench: GatewayBench) async throws {
    let room = try await bench.open()
    let connection = try await bench.join("omar", room, role: "speaker")
    try await expectSpeech(true, connection, bench, room, "as a speaker")
    let heard = bench.relay.answers.count
    let revoked = await bench.send("PATCH", room.path + "/permissions/omar", ["send_audio": false])
    bench.expect(revoked, 200, nil, "revoking")
    bench.run.report.expect(revoked["changed"] == true, "the revocation changed nothing")
    try await expectSpeech(false, connection, bench, room, "after the revocation")
    try await awaitEcho(bench, after: heard)
    try await expectTold("permission.revoked", bench, room, request: nil)
    let fresh = try await bench.join("omar", room)
    try await expectSpeech(false, fresh, bench, room, "with a new token")
  }
}
