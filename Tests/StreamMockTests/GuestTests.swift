import Cryptography
import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting
import WebSocket

@testable import StreamMock

@Suite("Guests and the anonymous")
struct GuestTests {
  private func guest(_ vendor: TestVendor, _ user: JSON, path: String = "/video/guest") async -> Reply {
    await vendor.send("POST", path, ["user": user], token: "", type: "anonymous")
  }

  @Test(
    "a guest is made by anybody, in both families, under another id each time",
    arguments: ["/video/guest", "/api/v2/guest"])
  func made(_ path: String) async {
    let vendor = TestVendor()
    let first = await guest(vendor, ["id": "gus", "name": "Gus", "custom": ["a": 1]], path: path)
    #expect(first.status == 201)
    #expect(first["user", "role"] == "guest" && first["user", "name"] == "Gus" && first["user", "custom", "a"] == 1)
    let second = await guest(vendor, ["id": "gus"], path: path)
    #expect(second.status == 201 && first["user", "id"] != second["user", "id"])
    let claims = JWT.unverifiedClaims(first["access_token"]?.stringValue ?? "")
    #expect(claims?["user_id"] == first["user", "id"])
    #expect(first["duration"] != nil)
    let anonymous = await vendor.send(
      "POST", path, ["user": ["id": "g"]], token: vendor.user("!anon"), type: "anonymous")
    #expect(anonymous.status == 201)
  }

  @Test("a guest keeps the role of guests, whatever is asked")
  func role() async throws {
    let vendor = TestVendor()
    #expect(await guest(vendor, ["id": "gus", "role": "admin"]).refusal == "4/400")
    let made = await guest(vendor, ["id": "gus"])
    let (id, token) = (made["user", "id"]?.stringValue ?? "", made["access_token"]?.stringValue ?? "")
    let upsert: JSON = ["users": .object([id: ["id": .string(id), "name": "G", "role": "admin"]])]
    #expect(await vendor.send("POST", "/api/v2/users", upsert, token: token).status >= 400)
    let patch: JSON = ["users": [["id": .string(id), "set": ["role": "admin"]]]]
    #expect(await vendor.send("PATCH", "/api/v2/users", patch, token: token).refusal == "17/403")
    let payload = #"{"filter_conditions":{"role":"guest"}}"#
    let found = await vendor.send("GET", "/api/v2/users", query: "api_key=mockstreamkey&payload=\(payload)")
    #expect(found["users"]?.arrayValue?.compactMap { $0["id"]?.stringValue } == [id])
  }

  @Test("what no user may be, no guest may be; and an app may have none")
  func refusals() async {
    let vendor = TestVendor()
    #expect(await guest(vendor, ["id": "!anon"]).refusal == "4/400")
    #expect(await guest(vendor, [:]).refusal == "4/400")
    let big = String(repeating: "x", count: 6 * 1024)
    #expect(await guest(vendor, ["id": "g", "custom": ["x": .string(big)]]).refusal == "4/400")
    await vendor.send("PATCH", "/api/v2/app", ["guest_user_creation_disabled": true])
    #expect(await guest(vendor, ["id": "gus"]).refusal == "17/403")
    let state = await vendor.control("GET", "state")
    #expect(state["mockstreamkey", "users"]?.arrayValue?.contains { $0["role"] == "guest" } == false)
  }

  @Test("a guest connects, joins where guests may, and is on the media side as anybody")
  func life() async throws {
    try await CoordinatorClient.running { bench in
      try await bench.meeting("ann")
      let made = try await bench.send(
        "POST", "/video/guest", ["user": ["id": "gus"]], token: bench.vendor.user("!anon"), authType: "anonymous")
      let token = made.json["access_token"]?.stringValue ?? ""
      let id = made.json["user"]?["id"]?.stringValue ?? ""
      let connected = try await bench.connect(id, token: token)
      #expect(connected.first["me"]?["role"] == "guest")
      let stolen = try await bench.connect("ann", token: token)
      #expect(stolen.first["error"]?["code"] == 5)
      let device = try await bench.enter(try await bench.credentials(id, token: token), session: "g")
      #expect(device.participants.first?["roles"] == ["guest"])
      #expect(await device.mute("audio", false).last?["error"] == .null)
    }
  }

  @Test("the anonymous have no connection to the coordinator")
  func noSocket() async throws {
    try await CoordinatorClient.running { bench in
      let token = bench.vendor.token(["user_id": "!anon", "call_cids": ["default:c"]])
      let (socket, first) = try await bench.connect("!anon", token: token)
      #expect(first["error"]?["code"] == 5)
      #expect(await socket.frame() == nil)
    }
  }

