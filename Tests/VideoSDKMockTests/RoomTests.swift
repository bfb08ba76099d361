import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import VideoSDKMock

@Suite("Rooms")
struct RoomTests {
  @Test("a room is made without body and content type, with 200")
  func bare() async throws {
    let vendor = TestVendor()
    let made = await vendor.raw("POST", "/v2/rooms", fields: ["authorization": vendor.token(), "Host": "mock.test:1"])
    #expect(made.status == 200)
    let id = try #require(made["roomId"]?.stringValue)
    #expect(id.wholeMatch(of: #/[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}/#) != nil)
    #expect(made["id"]?.stringValue?.wholeMatch(of: #/[0-9a-f]{24}/#) != nil)
    #expect(made["customRoomId"] == .null)
    #expect(made["disabled"] == false)
    #expect(made["createdAt"] == "2026-01-01T00:00:00.000Z")
    #expect(made["links", "get_room"]?.stringValue == "http://mock.test:1/v2/rooms/\(id)")
    #expect(made["links", "get_session"] == "http://mock.test:1/v2/sessions/")
    await vendor.engine.stop()
  }

  @Test("an id of the caller's own is given once: the room comes back as it was")
  func idempotent() async {
    let vendor = TestVendor()
    let first = await vendor.send(
      "POST", "/v2/rooms", ["customRoomId": "mine", "webhook": ["endPoint": "https://a.test/", "events": ["*"]]])
    let second = await vendor.send("POST", "/v2/rooms", ["customRoomId": "mine"])
    #expect(second.status == 200)
    #expect(second.json == first.json)
    #expect(await vendor.send("POST", "/v2/rooms")["roomId"] != first["roomId"], "without one it is another room")
    await vendor.engine.stop()
  }

  @Test("a room is found by its three names, and getting it names its owner in full")
  func names() async {
    let vendor = TestVendor()
    let made = await vendor.send("POST", "/v2/rooms", ["customRoomId": "mine"])
    for name in ["roomId", "customRoomId", "id"] {
      let found = await vendor.send("GET", "/v2/rooms/\(made[name]?.stringValue ?? "")")
      #expect(found["roomId"] == made["roomId"], "by \(name)")
      #expect(found["userId"] == nil)
      #expect(found["user", "id"] == made["userId"])
    }
    for name in ["roomId", "customRoomId"] {
      #expect(await vendor.send("GET", "/v2/rooms/validate/\(made[name]?.stringValue ?? "")").json == made.json)
    }
    let byRecord = await vendor.send("GET", "/v2/rooms/validate/\(made["id"]?.stringValue ?? "")")
    #expect(byRecord.refusal == "0/404")
    await vendor.engine.stop()
  }

  @Test("an unknown room is refused with a text under error", arguments: ["/v2/rooms/none", "/v2/rooms/validate/none"])
  func unknown(_ path: String) async {
    let vendor = TestVendor()
    let reply = await vendor.send("GET", path)
    #expect(reply.status == 404)
    #expect(reply["error"] == "Room not found")
    #expect(reply["message"] == "Room not found")
    await vendor.engine.stop()
  }

  @Test("the list has the newest first, in pages")
  func list() async {
    let vendor = TestVendor()
    var ids: [JSON] = []
    for _ in 0..<5 { ids.append(.string(await vendor.room())) }
    let page = await vendor.send("GET", "/v2/rooms", query: "page=2&perPage=2")
    #expect(page["data"]?.arrayValue?.compactMap { $0["roomId"] } == [ids[2], ids[1]])
    #expect(page["pageInfo"] == ["currentPage": 2, "perPage": 2, "lastPage": 3, "total": 5])
    let all = await vendor.send("GET", "/v2/rooms/")
    #expect(all["pageInfo"] == ["currentPage": 1, "perPage": 20, "lastPage": 1, "total": 5])
    let beyond = await vendor.send("GET", "/v2/rooms", query: "page=9")
    #expect(beyond["data"] == [])
    await vendor.engine.stop()
  }

  @Test("a page must be a number from 1", arguments: ["page=0", "page=x", "perPage=0", "page=-1", "perPage=1.5"])
  func badPage(_ query: String) async {
    let vendor = TestVendor()
    #expect(await vendor.send("GET", "/v2/rooms", query: query).status == 400)
    await vendor.engine.stop()
  }

