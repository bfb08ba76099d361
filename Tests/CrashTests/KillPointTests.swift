import HTTPTypes
import JSONCoding
import ProgramTesting
import Testing

/// The gateway dies while a create or a control is at the vendor.
@Suite(.serialized)
struct KillPointTests {
  /// How far the create came when the gateway died.
  enum Point: String, CaseIterable {
    /// The vendor has the request and never does it.
    case before
    /// The vendor has the room and has not answered.
    case between
    /// The vendor has the room, its answer was lost, and the gateway is reading back.
    case reading

    var faults: [(operation: String, fault: JSON)] {
      switch self {
      case .before: [("GetOrCreateCall", ["kind": "hang"])]
      case .between: [("GetOrCreateCall", ["kind": "delay", "ms": 20_000])]
      case .reading: [("GetOrCreateCall", ["kind": "lost_reply"]), ("GetCall", ["kind": "hang"])]
      }
    }
  }

  /// Kills the gateway while a create waits at the point.
  private func killed(_ victim: Victim, at point: Point, _ body: JSON, key: String?) async throws {
    for (operation, fault) in point.faults { try await victim.fault(operation, fault) }
    let last = point.faults[point.faults.count - 1].operation
    let caller = key.map { victim.api.with("Idempotency-Key", $0) } ?? victim.api
    async let lost = try? caller.post("/v1/rooms", body)
    #expect(try await eventually(within: .seconds(15)) { try await victim.requests(last).count == 1 })
    await victim.served.killGateway()
    #expect(await lost == nil, "nobody was answered")
  }

  @Test(arguments: Point.allCases, [true, false])
  func aRepeatFindsTheOneRoom(_ point: Point, _ isNamed: Bool) async throws {
    let victim = try await Victim.start()
    let (body, key) = (Victim.body("evening", named: isNamed), isNamed ? nil : "evening")
    try await killed(victim, at: point, body, key: key)
    try await victim.served.startGateway()
    let caller = key.map { victim.api.with("Idempotency-Key", $0) } ?? victim.api
    var answer = try await caller.post("/v1/rooms", body)
    _ = try await eventually(within: .seconds(15)) {
      if answer.status >= 300 { answer = try await caller.post("/v1/rooms", body) }
      return answer.status < 300
    }
    #expect([200, 201].contains(answer.status), "\(answer.text)")
    let room = try answer.string("id")
    #expect(try await victim.calls().map(\.id) == [room], "the vendor has one call")
    #expect(try await victim.api.get("/v1/rooms").items.map { $0["id"] } == [.string(room)])
    #expect(try await victim.types(room) == ["room.created"])
    #expect(try await caller.post("/v1/rooms", body).string("id") == room)
    try await victim.stop()
  }

  /// Nobody repeats: the vendor's room is found at the start, with those who came in meanwhile.
  @Test func whatCameInWhileTheCreateWasLostIsThere() async throws {
    let victim = try await Victim.start()
    try await victim.fault("GetOrCreateCall", ["kind": "delay", "ms": 20_000])
    async let lost = try? victim.api.post("/v1/rooms", Victim.body("evening"))
    #expect(try await eventually { try await victim.calls().count == 1 })
    let room = try #require(try await victim.calls().first?.id)
    let before = try await victim.enters("leo", room)
    #expect(
      try await eventually { try await victim.deliveries("call.session_participant_joined", "delivered").count == 1 },
      "it waits at the gateway for its room")
    await victim.served.killGateway()
    _ = await lost
    let after = try await victim.enters("mia", room)
    try await victim.served.startGateway()
    #expect(try await eventually(within: .seconds(15)) { try await victim.connected(room).count == 2 })
    #expect(try await Set(victim.connected(room)) == [before, after])
    #expect(try await victim.types(room).filter { $0 == "participant.joined" }.count == 2)
    #expect(try await victim.isGapless(room))
    try await victim.stop()
  }

  /// The vendor went live and the gateway died before it knew: a repeat under the same key runs again, and one event tells.
  @Test(arguments: ["go-live", "end"])
  func aRepeatedControlIsToldOnce(_ control: String) async throws {
    let victim = try await Victim.start()
    let room = try await victim.api.post("/v1/rooms", Victim.body("evening")).string("id")
    let (operation, event) = control == "end" ? ("EndCall", "room.ended") : ("GoLive", "room.went_live")
    try await victim.fault(operation, ["kind": "delay", "ms": 20_000])
    let caller = victim.api.with("Idempotency-Key", "once")
    async let lost = try? caller.post("/v1/rooms/\(room)/\(control)")
    #expect(try await eventually { try await victim.requests(operation).count == 1 })
    try await victim.diesAndReturns()
    #expect(await lost == nil)
    #expect(try await caller.post("/v1/rooms/\(room)/\(control)").status == 200)
    #expect(try await eventually { try await victim.types(room).contains(event) })
    #expect(try await victim.types(room) == ["room.created", event])
    try await victim.stop()
  }
}
