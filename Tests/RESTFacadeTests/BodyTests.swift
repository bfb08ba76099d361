import HTTPTypes
import JSONCoding
import MeetingCore
import Testing

@testable import RESTFacade

@Suite("Bodies")
struct BodyTests {
  @Test("everything wrong with a body is told at once, with its place")
  func collected() async throws {
    let harness = try await Harness()
    let reply = await harness.send(
      "POST", "/v1/rooms",
      [
        "kind": "party", "title": 7, "external_id": "a,b", "colour": "red",
        "settings": ["max_participants": 0, "x/y": 1],
        "members": [["person": ["external_id": "a", "nick": "A"]], ["role": "king"], 3],
        "starts_at": "tomorrow", "custom": [], "provider_options": ["testkind": 1], "host": ["name": "no id"],
      ])
    #expect(reply.status == 400)
    #expect(reply.code == "invalid_request")
    #expect(
      Set(reply.pointers) == [
        "/kind", "/title", "/external_id", "/colour", "/settings/max_participants", "/settings/x~1y",
        "/members/0/person/nick", "/members/1/person", "/members/1/role", "/members/2", "/starts_at", "/custom",
        "/provider_options/testkind", "/host/external_id",
      ])
    #expect(harness.provider.calls.isEmpty)
  }

  static let times: [(time: String, code: String, words: String)] = [
    ("9999-12-31T23:59:59Z", "out_of_range", "must be in the years 1700 to 2259"),
    ("0000-01-01T00:00:00Z", "out_of_range", "must be in the years 1700 to 2259"),
    ("2260-01-01T00:00:00+01:00", "out_of_range", "must be in the years 1700 to 2259"),
    ("2026-01-01T00:00:00", "invalid", "must be an RFC 3339 time with its zone"),
    ("9999-12-31", "invalid", "must be an RFC 3339 time with its zone"),
    ("12345-01-01T00:00:00Z", "invalid", "must be an RFC 3339 time with its zone"),
    ("+999-01-01T00:00:00Z", "invalid", "must be an RFC 3339 time with its zone"),
  ]

  @Test("a time in a year that is not taken is told apart from what is no time", arguments: times)
  func refusedTimes(_ time: String, _ code: String, _ words: String) async throws {
    let harness = try await Harness()
    let query = PercentEncoding.encode(time)
    for reply in [
      await harness.send("POST", "/v1/rooms", ["kind": "meeting", "starts_at": .string(time)]),
      await harness.send("GET", "/v1/rooms?starts_after=\(query)"),
    ] {
      #expect(reply.status == 400)
      let issue = reply.json["errors"]?.arrayValue?.first
      #expect(issue?["code"]?.stringValue == code, "\(reply.text)")
      #expect(issue?["message"]?.stringValue?.hasPrefix(words) == true, "\(reply.text)")
    }
  }

  static let broken: [(body: String, detail: String)] = [
    (String(repeating: "[", count: 65), "the body is nested deeper than 64 levels (line 1, column 65)"),
    (#"{"kind":"meeting""#, "the body ends too early (line 1, column 17)"),
    ("{} x", "the body has text behind the end (line 1, column 4)"),
    (#"{"title":"\u0000"}"#, #"the body has \u0000 in a text, which is not taken (line 1, column "#),
    (#"{"kind":1,"kind":2}"#, "the body has the same key twice in one object (line 1, column "),
    ("\u{FEFF}{}", "the body starts with a byte order mark (line 1, column 1)"),
    ("[1e400]", "the body has a number out of range: a whole one takes 64 bits, any other is at most 1.8e308 (line"),
    ("[9223372036854775808]", "the body has a number out of range: a whole one takes 64 bits"),
    ("nul", "the body is not valid JSON (line 1, column "),
  ]

  @Test("what is no JSON is told in words, with its place", arguments: broken)
  func brokenJSON(_ body: String, _ detail: String) async throws {
    let reply = try await Harness().sendText("POST", "/v1/rooms", body)
    #expect(reply.status == 400 && reply.code == "invalid_json")
    #expect(reply.json["detail"]?.stringValue?.hasPrefix(detail) == true, "\(reply.text)")
  }

  @Test(
    "an id outside the documented set is refused where it is made, and the set is named",
    arguments: ["maths,group-b", "reunião_7", "ТЕСТ-1", "ro\u{200b}m", "", "a b", "a/b", "!anon", "a?"])
  func ids(_ id: String) async throws {
    let harness = try await Harness()
    let reply = await harness.send("POST", "/v1/rooms", ["kind": "meeting", "external_id": .string(id)])
    #expect(reply.status == 400)
    #expect(reply.pointers == ["/external_id"])
    #expect(reply.text.contains("A-Z a-z 0-9 . _ ~ @ : | + = -"))
  }

  @Test(
    "an id inside the set is found everywhere", arguments: ["16:23", "github|42", "Room-7", "a.b_c~d@e+f=g-h"])
  func goodIDs(_ id: String) async throws {
    let harness = try await Harness()
    let room = await harness.room(["kind": "meeting", "external_id": .string(id)])
    #expect(await harness.send("GET", "/v1/rooms/\(room)").json["external_id"]?.stringValue == id)
    let query = PercentEncoding.encode(id)
    let list = await harness.send("GET", "/v1/rooms?external_id=\(query)")
    #expect(list.json["items"]?.arrayValue?.count == 1)
    #expect(await harness.send("GET", "/v1/rooms?external_id=x\(query)").json["items"]?.arrayValue?.count == 0)
  }

  @Test("an id of 120 characters fits, one of 121 does not")
  func longIDs() async throws {
    let harness = try await Harness()
    let id = String(repeating: "a", count: 120)
    #expect(await harness.send("POST", "/v1/rooms", ["kind": "meeting", "external_id": .string(id)]).status == 201)
    #expect(
      await harness.send("POST", "/v1/rooms", ["kind": "meeting", "external_id": .string(id + "a")]).status == 400)
  }

  @Test(
    "titles hold no control characters",
    arguments: ["Stand\u{b}up", "\u{7}", "a\u{7f}", "a\u{85}b", "a\u{2028}b", "a\u{2029}", "line\nline"])
  func controls(_ title: String) async throws {
    let harness = try await Harness()
    let reply = await harness.send("POST", "/v1/rooms", ["kind": "meeting", "title": .string(title)])
    #expect(reply.status == 400)
    #expect(reply.pointers == ["/title"])
  }

  @Test(
    "texts come back byte for byte",
    arguments: [
      "مريم", "\u{5d0}na", "ana\u{202e}gnp", "e\u{301}", "\u{e9}", "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
      "\u{1f1ec}\u{1f1e7}", "  spaces  ", "\"quotes\" \\ / </script>",
    ])
  func roundTrip(_ title: String) async throws {
    let harness = try await Harness()
    let room = await harness.room(["kind": "meeting", "title": .string(title)])
    let reply = await harness.send("GET", "/v1/rooms/\(room)")
    #expect(reply.json["title"]?.stringValue.map { Array($0.utf8) } == Array(title.utf8))
  }

  @Test("lengths are code points, and nothing is cut")
  func lengths() async throws {
    let harness = try await Harness()
    let fits = String(repeating: "a", count: 255) + "\u{1f427}"
    #expect(await harness.send("POST", "/v1/rooms", ["kind": "meeting", "title": .string(fits)]).status == 201)
    let long = await harness.send("POST", "/v1/rooms", ["kind": "meeting", "title": .string("a" + fits)])
    #expect(long.status == 400)
    #expect(long.pointers == ["/title"])
  }

  @Test(
    "a number out of range is refused, whatever its form",
    arguments: ["9007199254740993", "0", "-1", "1.5", "1e9", "\"7\"", "true", "9223372036854775807"])
  func numbers(_ literal: String) async throws {
    let harness = try await Harness()
    let body = #"{"kind":"meeting","settings":{"max_participants":\#(literal)}}"#
    let reply = await harness.sendText("POST", "/v1/rooms", body)
    #expect(reply.status == 400)
    #expect(reply.pointers == ["/settings/max_participants"])
  }

  @Test("a custom object may have 5,120 bytes")
  func customSize() async throws {
    let harness = try await Harness()
    let fits: JSON = ["a": .string(String(repeating: "x", count: 5_120 - 8))]
    #expect(fits.bytes().count == 5_120)
    #expect(await harness.send("POST", "/v1/rooms", ["kind": "meeting", "custom": fits]).status == 201)
    let long: JSON = ["a": .string(String(repeating: "x", count: 5_120 - 7))]
    #expect(await harness.send("POST", "/v1/rooms", ["kind": "meeting", "custom": long]).pointers == ["/custom"])
  }

  @Test(
    "what is not strict JSON is refused",
    arguments: [
      #"{"kind":"meeting""#, #"{"kind":"meeting"} x"#, #"{"kind":"meeting","kind":"meeting"}"#,
      #"{"kind":"meeting","title":"\ud800"}"#, #"{"kind":"meeting","title":"\udc00\ud800"}"#,
      #"{"kind":"meeting","\udc00":1}"#, "\u{feff}{\"kind\":\"meeting\"}", #"{"kind":1e400}"#, #"{"title":"\u0000"}"#,
      "{'kind':1}",
    ])
  func invalidJSON(_ body: String) async throws {
    let harness = try await Harness()
    let reply = await harness.sendText("POST", "/v1/rooms", body)
    #expect(reply.status == 400)
    #expect(reply.code == "invalid_json")
  }

  @Test("bytes that are no UTF-8 are refused", arguments: [[0xED, 0xA0, 0x80], [0xFF, 0xFE], [0xC3]] as [[UInt8]])
  func invalidBytes(_ bytes: [UInt8]) async throws {
    let harness = try await Harness()
    let body = Array(#"{"kind":"meeting","title":""#.utf8) + bytes + Array("\"}".utf8)
    #expect(await harness.sendBytes("POST", "/v1/rooms", body).code == "invalid_json")
  }

  @Test("a surrogate pair is one character")
  func surrogatePair() async throws {
    let harness = try await Harness()
    let reply = await harness.sendText("POST", "/v1/rooms", #"{"kind":"meeting","title":"\ud83d\ude00"}"#)
    #expect(reply.json["title"]?.stringValue == "\u{1f600}")
  }

  @Test("null is as good as absent where a field may be missing, and nowhere else")
  func nulls() async throws {
    let harness = try await Harness()
    let good: JSON = [
      "kind": "meeting", "external_id": nil, "title": nil, "description": nil, "host": nil, "starts_at": nil,
      "join_ahead_seconds": nil, "provider": nil, "settings": ["max_participants": nil],
    ]
    #expect(await harness.send("POST", "/v1/rooms", good).status == 201)
    let bad: JSON = ["kind": nil, "settings": nil, "members": nil, "custom": nil]
    #expect(
      Set(await harness.send("POST", "/v1/rooms", bad).pointers) == ["/kind", "/settings", "/members", "/custom"])
  }

  @Test("a body is no object", arguments: ["[]", "null", "7", "\"text\""])
  func notAnObject(_ body: String) async throws {
    let harness = try await Harness()
    let reply = await harness.sendText("POST", "/v1/rooms", body)
    #expect(reply.status == 400)
    #expect(reply.pointers == [""])
  }

  @Test("no body is as good as an empty one where none is needed")
  func emptyBody() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    #expect(await harness.send("POST", "/v1/rooms/\(room)/lock").status == 200)
    #expect(await harness.send("POST", "/v1/rooms/\(room)/unlock", [:]).status == 200)
    let missing = await harness.send("POST", "/v1/rooms")
    #expect(missing.status == 400)
    #expect(missing.pointers == [""])
    #expect(await harness.send("POST", "/v1/rooms/\(room)/lock", ["hard": true]).pointers == ["/hard"])
  }

  @Test(
    "bodies of other types are refused before they are read",
    arguments: [
      "text/plain", "application/json; charset=latin1", "application/jsonp", "application/x-www-form-urlencoded", "",
    ])
  func mediaTypes(_ type: String) async throws {
    let harness = try await Harness()
    let fields: HTTPFields = ["Content-Type": type]
    let head = Harness.request("POST", "/v1/rooms", [1], Self.authorized(harness, fields)).head
    guard case .answer(let answer) = await harness.facade.admit(head) else {
      Issue.record("was let in")
      return
    }
    #expect(answer.status == 415)
  }

  @Test(
    "JSON goes by several names",
    arguments: [
      "application/json", "Application/JSON", "application/json;charset=utf-8", "application/json; charset=\"UTF-8\"",
    ])
  func goodMediaTypes(_ type: String) async throws {
    let harness = try await Harness()
    #expect(await harness.send("POST", "/v1/rooms", ["kind": "meeting"], fields: ["Content-Type": type]).status == 201)
  }

  @Test("a compressed body is refused")
  func coding() async throws {
    let harness = try await Harness()
    let reply = await harness.send("POST", "/v1/rooms", ["kind": "meeting"], fields: ["Content-Encoding": "gzip"])
    #expect(reply.status == 415)
  }

  @Test("a body above the limit is told to be too large")
  func tooLarge() async throws {
    let harness = try await Harness()
    let body = Array("\"".utf8) + [UInt8](repeating: 97, count: 1 << 20) + Array("\"".utf8)
    let request = Harness.request(
      "POST", "/v1/rooms", body, Self.authorized(harness, ["Content-Type": "application/json"]))
    guard case .read(let limit, let tooLarge, _) = await harness.facade.admit(request.head) else {
      Issue.record("was not admitted")
      return
    }
    #expect(limit == 1 << 20)
    #expect(Reply(tooLarge).code == "payload_too_large")
    #expect(await harness.send(request).status == 413)
  }

  @Test("a request without credential is refused before its body is read")
  func unauthenticatedBody() async throws {
    let harness = try await Harness()
    let head = Harness.request("POST", "/v1/rooms", [1], ["Content-Type": "text/plain"]).head
    guard case .answer(let answer) = await harness.facade.admit(head) else {
      Issue.record("was let in")
      return
    }
    #expect(answer.status == 401)
  }

  private static func authorized(_ harness: Harness, _ fields: HTTPFields) -> HTTPFields {
    var fields = fields
    fields["Authorization"] = "Bearer " + harness.manager
    return fields
  }
}

extension Harness {
  func sendText(_ method: String, _ target: String, _ body: String, fields: HTTPFields = [:]) async -> Reply {
    await sendBytes(method, target, Array(body.utf8), fields: fields)
  }

  func sendBytes(_ method: String, _ target: String, _ body: [UInt8], fields: HTTPFields = [:]) async -> Reply {
    var fields = fields
    fields["Authorization"] = "Bearer " + manager
    fields["Content-Type"] = "application/json"
    return await send(Self.request(method, target, body, fields))
  }
}
