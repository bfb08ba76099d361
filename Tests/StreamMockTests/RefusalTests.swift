import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import StreamMock

@Suite("What the vendor refuses")
struct RefusalTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let method: String
    let path: String
    let body: JSON?
    let expected: String
    let says: String
    /// nil is the server's token.
    var user: String?

    var testDescription: String { "\(user ?? "server"): \(method) \(path) \(body?.text().prefix(120) ?? "")" }

    init(_ method: String, _ path: String, _ body: JSON?, _ expected: String, _ says: String = "", user: String? = nil)
    {
      self.method = method
      self.path = path
      self.body = body
      self.expected = expected
      self.says = says
      self.user = user
    }
  }

  static let room = "/video/call/audio_room/r"

  static let routes = [
    Case("GET", "/video/nothing", nil, "16/404", #"Request failed with error: "Not Found""#),
    Case("DELETE", room, nil, "16/404", "Not Found"), Case("GET", room + "/go_live", nil, "16/404", "Not Found"),
    Case("POST", "/video/call/audio_room", [:], "16/404", "Not Found"),
    Case("GET", "/video/call/podcast/r", nil, "16/404", "podcast: call type does not exist"),
    Case("GET", "/video/call/default/none", nil, "16/404", "Can't find call with id default:none"),
    Case("GET", "/video/calltypes/podcast", nil, "16/404", "podcast: call type does not exist"),
  ]

  static let bodies = [
    Case("POST", "/video/call/default/new", [:], "4/400", "created_by"),
    Case("POST", "/video/call/default/new", ["data": ["created_by_id": "ann", "title": "x"]], "4/400", "data.title"),
    Case("POST", "/video/call/default/new", ["data": ["created_by_id": 1]], "4/400", "data.created_by_id"),
    Case("POST", "/video/call/default/a%20b", ["data": ["created_by_id": "ann"]], "4/400", "call id"),
    Case(
      "POST", "/video/call/default/new", ["data": ["created_by_id": "ann", "members": [["user_id": "ghost"]]]], "4/400",
      "involved in call create operation, but don't exist: [ghost]"),
    Case(
      "POST", "/video/call/default/new",
      ["data": ["created_by_id": "ann", "settings_override": ["recording": ["mode": "available"]]]], "4/400",
      "recording quality is required when audio_only is false and recording is enabled"),
    Case(
      "POST", "/video/call/default/new",
      ["data": ["created_by_id": "ann", "settings_override": ["audio": ["mic_default_on": true]]]], "4/400",
      "default_device"),
    Case(
      "POST", "/video/call/default/new",
      ["data": ["created_by_id": "ann", "settings_override": ["session": ["inactivity_timeout_seconds": 4]]]], "4/400",
      "inactivity_timeout_seconds"),
    Case(
      "POST", "/video/call/default/new", ["data": ["created_by_id": "ann", "starts_at": "soon"]], "4/400", "starts_at"),
    Case("PATCH", room, ["title": "x"], "4/400", "title"),
    Case(
      "POST", room + "/members", ["update_members": [["user_id": "ghost"]]], "4/400",
      "the provided users [ghost] don't exist"),
    Case("POST", room + "/members", ["update_members": [["role": "admin"]]], "4/400", "user_id"),
    Case("POST", room + "/mute_users", ["user_ids": ["bob"], "audio": true], "4/400", "muted_by"),
    Case("POST", room + "/mute_users", ["audio": true, "muted_by_id": "ann"], "4/400", "user_ids or mute_all_users"),
    Case("POST", room + "/block", [:], "4/400", "user_id"), Case("POST", room + "/kick", [:], "4/400", "user_id"),
    Case("POST", room + "/event", ["custom": [:]], "4/400", "user_id"),
    Case(
      "POST", room + "/user_permissions", ["user_id": "bob", "grant_permissions": ["fly"]], "4/400", "must be one of"),
    Case("POST", room + "/mark_ended", ["reason": "x"], "4/400", "reason"),
    Case("POST", "/video/calls", ["limit": 101], "4/400", "limit"),
    Case("POST", "/video/calls", ["filter_conditions": ["colour": "red"]], "4/400", "colour"),
    Case("POST", "/video/calls", ["filter_conditions": ["ongoing": ["$gt": true]]], "4/400", "$gt"),
    Case("POST", "/video/calls", ["sort": [["field": "colour"]]], "4/400", "colour"),
    Case("POST", "/video/calls", ["next": "%%%"], "4/400", "cursor"),
    Case("POST", "/video/call/members", ["id": "r"], "4/400", "type"),
    Case("POST", "/users", [:], "4/400", "users"),
    Case("POST", "/users", ["users": ["a": ["id": "b"]]], "4/400", "match"),
    Case("PATCH", "/users", ["users": [["id": "ghost"]]], "16/404", "ghost"),
    Case("GET", "/users", nil, "4/400", "payload"),
  ]

  static let sides = [
    Case("POST", room + "/join", ["location": "AMS"], "4/400", "token of a user"),
    Case("POST", room + "/reaction", ["type": "raise"], "4/400", "token of a user"),
    Case("POST", room + "/request_permission", ["permissions": ["send-audio"]], "4/400", "token of a user"),
    Case("GET", "/app", nil, "17/403", "server", user: "bob"),
    Case("GET", "/video/calltypes", nil, "17/403", "server", user: "bob"),
    Case("POST", "/video/call/default/new", ["data": ["created_by_id": "bob"]], "4/400", "not allowed", user: "bob"),
    Case("POST", "/users", ["users": ["ann": ["id": "ann"]]], "17/403", "server token", user: "bob"),
    Case("POST", "/users", ["users": ["bob": ["id": "bob", "role": "admin"]]], "4/400", "role", user: "bob"),
  ]

  static let rights: [Case] = [
    ("POST", "/go_live", [:], "UpdateCall"), ("POST", "/stop_live", [:], "UpdateCall"),
    ("POST", "/mark_ended", [:], "EndCall"), ("POST", "/block", ["user_id": "ann"], "BlockUser"),
    ("POST", "/kick", ["user_id": "ann"], "KickUser"), ("PATCH", "", ["custom": [:]], "UpdateCall"),
    ("POST", "/mute_users", ["user_ids": ["ann"], "audio": true], "MuteUsers"),
    ("POST", "/members", ["update_members": [["user_id": "bob", "role": "admin"]]], "UpdateCallMember"),
    ("POST", "/user_permissions", ["user_id": "bob", "grant_permissions": ["send-audio"]], "UpdateCallPermissions"),
  ].map {
    Case(
      $0, room + $1, $2, "17/403",
      "User 'bob' with role 'user' is not allowed to perform action \($3) in scope 'video:audio_room'", user: "bob")
  }

  @Test(
    "routes, bodies, sides and rights are refused with code, status and cause",
    arguments: routes + bodies + sides + rights)
  func refused(_ test: Case) async {
    let vendor = TestVendor()
    await vendor.users("ann", "bob")
    await vendor.room()
    for prefix in ["/api/v2", ""] {
      let token = test.user.map { vendor.user($0) }
      let reply = await vendor.send(test.method, prefix + test.path, test.body, token: token)
      #expect(reply.refusal == test.expected, "\(reply.message)")
      #expect(reply.message.contains(test.says), "\(reply.message)")
    }
    #expect(await vendor.send("GET", "/api/v2/video/call/default/new").status == 404)
  }

  @Test("broken JSON and a body that is no object are input errors")
  func brokenBodies() async {
    let vendor = TestVendor()
    let fields: HTTPFields = ["Authorization": vendor.server, "stream-auth-type": "jwt"]
    for text in ["{", "[]", "\"x\"", "{\"a\":1,\"a\":2}"] {
      let reply = await vendor.raw(
        "POST", "/api/v2/video/calls", query: "api_key=mockstreamkey", fields: fields, body: Array(text.utf8))
      #expect(reply.refusal == "4/400")
    }
  }

  @Test("every wrong member is named")
  func exceptionFields() async {
    let vendor = TestVendor()
    let reply = await vendor.send("POST", "/api/v2/video/calls", ["limit": 500, "colour": 1])
    #expect(reply["exception_fields", "limit"] != nil)
    #expect(reply["exception_fields", "colour"] != nil)
  }

  @Test("unknown members pass where the switch says so")
  func unknownFieldsIgnored() async {
    let vendor = TestVendor { $0.refusesUnknownFields = false }
    #expect(await vendor.send("POST", "/api/v2/video/calls", ["colour": 1]).status == 201)
  }

  @Test("too much custom data is refused as the switch says")
  func customSize() async {
    let big: JSON = ["data": ["created_by_id": "ann", "custom": ["x": .string(String(repeating: "y", count: 6000))]]]
    #expect(await TestVendor().send("POST", "/api/v2/video/call/default/n", big).refusal == "4/400")
    let other = TestVendor { $0.customTooLarge = .payloadTooBig }
    #expect(await other.send("POST", "/api/v2/video/call/default/n", big).refusal == "22/413")
  }

  @Test("the account's and the user's minute are counted and end")
  func rateLimits() async {
    let vendor = TestVendor {
      $0.appRequestsPerMinute = 5
      $0.userRequestsPerMinute = 2
    }
    await vendor.users("ann")
    await vendor.room()
    let path = vendor.path("audio_room:r")
    for _ in 0..<2 { #expect(await vendor.send("GET", path, token: vendor.user("ann")).status == 200) }
    let third = await vendor.send("GET", path, token: vendor.user("ann"))
    #expect(third.refusal == "9/429")
    #expect(third.fields["X-RateLimit-Remaining"] == "0")
    for _ in 0..<2 { #expect(await vendor.send("GET", path).status == 200) }
    #expect(await vendor.send("GET", path).refusal == "9/429")
    await vendor.advance(seconds: 60)
    #expect(await vendor.send("GET", path).status == 200)
    let limits = await vendor.send(
      "GET", "/api/v2/rate_limits", query: "api_key=mockstreamkey&server_side=true&endpoints=GetCall,GoLive")
    #expect(limits["server_side", "GetCall", "remaining"] == 4)
    #expect(limits["server_side", "GoLive", "remaining"] == 5)
    #expect(limits["web"] == nil)
  }
}
