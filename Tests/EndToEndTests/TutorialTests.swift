import Cryptography
import HTTPTypes
import JSONCoding
import ProgramTesting
import Testing

/// An audio room as the vendor's own tutorial builds it, checkpoint by checkpoint: the backend's part through the gateway,
/// the apps' part at the vendor.
@Suite(.sharedDemo)
struct TutorialTests {
  private func room() async throws -> String {
    try await demo.room { body in
      body["title"] = "SwiftUI heads"
      body["description"] = "Talking about SwiftUI"
      body["host"] = ["external_id": "martin", "name": "Martin"]
    }
  }

  private func count(_ room: String) async throws -> Int64? {
    try await demo.api.get("/v1/rooms/\(room)")["session", "participant_count"]?.integerValue
  }

  private func isCounted(_ wanted: Int64, in room: String) async throws -> Bool {
    try await eventually { try await count(room) == wanted }
  }

  /// The vendor's token of somebody who does not ask the gateway: minted by another backend of the same app.
  private func foreignToken(_ user: String, _ room: String, secret: String? = nil, lasting: Int64 = 600) throws
    -> String
  {
    let demo = try demo
    let claims: JSON = [
      "user_id": .string(user), "iat": .integer(demo.now - 1_000), "exp": .integer(demo.now + lasting),
      "call_cids": [.string("audio_room:\(room)")],
    ]
    return try JWT.sign(claims: claims, secret: Secret(secret ?? demo.secret))
  }

  private func device(_ session: String, _ room: String) -> String {
    "/_mock/rooms/audio_room%3A\(room)/participants/\(session)"
  }

  private func switchesMicrophone(_ isOn: Bool, _ session: String, _ room: String) async throws -> Int {
    try await demo.mock.send("PATCH", device(session, room), (["audio": .bool(isOn)] as JSON).bytes()).status
  }

  private func raisesHand(_ user: String, _ room: String) async throws {
    let path = "/_mock/rooms/audio_room%3A\(room)/permission-requests"
    let answer = try await demo.mock.post(path, ["user_id": .string(user), "permissions": ["send-audio"]])
    #expect(answer.status == 204)
  }

  private func pending(_ room: String) async throws -> [JSON] {
    try await demo.api.get("/v1/rooms/\(room)/permission-requests?state=pending").items
  }

  // MARK: Checkpoints

  @Test func theCreatorIsInAndTheOthersWaitUntilTheRoomGoesLive() async throws {
    let room = try await room()
    try await demo.enters("martin", room)
    #expect(try await isCounted(1, in: room))
    let shown = try await demo.api.get("/v1/rooms/\(room)")
    #expect(shown["title"] == "SwiftUI heads")
    #expect(shown["description"] == "Talking about SwiftUI")
    #expect(shown["state"] == "backstage")

    try await makesTheBrowserKnown()
    let refused = try await demo.joins(foreignToken("browser", room), room)
    #expect(refused.status == 403)
    #expect(refused.text.contains("not allowed to perform action JoinBackstage"))
    #expect(try await count(room) == 1)

    #expect(try await demo.api.post("/v1/rooms/\(room)/go-live")["changed"] == true)
    #expect(try await demo.joins(foreignToken("browser", room), room).status == 201)
    #expect(try await isCounted(2, in: room))

    #expect(try await demo.api.post("/v1/rooms/\(room)/stop-live")["changed"] == true)
    #expect(try await demo.api.get("/v1/rooms/\(room)")["state"] == "backstage")
    #expect(try await isCounted(1, in: room))
    #expect(try await demo.api.get("/v1/rooms/\(room)/participants")["items", "0", "person", "name"] == "Martin")
  }

  @Test func openingAndClosingTheTabMovesTheCount() async throws {
    let room = try await room()
    try await demo.api.post("/v1/rooms/\(room)/go-live")
    try await demo.enters("martin", room)
    for _ in 0..<2 {
      let session = try await demo.enters("browser", room)
      #expect(try await isCounted(2, in: room))
      #expect(try await demo.mock.send("DELETE", device(session, room)).status == 204)
      #expect(try await isCounted(1, in: room))
    }
  }

  @Test func theRaisedHandOfTheBrowserIsGranted() async throws {
    let room = try await room()
    try await demo.api.post("/v1/rooms/\(room)/go-live")
    let session = try await demo.enters("browser", room)
    #expect(try await switchesMicrophone(true, session, room) == 403)

    try await raisesHand("browser", room)
    #expect(try await eventually { try await pending(room).count == 1 })
    let request = try #require(await pending(room).first)
    #expect(request["person", "external_id"] == "browser")
    #expect(request["permissions"] == ["send_audio"])
    let id = try #require(request["id"]?.stringValue)
    let granted = try await demo.api.post("/v1/rooms/\(room)/permission-requests/\(id)/grant")
    #expect(granted["state"] == "granted")

    #expect(try await switchesMicrophone(true, session, room) == 200)
    #expect(try await switchesMicrophone(false, session, room) == 200)
    #expect(try await switchesMicrophone(true, session, room) == 200)
    #expect(try await pending(room) == [])
    #expect(try await speakers(room) == ["browser"])

    // The vendor's own report of the grant comes by a webhook and adds nothing.
    try await demo.enters("martin", room)
    let told = try await demo.events(room, types: "permission.*").map { $0["type"]?.stringValue ?? "" }
    #expect(told == ["permission.requested", "permission.granted"])
    #expect(try await speakers(room) == ["browser", "martin"])
  }

