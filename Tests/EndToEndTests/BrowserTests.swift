import HTTPTypes
import JSONCoding
import ProgramTesting
import Testing

@Suite(.sharedDemo)
struct BrowserTests {
  static let origin = "http://localhost:3000"

  @Test func aPreflightPassesWithoutACredential() async throws {
    let demo = try demo
    let room = try await demo.liveRoom()
    let page = demo.api.with(credential: nil).with("Origin", Self.origin)
      .with("Access-Control-Request-Method", "GET")
      .with("Access-Control-Request-Headers", "authorization,last-event-id")
    let answer = try await page.send("OPTIONS", "/v1/rooms/\(room)/events")
    #expect([200, 204].contains(answer.status))
    #expect(answer.fields["Access-Control-Allow-Origin"] == Self.origin)
    let methods = answer.fields["Access-Control-Allow-Methods"] ?? ""
    #expect(methods.contains("GET"))
    let allowed = (answer.fields["Access-Control-Allow-Headers"] ?? "").lowercased()
    let needed = [
      "authorization", "content-type", "if-match", "idempotency-key", "last-event-id", "on-behalf-of",
    ]
    #expect(needed.filter { !allowed.contains($0) } == [])
  }

  @Test func aStrangersPageIsNotAllowed() async throws {
    let demo = try demo
    let room = try await demo.liveRoom()
    let page = demo.api.with("Origin", "https://elsewhere.example")
    #expect(try await page.get("/v1/rooms/\(room)").fields["Access-Control-Allow-Origin"] == nil)
    let preflight = try await page.with(credential: nil).with("Access-Control-Request-Method", "GET")
      .send("OPTIONS", "/v1/rooms/\(room)")
    #expect(preflight.fields["Access-Control-Allow-Origin"] == nil)
  }

  @Test func aPageFollowsItsOwnRoomAndNoOther() async throws {
    let demo = try demo
    let (room, other) = (try await demo.liveRoom(), try await demo.liveRoom())
    let token = try await demo.api.post(
      "/v1/rooms/\(room)/client-tokens", ["person": ["external_id": "leo"]]
    ).string("token")
    let fields: HTTPFields = ["Authorization": "Bearer \(token)", "Origin": Self.origin]
    let stream = try demo.stream("/v1/rooms/\(room)/events?types=participant.*,room.*", fields)
    #expect(await stream.opened() == 200)
    #expect(stream.fields["Content-Type"]?.hasPrefix("text/event-stream") == true)
    #expect(stream.fields["Access-Control-Allow-Origin"] == Self.origin)
    #expect(await stream.followed())
    try await demo.enters("leo", room)
    #expect(await stream.first { $0.event == "participant.joined" } != nil)
    try await demo.api.post("/v1/rooms/\(room)/lock")
    #expect(await stream.first { $0.event == "room.locked" } != nil)

    let page = demo.api.with(credential: token).with("Origin", Self.origin)
    #expect(try await page.get("/v1/rooms/\(room)").status == 200)
    for path in ["", "/events"] {
      let refused = try await page.get("/v1/rooms/\(other)\(path)")
      #expect([403, 404].contains(refused.status), "\(path): \(refused.summary)")
      #expect(refused.fields["Access-Control-Allow-Origin"] == Self.origin, "the page can read why")
    }
    #expect(try await page.post("/v1/rooms/\(room)/end").summary == "403 forbidden")
    #expect(try await page.get("/v1/rooms").summary == "403 forbidden")
    #expect(try await demo.journal("EndCall", room).isEmpty)
  }

  @Test func aPageSeesTheEndOfItsRoom() async throws {
    let demo = try demo
    let room = try await demo.liveRoom()
    let token = try await demo.api.post(
      "/v1/rooms/\(room)/client-tokens", ["person": ["external_id": "leo"]]
    ).string("token")
    let stream = try demo.stream("/v1/rooms/\(room)/events", ["Authorization": "Bearer \(token)"])
    #expect(await stream.followed())
    try await demo.api.post("/v1/rooms/\(room)/end")
    #expect(await stream.first { $0.event == "room.ended" } != nil)
    let page = demo.api.with(credential: token)
    #expect(try await page.post("/v1/rooms/\(room)/join-tokens", [:]).summary == "409 room_ended")
  }

  @Test func aBannedPersonsTokenIsNoUse() async throws {
    let demo = try demo
    let room = try await demo.liveRoom()
    let token = try await demo.api.post(
      "/v1/rooms/\(room)/client-tokens", ["person": ["external_id": "leo"]]
    ).string("token")
    #expect(try await demo.api.post("/v1/rooms/\(room)/bans", ["person": ["external_id": "leo"]]).status < 300)
    #expect(try await demo.api.with(credential: token).get("/v1/rooms/\(room)").summary == "403 banned")
  }
}