  @Test("the anonymous look at a call of their token and go in, and do nothing else")
  func mayDo() async {
    let vendor = TestVendor()
    await vendor.users("ann", "bob")
    await vendor.room(live: true)
    await vendor.room("audio_room:other", live: true)
    let token = vendor.user("!anon", cids: ["audio_room:r"], role: "viewer")
    func send(_ method: String, _ path: String, _ body: JSON? = nil, _ token: String) async -> Reply {
      await vendor.send(method, path, body, token: token, type: "anonymous")
    }
    let call = "/video/call/audio_room/r"
    #expect(await send("GET", call, nil, token).status == 200)
    #expect(await send("GET", call, nil, token)["membership"] == nil)
    let join = await send("POST", call + "/join", ["location": "ams"], token)
    #expect(join.status == 201 && join["own_capabilities"] == ["join-call", "read-call"])
    #expect(await send("GET", "/video/call/audio_room/other", nil, token).refusal == "17/403")
    let others: [(String, String, JSON?)] = [
      ("POST", call, [:]), ("PATCH", call, ["custom": [:]]), ("POST", "/video/calls", [:]),
      ("POST", call + "/event", ["custom": [:]]), ("POST", call + "/reaction", ["type": "like"]),
      ("POST", call + "/request_permission", ["permissions": ["send-audio"]]),
      ("POST", call + "/participants", ["filter_conditions": [:]]), ("GET", call + "/recordings", nil),
      ("POST", "/video/call/members", ["type": "audio_room", "id": "r"]), ("POST", call + "/go_live", [:]),
      ("POST", "/api/v2/users", ["users": ["x": ["id": "x"]]]), ("POST", call + "/mark_ended", nil),
    ]
    for (method, path, body) in others {
      #expect(await send(method, path, body, token).refusal == "17/403", "\(method) \(path)")
    }
  }

  @Test("a token of no calls opens none, unless the app lets everybody in", arguments: [false, true])
  func withoutCalls(_ open: Bool) async {
    let vendor = TestVendor { $0.allowsAnonymousWithoutToken = open }
    await vendor.room(live: true)
    for token in [vendor.user("!anon"), vendor.user("!anon", cids: [])] {
      let reply = await vendor.send("GET", "/video/call/audio_room/r", token: token, type: "anonymous")
      let isNamed = token == vendor.user("!anon", cids: [])
      #expect(reply.refusal == (open && !isNamed ? "0/200" : "17/403"))
    }
    let bare = await vendor.send("GET", "/video/call/audio_room/r", token: "", type: "anonymous")
    #expect(bare.refusal == (open ? "0/200" : "5/401"))
  }

  @Test("every answer says how the limits stand")
  func limits() async {
    let vendor = TestVendor { $0.userRequestsPerMinute = 1 }
    await vendor.users("ann")
    await vendor.room(live: true)
    await vendor.control(
      "POST", "faults",
      ["match": ["path": "/api/v2/app"], "times": 2, "fault": ["kind": "http_status", "status": 500]])
    let reset = String((vendor.now / 60 + 1) * 60)
    let call = "/video/call/audio_room/r"
    let answers: [(Reply, Int)] = [
      (await vendor.send("GET", call), 200), (await vendor.send("GET", call, token: vendor.user("ann")), 200),
      (await vendor.send("GET", call, token: vendor.user("ann")), 429),
      (await vendor.send("GET", "/video/nothing"), 404), (await vendor.send("GET", call, token: "x"), 401),
      (await vendor.send("GET", call, query: ""), 401), (await vendor.send("GET", call, query: "api_key=z"), 401),
      (await guest(vendor, ["id": "gus"]), 201), (await vendor.send("GET", "/api/v2/app"), 500),
      (await vendor.send("POST", call + "/event", ["custom": 3]), 400),
    ]
    for (reply, status) in answers {
      #expect(reply.status == status)
      for name in ["Limit", "Remaining"] {
        #expect(reply.fields["X-RateLimit-\(name)"].flatMap { Int($0) } != nil, "\(status) \(name)")
      }
      #expect(reply.fields["X-RateLimit-Reset"] == reset, "\(status)")
    }
    #expect(answers[1].0.fields["X-RateLimit-Remaining"] == "0")
    #expect(answers[2].0.fields["X-RateLimit-Remaining"] == "0")
    #expect(answers[2].0.refusal == "9/429")
  }
}