  /// Those who may speak, as an app splits them from the listeners.
  private func speakers(_ room: String) async throws -> [String] {
    try await demo.api.get("/v1/rooms/\(room)/participants").items
      .filter { $0["permissions"]?.arrayValue?.contains("send_audio") == true }
      .compactMap { $0["person", "external_id"]?.stringValue }.sorted()
  }

  @Test func theRaisedHandOfTheBrowserIsRejected() async throws {
    let room = try await room()
    try await demo.api.post("/v1/rooms/\(room)/go-live")
    let session = try await demo.enters("browser", room)
    try await raisesHand("browser", room)
    #expect(try await eventually { try await pending(room).count == 1 })
    let id = try #require(await pending(room).first?["id"]?.stringValue)
    #expect(try await demo.api.post("/v1/rooms/\(room)/permission-requests/\(id)/reject")["state"] == "rejected")
    #expect(try await pending(room) == [])
    #expect(try await switchesMicrophone(true, session, room) == 403)
    let notice = try await demo.journal("SendCallEvent", room).first?["body", "custom", "switchboard"]
    #expect(notice == ["type": "permission.rejected", "request_id": .string(id)])
  }

  // MARK: What goes wrong

  @Test func aTokenOfAnotherAppOrOneThatIsOverIsRefused() async throws {
    let room = try await room()
    try await demo.api.post("/v1/rooms/\(room)/go-live")
    try await makesTheBrowserKnown()
    let strange = try await demo.joins(foreignToken("browser", room, secret: "the-secret-of-another-app-012345"), room)
    #expect(strange.status == 401)
    #expect(strange.text.contains("Token signature is invalid"))
    let over = try await demo.joins(foreignToken("browser", room, lasting: -60), room)
    #expect(over.status == 401)
    #expect(over.text.contains("Token is expired"))
    let unknown = try await vendor("GET", "/video/call/audio_room/\(room)", as: "browser", room, key: "no-such-key")
    #expect(unknown.status == 401)
    #expect(unknown.text.contains("api_key not valid"))
  }

  @Test func onlyTheCreatorOpensTheRoom() async throws {
    let room = try await room()
    try await makesTheBrowserKnown()
    let atVendor = try await vendor("POST", "/video/call/audio_room/\(room)/go_live", as: "browser", room)
    #expect(atVendor.status == 403)
    #expect(atVendor.text.contains("not allowed to perform action UpdateCall"))
    let here = try await demo.api.with("On-Behalf-Of", "browser").post("/v1/rooms/\(room)/go-live")
    #expect(here.summary == "403 forbidden")
    #expect(try await vendor("POST", "/video/call/audio_room/\(room)/go_live", as: "martin", room).status == 201)
    #expect(try await eventually { try await demo.api.get("/v1/rooms/\(room)")["state"] == "live" })
  }

  @Test func twoClientsOfOneUserAreOnePerson() async throws {
    let room = try await room()
    try await demo.api.post("/v1/rooms/\(room)/go-live")
    try await demo.enters("martin", room)
    try await demo.enters("martin", room)
    let session = try await demo.api.get("/v1/rooms/\(room)")["session"]
    #expect(session?["person_count"] == 1)
    #expect(session?["participant_count"] == 2)
  }

  @Test func twoRoomsCountApart() async throws {
    let rooms = [try await room(), try await room()]
    for room in rooms {
      try await demo.api.post("/v1/rooms/\(room)/go-live")
      try await demo.enters("martin", room)
    }
    for room in rooms { #expect(try await isCounted(1, in: room)) }
  }

  /// Another backend of the same app has told the vendor of them.
  private func makesTheBrowserKnown() async throws {
    let demo = try demo
    let token = try JWT.sign(
      claims: ["server": true, "iat": .integer(demo.now - 5)], secret: Secret(demo.secret))
    let caller = demo.mock.with("Authorization", token).with("stream-auth-type", "jwt")
    let users: JSON = ["users": ["browser": ["id": "browser"]]]
    #expect(try await caller.post("/api/v2/users?api_key=\(demo.apiKey)", users).status == 201)
  }

  /// One request of an app's own client to the vendor.
  private func vendor(_ method: String, _ path: String, as user: String, _ room: String, key: String? = nil)
    async throws -> Reply
  {
    let demo = try demo
    let caller = demo.mock.with("Authorization", try foreignToken(user, room)).with("stream-auth-type", "jwt")
    let body = method == "GET" ? nil : ([:] as JSON).bytes()
    return try await caller.send(method, "\(path)?api_key=\(key ?? demo.apiKey)", body)
  }
}