  @Test("a page that is too large is cut, or refused", arguments: [false, true])
  func largePage(_ isRefused: Bool) async {
    let vendor = TestVendor { $0.refusesLargePages = isRefused }
    let reply = await vendor.send("GET", "/v2/rooms", query: "perPage=101")
    #expect(reply.status == (isRefused ? 400 : 200))
    #expect(reply["pageInfo", "perPage"] == (isRefused ? nil : 100))
    await vendor.engine.stop()
  }

  @Test("deactivating answers in the names of an older interface, and is for good")
  func deactivation() async throws {
    let vendor = TestVendor()
    let made = await vendor.send("POST", "/v2/rooms", ["customRoomId": "mine"])
    let id = try #require(made["roomId"]?.stringValue)
    await vendor.advance(seconds: 1)
    let gone = await vendor.send("POST", "/v2/rooms/deactivate", ["roomId": .string(id)])
    #expect(gone.status == 200)
    #expect(
      gone.json.objectValue?.keys == [
        "webhook", "disabled", "meetingId", "userMeetingId", "createdAt", "updatedAt", "user", "id",
      ])
    #expect(gone["disabled"] == true)
    #expect(gone["meetingId"]?.stringValue == id)
    #expect(gone["userMeetingId"] == "mine")
    #expect(gone["updatedAt"] == "2026-01-01T00:00:01.000Z")
    #expect(await vendor.send("GET", "/v2/rooms/\(id)")["disabled"] == true)
    let validation = await vendor.send("GET", "/v2/rooms/validate/\(id)")
    #expect(validation.refusal == "0/400")
    #expect(validation.message == "Room is disabled")
    #expect(await vendor.send("POST", "/v2/rooms/\(id)", ["status": "enabled"]).refusal == "0/402")
    let again = await vendor.send("POST", "/v2/rooms", ["customRoomId": "mine"])
    #expect(again["roomId"]?.stringValue == id)
    #expect(again["disabled"] == true)
    await vendor.engine.stop()
  }

  @Test("deactivating by the caller's own id is refused with 402")
  func deactivationByCustomID() async {
    let vendor = TestVendor()
    let id = await vendor.room(["customRoomId": "mine"])
    #expect(await vendor.send("POST", "/v2/rooms/deactivate", ["customRoomId": "mine"]).refusal == "0/402")
    #expect(await vendor.send("POST", "/v2/rooms/deactivate", ["roomId": "mine"]).refusal == "0/404")
    #expect(await vendor.send("POST", "/v2/rooms/deactivate", [:]).status == 400)
    #expect(await vendor.send("GET", "/v2/rooms/\(id)")["disabled"] == false)
    await vendor.engine.stop()
  }

  @Test("a room is switched off and on again")
  func toggle() async {
    let vendor = TestVendor()
    let id = await vendor.room()
    #expect(await vendor.send("POST", "/v2/rooms/\(id)", ["status": "disabled"])["disabled"] == true)
    #expect(await vendor.control("POST", "rooms/\(id)/participants", ["participant_id": "a"]).refusal == "4003/400")
    #expect(await vendor.send("POST", "/v2/rooms/\(id)", ["status": "enabled"])["disabled"] == false)
    #expect(await vendor.control("POST", "rooms/\(id)/participants", ["participant_id": "a"]).status == 201)
    #expect(await vendor.send("POST", "/v2/rooms/\(id)", ["status": "off"]).status == 400)
    await vendor.engine.stop()
  }

  @Test("a disabled room can be valid all the same, by a switch")
  func validatesDisabled() async {
    let vendor = TestVendor { $0.validatesDisabledRooms = true }
    let id = await vendor.room()
    await vendor.send("POST", "/v2/rooms/deactivate", ["roomId": .string(id)])
    #expect(await vendor.send("GET", "/v2/rooms/validate/\(id)")["disabled"] == true)
    await vendor.engine.stop()
  }

  @Test(
    "options that are not as they must be are refused by name",
    arguments: [
      (#"{"customRoomId":""}"#, "customRoomId"), (#"{"customRoomId":7}"#, "customRoomId"),
      (#"{"webhook":{"events":[]}}"#, "webhook.endPoint"),
      (#"{"webhook":{"endPoint":"http://example.test/"}}"#, "webhook.endPoint"),
      (#"{"webhook":{"endPoint":"ftp://127.0.0.1/"}}"#, "webhook.endPoint"),
      (#"{"webhook":{"url":"https://a.test/"}}"#, "webhook.url"),
      (#"{"webhook":{"endPoint":"https://a.test/","events":["Session!"]}}"#, "webhook.events"),
      (#"{"webhook":{"endPoint":"https://a.test/","events":"*"}}"#, "webhook.events"),
      (#"{"autoCloseConfig":{"duration":5}}"#, "autoCloseConfig.type"),
      (#"{"autoCloseConfig":{"type":"never"}}"#, "autoCloseConfig.type"),
      (#"{"autoCloseConfig":{"type":"session-ends","duration":0}}"#, "autoCloseConfig.duration"),
      (#"{"multiComposition":{"recording":"yes"}}"#, "multiComposition.recording"),
      (#"{"multiComposition":{"video":true}}"#, "multiComposition.video"),
      (#"{"allowedParticipantIds":"a"}"#, "allowedParticipantIds"), (#"{"geoFence":1}"#, "geoFence"),
      (#"{"autoStartConfig":{"recording":{"config":{"theme":"PINK"}}}}"#, "autoStartConfig.recording.config.theme"),
      (#"{"title":"x"}"#, "title"),
    ])
  func refusedOptions(_ body: String, _ field: String) async throws {
    let vendor = TestVendor()
    let reply = await vendor.send("POST", "/v2/rooms", try JSON.parse(Array(body.utf8), mode: .strict))
    #expect(reply.status == 400)
    #expect(reply.message.hasPrefix(field + " "), "\(reply.message)")
    #expect(await vendor.send("GET", "/v2/rooms")["pageInfo", "total"] == 0)
    await vendor.engine.stop()
  }

  @Test("a body that is no object is refused", arguments: ["[]", "{", "\"x\"", "null"])
  func badBody(_ body: String) async {
    let vendor = TestVendor()
    let reply = await vendor.raw(
      "POST", "/v2/rooms", fields: ["Authorization": vendor.token()], body: Array(body.utf8))
    #expect(reply.refusal == "0/400")
    await vendor.engine.stop()
  }

  @Test(
    "webhooks go to HTTPS, or to the loopback, and have at most 512 letters",
    arguments: [
      ("https://example.test/hook", true), ("http://127.0.0.1:4000/hook", true), ("http://localhost:1/", true),
      ("http://[::1]:1/", true), ("http://127.evil.example/", false),
      ("https://a.test/" + .init(repeating: "x", count: 497), true),
      ("https://a.test/" + .init(repeating: "x", count: 498), false), ("http://10.0.0.1/", false), ("https://", false),
    ])
  func webhooks(_ url: String, _ isTaken: Bool) async {
    let vendor = TestVendor()
    let reply = await vendor.send("POST", "/v2/rooms", ["webhook": ["endPoint": .string(url), "events": ["session*"]]])
    #expect(reply.status == (isTaken ? 200 : 400))
    if isTaken { #expect(reply["webhook"] == ["endPoint": .string(url), "events": ["session*"]]) }
    await vendor.engine.stop()
  }

  @Test("unknown options can be passed over, by a switch")
  func unknownOptions() async {
    let vendor = TestVendor { $0.refusesUnknownFields = false }
    #expect(await vendor.send("POST", "/v2/rooms", ["title": "x"]).status == 200)
    await vendor.engine.stop()
  }

  @Test("what was asked for is shown")
  func shown() async {
    let vendor = TestVendor()
    let options: JSON = [
      "customRoomId": "mine", "autoCloseConfig": ["type": "session-ends", "duration": 60], "geoFence": "eu001",
      "multiComposition": ["recording": true, "hls": true, "rtmp": false], "allowedParticipantIds": ["a", "b"],
      "autoStartConfig": ["recording": ["config": ["mode": "audio"]]],
    ]
    let made = await vendor.send("POST", "/v2/rooms", options)
    for (name, value) in options.objectValue?.pairs ?? [] { #expect(made[name] == value, "\(name)") }
    await vendor.engine.stop()
  }
}
