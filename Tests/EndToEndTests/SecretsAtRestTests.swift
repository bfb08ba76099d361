import JSONCoding
import ProgramTesting
import Testing

/// What vendors post holds stream keys and signed addresses; the store, and so every backup of it, must not.
@Suite
struct SecretsAtRestTests {
  @Test func noStreamKeyIsInTheStoreOrShown() async throws {
    let folder = TemporaryFolder()
    let demo = try await Demo.start(data: folder.path)
    let room = try await demo.liveRoom()
    try await demo.enters("ana", room)
    let wishes: [JSON] = [
      ["kind": "rtmp", "url": "rtmps://user:HIDDEN-1@live.example/app", "key": "HIDDEN-2"],
      ["kind": "rtmp", "url": "rtmp://live.example/HIDDEN-3"],
    ]
    for wish in wishes {
      let started = try await demo.api.post("/v1/rooms/\(room)/broadcasts", wish)
      #expect(started.status == 201)
      #expect(!started.text.contains("HIDDEN"))
    }
    try await demo.enters("bo", room)
    try await demo.api.post("/v1/rooms/\(room)/end")
    #expect(try await eventually { try await demo.events(room, types: "session.ended,room.ended").count > 0 })
    #expect(try await !demo.events(room).map { $0.text() }.joined().contains("HIDDEN"))
    #expect(try await !demo.api.get("/v1/rooms/\(room)/broadcasts").text.contains("HIDDEN"))
    let delivered = try await demo.mock.get("/_mock/webhooks/deliveries?limit=100").text
    #expect(await demo.stop().status == 0)
    #expect(delivered.contains("HIDDEN-2"), "the vendor told no key: this test proves nothing")
    // What was written last may still be in the log beside the database.
    let stored = ["switchboard.db", "switchboard.db-wal"].map(folder.read)
    #expect(!stored.contains { $0.contains("HIDDEN") }, "the store holds a stream key")
    #expect(stored.contains { $0.contains(room) }, "this is not the store: this test proves nothing")
  }
}
