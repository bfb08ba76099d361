import JSONCoding
import MeetingCore

/// What the gateway's own seat in a room makes possible through the API.
enum FacadeSeatBehaviours {
  static let all: [ContractBehaviour] = [
    behaviour("a-seat-tells-tracks", "Whose microphone is on is told and shown while the seat is there.", [.tracks]) {
      try await tracks($0)
    },
    behaviour("a-mute-comes-about", "A mute over the seat has an operation, which succeeds once it shows.", [.mute]) {
      try await mute($0)
    },
    behaviour(
      "a-role-is-asked-for-and-followed", "A role that a client has to follow has an operation, which succeeds then.",
      [.role]
    ) { try await role($0) },
    behaviour(
      "a-revoked-speaker-is-silent-at-once", "Who may no longer speak is heard no more, whatever their client does.",
      [.permissions]
    ) { try await revoke($0) },
    behaviour(
      "a-hand-raised-inside-is-listed", "A hand that a client raises inside is a request here.", [.permissionRequests]
    ) { try await hand($0) },
  ]

  private static func behaviour(
    _ name: String, _ summary: String, _ capabilities: Set<Capability>,
    body: @escaping @Sendable (GatewayBench) async throws -> Void
  ) -> ContractBehaviour {
    .gateway(
      name, summary, capabilities: capabilities.union([.presence]),
      Set<ContractBehaviour.Requirement>.live.union([.seating]), body: body)
  }

  // MARK: Steps

  /// A room with omar in it, who speaks, and the seat beside him.
  private static func speaking(_ bench: GatewayBench) async throws -> GatewayBench.OpenedRoom {
    let room = try await bench.open()
    let connection = try await bench.join("omar", room, role: "speaker")
    let isHeard = try await bench.run.eventually {
      // Until the seat is there, nobody hears of it.
      _ = try await bench.run.devices().sendAudio(connection, room.provided)
      return await publishes(bench, room) == true
    }
    bench.run.report.expect(isHeard, "it does not show that omar speaks")
    return room
  }

  /// Whether omar's microphone is on, as the API shows it.
  private static func publishes(_ bench: GatewayBench, _ room: GatewayBench.OpenedRoom) async -> Bool? {
    let page = await bench.send("GET", room.path + "/participants?external_id=omar")
    return page.items.first?["tracks"]?["audio"]?["publishing"]?.boolValue
  }

  private static func expectSilence(_ bench: GatewayBench, _ room: GatewayBench.OpenedRoom) async throws {
    let isSilent = try await bench.run.eventually { await publishes(bench, room) == false }
    bench.run.report.expect(isSilent, "omar is still heard")
  }

  /// Records a failure unless the answer's operation succeeds.
  private static func expectSuccess(_ reply: Reply, _ bench: GatewayBench, _ what: String) async throws {
    bench.run.report.expect(reply.status == 202, "\(what) was \(reply.short)")
    let id = try bench.run.report.require(reply["operation"]?.stringValue, "\(what) has no operation")
    var state: String?
    let isDone = try await bench.run.eventually {
      state = await bench.send("GET", "/v1/operations/" + id)["state"]?.stringValue
      return state == "succeeded"
    }
    bench.run.report.expect(isDone, "the operation of \(what) is \(state ?? "not there")")
  }

  // MARK: Behaviours

  private static func tracks(_ bench: GatewayBench) async throws {
    let room = try await speaking(bench)
    let told = await bench.events("participant.updated", in: room)
    bench.run.report.expect(told.contains { $0["data"]?["changed"] == ["tracks.audio"] }, "it is told as \(told)")
  }

  private static func mute(_ bench: GatewayBench) async throws {
    let room = try await speaking(bench)
    let reply = await bench.send("POST", room.path + "/people/omar/mute", ["tracks": ["audio"]])
    try await expectSuccess(reply, bench, "muting")
    try await expectSilence(bench, room)
    let told = await bench.events("participant.muted", in: room).count
    bench.run.report.expect(told == 1, "participant.muted was told \(told) times")
  }

  private static func role(_ bench: GatewayBench) async throws {
    let room = try await speaking(bench)
    let reply = await bench.send("PATCH", room.path + "/people/omar", ["role": "listener"])
    try await expectSuccess(reply, bench, "the new role")
    try await expectSilence(bench, room)
    let page = await bench.send("GET", room.path + "/participants?external_id=omar")
    bench.run.report.expect(page.items.first?["role"] == "listener", "the new role is not shown")
  }

  private static func revoke(_ bench: GatewayBench) async throws {
    let room = try await speaking(bench)
    let reply = await bench.send("PATCH", room.path + "/permissions/omar", ["send_audio": false])
    bench.run.report.expect((200...202).contains(reply.status), "revoking was \(reply.short)")
    try await expectSilence(bench, room)
    let now = await bench.send("GET", room.path + "/permissions/omar")
    bench.run.report.expect(now["send_audio"] == false, "the permission still shows")
  }

  private static func hand(_ bench: GatewayBench) async throws {
    let room = try await bench.open()
    try await bench.join("omar", room, role: "listener")
    let isListed = try await bench.run.eventually {
      // Until the seat is there, nobody hears of it.
      try await bench.run.devices().raiseHand("omar", room.provided)
      return await !bench.send("GET", room.path + "/permission-requests?state=pending").items.isEmpty
    }
    bench.run.report.expect(isListed, "the hand is not listed")
    let listed = await bench.send("GET", room.path + "/permission-requests?state=pending").items
    bench.run.report.expect(listed.count == 1, "\(listed.count) requests are listed")
    bench.run.report.expect(listed.first?["source"] != "api", "the hand was not raised through the API")
  }
}
