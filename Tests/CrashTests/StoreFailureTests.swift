import HTTPTypes
import JSONCoding
import ProgramTesting
import Testing

/// The store stops writing while the gateway runs, and starts again.
@Suite(.serialized)
struct StoreFailureTests {
  @Test(arguments: StoreTrouble.allCases)
  func aStoreThatDoesNotWriteIsSaidAndRecoveredFrom(_ trouble: StoreTrouble) async throws {
    let victim = try await Victim.start()
    let room = try await victim.liveRoom("before")
    let before = try await victim.events(room)
    let caller = victim.api.with("Idempotency-Key", "while-it-fails")
    let eve: JSON = ["person": ["external_id": "eve"]]

    let ongoing = try trouble.begin(victim)
    try await isRefused(caller.post("/v1/rooms", Victim.body("while")))
    try await isRefused(victim.api.post("/v1/rooms", Victim.body("without a key")))
    try await isRefused(victim.api.post("/v1/rooms/\(room)/bans", eve))
    let session = try await victim.enters("leo", room)
    try await isNotReadyButAlive(victim)
    #expect(try await victim.api.get("/v1/rooms/\(room)")["title"] == "before", "what is stored is read")
    #expect(try await victim.events(room) == before)
    #expect(try await hookIsAskedFor(victim), "the vendor is asked to deliver again")

    try ongoing.end()
    #expect(try await eventually { try await victim.api.get("/readyz").status == 200 }, "without a restart")
    #expect(try await caller.post("/v1/rooms", Victim.body("while")).status == 201)
    #expect(try await victim.calls().filter { $0.title == "while" }.count == 1)
    #expect(try await victim.calls().filter { $0.title == "without a key" }.isEmpty)
    #expect(try await victim.api.post("/v1/rooms/\(room)/bans", eve).status == 201)
    #expect(try await eventually(within: .seconds(20)) { try await victim.connected(room) == [session] })
    #expect(try await victim.types(room).filter { $0 == "participant.joined" }.count == 1)
    #expect(try await victim.types(room).filter { $0 == "participant.banned" }.count == 1)
    #expect(try await victim.isGapless(room))
    try await victim.stop()
  }

  /// The vendor has the room when the store fails: it is found without anybody's help, and is the repeat's room.
  @Test(arguments: StoreTrouble.allCases)
  func aRoomMadeWhileTheStoreFailsIsOneRoom(_ trouble: StoreTrouble) async throws {
    let victim = try await Victim.start()
    let caller = victim.api.with("Idempotency-Key", "evening")
    try await victim.fault("GetOrCreateCall", ["kind": "delay", "ms": 1_000])
    async let failed = caller.post("/v1/rooms", Victim.body("evening"))
    #expect(try await eventually { try await victim.calls().count == 1 })
    let ongoing = try trouble.begin(victim)
    try await isRefused(failed)
    try ongoing.end()
    let room = try #require(try await victim.calls().first?.id)
    #expect(
      try await eventually(within: .seconds(15)) { try await victim.api.get("/v1/rooms/\(room)").status == 200 })
    #expect(try await caller.post("/v1/rooms", Victim.body("evening")).string("id") == room)
    #expect(try await victim.calls().map(\.id) == [room])
    #expect(try await victim.types(room) == ["room.created"])
    try await victim.stop()
  }

  @Test func aSecondGatewayOnTheStoreIsRefusedInWords() async throws {
    let victim = try await Victim.start()
    let second = try await Program.run("serve", "--config", victim.served.configuration)
    #expect(second.status == 1)
    #expect(second.errors.contains("another gateway serves this data"), "\(second.errors)")
    #expect(try await victim.api.get("/readyz").status == 200)
    try await victim.stop()
  }

  private func isRefused(_ reply: Reply) throws {
    #expect(reply.summary == "503 store_unavailable")
    #expect(reply.fields["Retry-After"] == "1")
    #expect(reply.took < .seconds(8))
  }

  private func isNotReadyButAlive(_ victim: Victim) async throws {
    #expect(try await eventually { try await victim.api.get("/readyz").status == 503 })
    let ready = try await victim.api.get("/readyz")
    #expect(ready.summary == "503 not_ready")
    #expect(ready["detail"]?.stringValue?.contains("store") == true, "\(ready.text)")
    #expect(try await victim.api.get("/livez").status == 200)
  }

  private func hookIsAskedFor(_ victim: Victim) async throws -> Bool {
    try await eventually {
      try await victim.deliveries("call.session_participant_joined", "pending").contains { delivery in
        delivery["attempts"]?.arrayValue?.contains { $0["status"] == 503 } == true
      }
    }
  }
}
