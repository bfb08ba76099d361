import JSONCoding
import ProgramTesting
import Testing

/// The program is killed while it sits in a room at VideoSDK, and comes back on the same store: the next process waits for
/// the dead one's lease, then sits down, and the log has everything once.
@Suite struct SeatRestartTests {
  private struct Scene {
    let served: Served
    let caller: Caller
    let room: String
    /// The vendor's name for it.
    let vendors: String

    var path: String { "/v1/rooms/\(room)" }

    func events() async throws -> [JSON] { try await caller.get("\(path)/events?limit=100").items }

    /// Of whom events of a type were told, in order.
    func people(_ type: String) async throws -> [String] {
      try await events().filter { $0["type"]?.stringValue == type }.compactMap {
        ($0["data", "participant", "person", "external_id"] ?? $0["data", "person", "external_id"])?.stringValue
      }
    }

    func said() async throws -> [String] {
      try await events().filter { $0["type"] == "message.sent" }.compactMap { $0["data", "payload"]?.stringValue }
    }

    func enters(_ person: String) async throws {
      let token = try await caller.post("\(path)/join-tokens", ["person": ["external_id": .string(person)]])
      try await enters(token)
    }

    func enters(_ token: Reply) async throws {
      let joined = try await served.vendor.post(
        "/_mock/rooms/\(vendors)/participants",
        ["token": .string(try token.string("token")), "mode": .string(try token.string("connect", "mode"))])
      guard joined.status == 201 else { throw Failure("not let in: \(joined.text)") }
    }

    /// Seats that are taken and hear what is said.
    func seats() async throws -> Int {
      try await served.vendor.get("/_mock/sockets").items
        .count { $0["participant_id"]?.stringValue?.hasPrefix("sb-seat-") == true && isHearing($0) }
    }

    private func isHearing(_ socket: JSON) -> Bool { socket["topics"]?.arrayValue?.contains("CHAT") == true }

    func says(_ text: String) async throws {
      try await served.vendor.post(
        "/_mock/rooms/\(vendors)/messages",
        ["participant_id": "nadia", "topic": "CHAT", "message": .string(text)])
    }
  }

  private func scene() async throws -> Scene {
    let served = try await Served.start(.videoSDK, logLevel: "error")
    let caller = served.caller(try await served.key())
    let made = try await caller.post("/v1/rooms", ["kind": "audio_room", "host": ["external_id": "nadia"]])
    let room = try made.string("id")
    guard try await caller.post("/v1/rooms/\(room)/go-live").status == 200 else { throw Failure("it is not live") }
    try await served.registerHook()
    return Scene(served: served, caller: caller, room: room, vendors: try made.string("provider_refs", "room"))
  }

  @Test func theNextProcessSitsDownWithinTheLeasesTimeAndNothingIsToldTwice() async throws {
    let scene = try await scene()
    let early = try await scene.caller.post("\(scene.path)/join-tokens", ["person": ["external_id": "bo"]])
    try await scene.enters("nadia")
    #expect(try await eventually { try await scene.seats() == 1 })
    try await scene.says("before")
    #expect(try await eventually { try await scene.said() == ["before"] })
    let before = try await scene.events()

    await scene.served.killGateway()
    #expect(try await eventually { try await scene.seats() == 0 })
    try await scene.enters(early)
    try await scene.served.startGateway()
    #expect(try await scene.events().prefix(before.count) == before[...], "what was told stays as it was")
    #expect(try await eventually(within: .seconds(40)) { try await scene.seats() == 1 }, "15 s, and a try each 5 s")
    #expect(try await eventually { try await scene.people("participant.joined") == ["nadia", "bo"] })
    try await scene.says("after")
    #expect(try await eventually { try await scene.said() == ["before", "after"] })

    let after = try await scene.events()
    #expect(after.compactMap { $0["sequence"]?.integerValue } == (1...Int64(after.count)).map { $0 })
    #expect(Set(after.compactMap { $0["id"]?.stringValue }).count == after.count)
    #expect(try await scene.people("participant.joined") == ["nadia", "bo"])
    #expect(try await scene.people("participant.left") == [])
    #expect(try await scene.seats() == 1)
    #expect(await scene.served.stop() == (0, 0))
  }
}
