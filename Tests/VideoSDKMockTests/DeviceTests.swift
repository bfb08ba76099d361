import Clocks
import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import VideoSDKMock

@Suite("Devices of the control plane")
struct DeviceTests {
  @discardableResult
  private func change(_ vendor: TestVendor, _ room: String, _ id: String, _ body: JSON) async -> Reply {
    await vendor.control("PATCH", "rooms/\(room)/participants/\(id)", body)
  }

  private func speaker(_ vendor: TestVendor) async -> JSON? {
    await vendor.control("GET", "state")[TestVendor.key, "rooms", "0", "active_speaker"]
  }

  @Test("a device switches its tracks on and off, and REST shows since when")
  func tracks() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    let session = await vendor.join("a", room)
    let on = await change(vendor, room, "a", ["audio": true, "video": true, "screen": true])
    #expect(on.status == 200)
    #expect([on["audio"], on["video"], on["screen"]] == [true, true, true])
    await vendor.advance(seconds: 2)
    #expect(await change(vendor, room, "a", ["audio": false])["audio"] == false)
    await change(vendor, room, "a", ["audio": false])
    let seen = await vendor.send("GET", "/v2/sessions/\(session)/participants/a")
    #expect(seen["events", "mic"] == [["start": "2026-01-01T00:00:00.000Z", "end": "2026-01-01T00:00:02.000Z"]])
    #expect(seen["events", "webcam"] == [["start": "2026-01-01T00:00:00.000Z", "end": nil]])
    #expect(seen["events", "screenShare"]?.arrayValue?.count == 1)
    await vendor.engine.stop()
  }

  @Test(
    "who only listens sends nothing, and who becomes a listener stops", arguments: ["RECV_ONLY", "SIGNALLING_ONLY"])
  func modes(_ mode: String) async {
    let vendor = TestVendor()
    let room = await vendor.room()
    let session = await vendor.join("a", room, ["audio": true])
    await vendor.advance(seconds: 1)
    let listener = await change(vendor, room, "a", ["mode": .string(mode)])
    #expect(listener["mode"]?.stringValue == mode)
    #expect(listener["audio"] == false)
    #expect(await change(vendor, room, "a", ["audio": true]).status == 403)
    #expect(await change(vendor, room, "a", ["audio": true, "mode": "SEND_AND_RECV"])["audio"] == true)
    let seen = await vendor.send("GET", "/v2/sessions/\(session)/participants/a")
    #expect(
      seen["changeModeHistory"]?.arrayValue?.compactMap { $0["mode"]?.stringValue } == [
        "SEND_AND_RECV", mode, "SEND_AND_RECV",
      ])
    #expect(seen["changeModeHistory", "0", "timelog", "0", "end"] == "2026-01-01T00:00:01.000Z")
    await vendor.engine.stop()
  }

  @Test("the active speaker is the loudest who speaks and sends sound, and nobody when nobody does")
  func activeSpeaker() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    for id in ["a", "b"] { await vendor.join(id, room, ["audio": true]) }
    await vendor.join("c", room)
    #expect(await speaker(vendor) == .null)
    await change(vendor, room, "a", ["speaking": true, "level": 0.3])
    await change(vendor, room, "b", ["speaking": true, "level": 0.6])
    #expect(await speaker(vendor) == "b")
    await change(vendor, room, "a", ["level": 0.9])
    #expect(await speaker(vendor) == "a")
    #expect(await change(vendor, room, "c", ["speaking": true, "level": 1])["speaking"] == false)
    #expect(await speaker(vendor) == "a")
    let muted = await change(vendor, room, "a", ["audio": false])
    #expect(muted["speaking"] == false && muted["level"] == .null)
    #expect(await speaker(vendor) == "b", "whoever is muted is not heard")
    await vendor.leave("b", room)
    #expect(await speaker(vendor) == .null)
    await vendor.engine.stop()
  }

  @Test("a test may say itself who speaks")
  func namedSpeaker() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    await vendor.join("a", room)
    let path = "rooms/\(room)/active-speaker"
    #expect(await vendor.control("POST", path, ["participant_id": "a", "volume": 0.5]).status == 204)
    #expect(await speaker(vendor) == "a")
    await vendor.join("b", room, ["audio": true])
    await change(vendor, room, "b", ["audio": false])
    await vendor.leave("b", room)
    #expect(await speaker(vendor) == "a", "whatever others do who are not heard")
    #expect(await vendor.control("POST", path, ["participant_id": nil]).status == 204)
    #expect(await speaker(vendor) == .null)
    #expect(await vendor.control("POST", path, ["participant_id": "x"]).status == 404)
    await vendor.engine.stop()
  }

  @Test("what is refused changes nothing")
  func atomic() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    await vendor.join("a", room)
    let bodies: [(body: JSON, status: Int)] = [
      (["mode": "RECV_ONLY", "audio": true], 403), (["audio": true, "level": 2], 400),
      (["audio": true, "mode": "LOUD"], 400), (["audio": true, "colour": "red"], 400), (["audio": "yes"], 400),
    ]
    for (body, status) in bodies { #expect(await change(vendor, room, "a", body).status == status) }
    let state = await vendor.control("GET", "state")
    #expect(state[TestVendor.key, "rooms", "0", "participants", "0", "mode"] == "SEND_AND_RECV")
    #expect(state[TestVendor.key, "rooms", "0", "participants", "0", "audio"] == false)
    await vendor.engine.stop()
  }

  @Test("a device leaves for a reason of the vendor's numbers")
  func leaving() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    for id in ["a", "b"] { await vendor.join(id, room) }
    let path = "rooms/\(room)/participants/a"
    #expect(await vendor.control("DELETE", path, query: "reason=gone").status == 400)
    #expect(await vendor.control("DELETE", path, query: "reason=1001").status == 204)
    #expect(await vendor.control("DELETE", path).status == 404)
    #expect(await vendor.leave("b", room) == 204)
    let people = await vendor.control("GET", "state")[TestVendor.key, "rooms", "0", "participants"]?.arrayValue
    #expect(people?.compactMap { $0["leave_reason"]?.integerValue } == [1001, 1101])
    await vendor.engine.stop()
  }

  @Test("a hand is raised by a message on the topic that clients agreed upon")
  func hand() async throws {
    let vendor = TestVendor()
    let room = await vendor.room()
    await vendor.join("a", room, ["name": "Ann"])
    let told = try vendor.news(
      of: "rooms/\(room)/permission-requests", ["user_id": "a", "permissions": ["x"]], in: room)
    guard case .message(let message)? = told?.first else {
      Issue.record("nothing was said")
      return
    }
    #expect((message.topic, message.senderID, message.senderName) == ("RAISE_HAND", "a", "Ann"))
    #expect(!message.isPersistent && message.recipients == nil && message.at == vendor.time.wallNanoseconds)
    let nobody = await vendor.control("POST", "rooms/\(room)/permission-requests", ["user_id": "x"])
    #expect(nobody.status == 404)
    await vendor.engine.stop()
  }

  @Test("a persisted message is kept for whoever may hear it, until the session ends")
  func messages() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    for id in ["a", "b", "c"] { await vendor.join(id, room) }
    func say(_ text: String, _ more: JSONObject = [:]) async {
      var body: JSONObject = ["participant_id": "a", "topic": "CHAT", "message": .string(text)]
      for (key, value) in more.pairs { body[key] = value }
      #expect(await vendor.control("POST", "rooms/\(room)/messages", .object(body)).status == 204)
    }
    func heard(_ id: String) -> [String]? {
      vendor.mock.look(at: TestVendor.key) { $0.history(of: "CHAT", for: id, in: room).map(\.text) }
    }
    await say("one", ["persist": true])
    await say("two")
    await say("three", ["persist": true, "send_only": ["b"]])
    #expect(heard("a") == ["one", "three"])
    #expect(heard("b") == ["one", "three"])
    #expect(heard("c") == ["one"])
    await vendor.send("POST", "/v2/sessions/end", ["roomId": .string(room)])
    await vendor.advance(seconds: 1)
    #expect(heard("a") == [])
    await vendor.engine.stop()
  }

  @Test("a device changes its mode when it is asked to, in the text or the payload", arguments: [true, false])
  func obedience(_ obeys: Bool) async {
    let vendor = TestVendor { $0.devicesObeyModeRequests = obeys }
    let room = await vendor.room()
    for id in ["host", "a", "b"] { await vendor.join(id, room, ["audio": true]) }
    let bodies: [JSON] = [
      ["participant_id": "host", "topic": "CHANGE_MODE_a", "message": #"{"mode":"RECV_ONLY"}"#],
      ["participant_id": "host", "topic": "CHANGE_MODE_b", "payload": ["mode": "VIEWER"]],
      ["participant_id": "host", "topic": "CHANGE_MODE_nobody", "message": #"{"mode":"RECV_ONLY"}"#],
      ["participant_id": "host", "topic": "CHANGE_MODE_host", "message": "no document"],
    ]
    for body in bodies { #expect(await vendor.control("POST", "rooms/\(room)/messages", body).status == 204) }
    let people = await vendor.control("GET", "state")[TestVendor.key, "rooms", "0", "participants"]?.arrayValue
    #expect(
      people?.compactMap { $0["mode"]?.stringValue }
        == ["SEND_AND_RECV", obeys ? "RECV_ONLY" : "SEND_AND_RECV", obeys ? "SIGNALLING_ONLY" : "SEND_AND_RECV"])
    #expect(people?.compactMap { $0["audio"]?.boolValue } == [true, !obeys, !obeys])
    await vendor.engine.stop()
  }

  @Test("a message that is for others is not obeyed")
  func notMeant() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    for id in ["host", "a"] { await vendor.join(id, room) }
    let body: JSON = [
      "participant_id": "host", "topic": "CHANGE_MODE_a", "message": #"{"mode":"RECV_ONLY"}"#, "send_only": ["b"],
    ]
    await vendor.control("POST", "rooms/\(room)/messages", body)
    let state = await vendor.control("GET", "state")
    #expect(state[TestVendor.key, "rooms", "0", "participants", "1", "mode"] == "SEND_AND_RECV")
    await vendor.engine.stop()
  }

  @Test("a room of the control plane's has any of its three names, and no other routes")
  func routes() async {
    let vendor = TestVendor()
    let made = await vendor.send("POST", "/v2/rooms", ["customRoomId": "mine"])
    for (index, name) in ["roomId", "customRoomId", "id"].enumerated() {
      let path = "rooms/\(made[name]?.stringValue ?? "")/participants"
      #expect(await vendor.control("POST", path, ["participant_id": .string("p\(index)")]).status == 201)
    }
    #expect(await vendor.control("POST", "rooms/mine/nothing", [:]).status == 404)
    #expect(await vendor.control("GET", "rooms/mine/participants").status == 405)
    #expect(
      await vendor.control("POST", "rooms/mine/participants", ["participant_id": "a"], query: "x=1").status == 400)
    let other = await vendor.control("POST", "rooms/mine/participants", ["participant_id": "a"], query: "tenant=x")
    #expect(other.status == 404)
    await vendor.engine.stop()
  }

  @Test("a reset leaves nothing, and the ids begin anew")
  func reset() async {
    let vendor = TestVendor()
    let first = await vendor.room(["customRoomId": "mine"])
    await vendor.join("a", first)
    await vendor.listen()
    #expect(await vendor.control("POST", "reset").status == 204)
    let state = await vendor.control("GET", "state")
    #expect(state[TestVendor.key, "rooms"] == [])
    #expect(state[TestVendor.key, "hooks"] == [])
    #expect(vendor.mock.nextDeadline == nil)
    #expect(await vendor.room(["customRoomId": "mine"]) == first)
    await vendor.engine.stop()
  }
}
