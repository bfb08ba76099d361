import HTTPTypes
import JSONCoding
import ProgramTesting
import Testing

@Suite(.sharedDemo)
struct BadInputTests {
  struct Body: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let expected: String
    let pointer: String?
    var type: String? = "application/json"

    init(_ name: String, _ text: String, _ expected: String, _ pointer: String? = nil) {
      self.init(name, Array(text.utf8), expected, pointer)
    }

    init(_ name: String, _ bytes: [UInt8], _ expected: String, _ pointer: String? = nil) {
      (self.name, self.bytes, self.expected, self.pointer) = (name, bytes, expected, pointer)
    }

    var testDescription: String { name }
  }

  private static let good = #"{"kind":"audio_room"}"#
  private static let invalidField = "400 invalid_request"
  private static let invalidText = "400 invalid_json"

  static let bodies: [Body] = [
    Body("an unknown field", #"{"kind":"audio_room","colour":"red"}"#, invalidField, "/colour"),
    Body("an unknown field within", #"{"kind":"audio_room","settings":{"x":1}}"#, invalidField, "/settings/x"),
    Body(
      "an option that the provider does not have",
      #"{"kind":"audio_room","provider_options":{"stream":{"settings_override":{"nope":{}}}}}"#, invalidField,
      "/provider_options/stream/settings_override/nope"),
    Body(
      "a time that the provider does not wait",
      #"{"kind":"audio_room","provider":"stream-main","settings":{"empty_timeout_seconds":901}}"#,
      "422 capability_unsupported", "/settings/empty_timeout_seconds"),
    Body("a wrong type", #"{"kind":"audio_room","title":7}"#, invalidField, "/title"),
    Body("a wrong type within", #"{"kind":"audio_room","host":{"external_id":7}}"#, invalidField, "/host/external_id"),
    Body("a kind there is not", #"{"kind":"party"}"#, invalidField, "/kind"),
    Body("no kind", "{}", invalidField, "/kind"),
    Body("a comma in a name", #"{"kind":"audio_room","external_id":"a,b"}"#, invalidField, "/external_id"),
    Body("a NUL in a title", #"{"kind":"audio_room","title":"a\u0000b"}"#, "400", nil),
    Body("an array", "[]", invalidField),
    Body("a bare text", #""audio_room""#, invalidField),
    Body("no body", "", "400"),
    Body("blanks", "   ", invalidText),
    Body("half a document", #"{"kind":"audio_room""#, invalidText),
    Body("text behind the document", good + " x", invalidText),
    Body("a second document", good + good, invalidText),
    Body("a key twice", #"{"kind":"audio_room","kind":"meeting"}"#, invalidText),
    Body("a lone high surrogate", #"{"kind":"audio_room","title":"\ud800"}"#, invalidText),
    Body("a lone low surrogate", #"{"kind":"audio_room","title":"\udc00x"}"#, invalidText),
    Body("a number beyond all numbers", #"{"kind":"audio_room","custom":{"n":1e400}}"#, invalidText),
    Body("ten thousand arrays", String(repeating: "[", count: 10_000), invalidText),
    Body(
      "ten thousand objects", String(repeating: #"{"a":"#, count: 10_000) + "1" + String(repeating: "}", count: 10_000),
      invalidText),
    Body("a byte order mark", [0xEF, 0xBB, 0xBF] + Array(good.utf8), invalidText),
    Body(
      "broken UTF-8", Array(#"{"kind":"audio_room","title":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8), invalidText),
    Body("a raw NUL", [0] + Array(good.utf8), invalidText),
    Body(
      "a title too long", #"{"kind":"audio_room","title":"\#(String(repeating: "a", count: 257))"}"#, invalidField,
      "/title"),
    Body(
      "custom data too large", #"{"kind":"audio_room","custom":{"a":"\#(String(repeating: "a", count: 5_200))"}}"#,
      invalidField, "/custom"),
  ]

  @Test(arguments: bodies)
  func aBadBodyIsRefused(_ body: Body) async throws {
    let answer = try await demo.api.send("POST", "/v1/rooms", body.bytes)
    #expect(answer.summary.hasPrefix(body.expected), "\(answer.text)")
    try expectProblem(answer)
    if let pointer = body.pointer {
      #expect(
        answer["errors"]?.arrayValue?.contains { $0["pointer"]?.stringValue == pointer } == true, "\(answer.text)")
    }
  }

  @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "application/xml", nil] as [String?])
  func anotherContentTypeIsRefused(_ type: String?) async throws {
    let answer = try await demo.api.send("POST", "/v1/rooms", Array(Self.good.utf8), type: type)
    #expect(answer.summary == "415 unsupported_media_type")
    try expectProblem(answer)
  }

  @Test func aBodyOfTwoMegabytesIsRefused() async throws {
    let body = Array(#"{"kind":"audio_room","title":""#.utf8) + [UInt8](repeating: 97, count: 2 << 20)
    do {
      let answer = try await demo.api.send("POST", "/v1/rooms", body)
      #expect(answer.summary == "413 payload_too_large")
    } catch is HTTPClientFailure {
      // The server closes without reading on: the sender may see that before the answer.
    }
    #expect(try await demo.api.get("/livez").status == 200)
  }

  @Test func aBodyJustAboveTheLimitHasAnAnswer() async throws {
    let answer = try await demo.api.send("POST", "/v1/rooms", [UInt8](repeating: 32, count: (1 << 20) + 1))
    #expect(answer.summary == "413 payload_too_large")
    try expectProblem(answer)
  }

  @Test(arguments: [
    ("GET", "/v1/rooms/a%2Fb", "404 not_found"), ("GET", "/v1/rooms/a%zz", "400"), ("GET", "/v1/rooms/%", "400"),
    ("GET", "/v1/rooms/%FF", "400"), ("GET", "/v1/rooms/%00", "4"), ("GET", "/v1/rooms//events", "404"),
    ("GET", "/v1//rooms", "404 no_such_route"), ("GET", "/v1/rooms/", "404"), ("POST", "/v1/rooms/%20/end", "404"),
    ("GET", "/v1/rooms/../../etc/passwd", "404"), ("GET", "/v1/nothing", "404 no_such_route"),
    ("GET", "/", "404 no_such_route"), ("PUT", "/v1/rooms", "405 method_not_allowed"),
    ("DELETE", "/livez", "405 method_not_allowed"), ("BREW", "/v1/rooms", "4"),
    ("GET", "/v1/rooms?cursor=nonsense", "400 invalid_request"), ("GET", "/v1/rooms?limit=0", "400 invalid_request"),
    ("GET", "/v1/rooms?limit=101", "400 invalid_request"), ("GET", "/v1/rooms?limit=many", "400 invalid_request"),
    ("GET", "/v1/rooms?limit=-1", "400 invalid_request"), ("GET", "/v1/rooms?colour=red", "400 invalid_request"),
    ("GET", "/v1/rooms?state=%zz", "400"), ("GET", "/v1/events?after=nonsense", "400 invalid_request"),
    ("GET", "/v1/rooms/room_00000000000000000000000000", "404 not_found"),
    ("POST", "/v1/rooms/room_00000000000000000000000000/end", "404 not_found"),
  ])
  func aBadTargetIsRefused(_ method: String, _ target: String, _ expected: String) async throws {
    let answer = try await demo.api.send(method, target)
    #expect(answer.summary.hasPrefix(expected), "\(answer.text)")
    try expectProblem(answer)
    if answer.status == 405 { #expect(answer.fields["Allow"]?.isEmpty == false) }
  }

  @Test(arguments: ["", "sb_wrong", "sbc_wrong.token", "sbc_", "é", String(repeating: "a", count: 4_000)])
  func aBadCredentialIsRefused(_ credential: String) async throws {
    let answer = try await demo.api.with(credential: credential).get("/v1/rooms")
    #expect(answer.summary == "401 unauthenticated")
    #expect(answer.fields["WWW-Authenticate"]?.hasPrefix("Bearer") == true)
    if credential.count > 5 { #expect(!answer.text.contains(credential)) }
    try expectProblem(answer)
  }

  @Test func nothingReachesTheVendor() async throws {
    for path in ["//recordings", "/%20/end", "//end", "/a%2Fb/go-live"] { try await demo.api.post("/v1/rooms\(path)") }
    // The gateway looks at the account itself when it starts, and the demo enters its address there.
    let asked = try await demo.journal().compactMap { $0["operation"]?.stringValue }
    #expect(Set(asked).subtracting(["GetApp", "ListCallTypes", "GetRateLimits", "UpdateApp"]) == [])
  }

  private func expectProblem(_ answer: Reply) throws {
    #expect((400..<500).contains(answer.status), "\(answer.text)")
    #expect(answer.fields["Content-Type"]?.hasPrefix("application/problem+json") == true)
    #expect(answer["type"]?.stringValue == "/problems/\(answer.code)")
    #expect(answer["status"]?.integerValue == Int64(answer.status))
    #expect(answer["request_id"]?.stringValue == answer.fields["X-Request-Id"])
    #expect(answer["retryable"] == false)
  }
}
