import HTTPTypes
import JSONCoding
import ProgramTesting
import Testing

/// One after the other: a fault hits whoever calls next.
@Suite(.sharedDemo, .serialized)
struct VendorFaultTests {
  private func fault(_ operation: String, _ fault: JSON, times: Int64 = 1) async throws {
    let answer = try await demo.mock.post(
      "/_mock/faults", ["match": ["operation": .string(operation)], "times": .integer(times), "fault": fault])
    guard answer.status == 201 else { throw Failure("the mock refuses the fault: \(answer.text)") }
  }

  private func clear() async throws {
    try await demo.mock.send("DELETE", "/_mock/faults")
    // A vendor that failed often is left alone for a while: a fresh success closes that again.
    _ = try await eventually(within: .seconds(12)) { try await demo.liveRoom().isEmpty == false }
  }

  @Test func aCreateThatFailedOnceWorksUnderTheSameKey() async throws {
    try await fault("GetOrCreateCall", ["kind": "http_status", "status": 503])
    let api = try demo.api.with("Idempotency-Key", "once-more")
    let body: JSON = ["kind": "audio_room", "title": "Once more", "host": ["external_id": "nadia"]]
    let first = try await api.post("/v1/rooms", body)
    #expect(first.summary == "503 provider_unavailable")
    #expect(first["retryable"] == true)
    #expect(first.fields["Retry-After"] != nil)
    #expect(try await api.post("/v1/rooms", body).status == 201)
    #expect(try await demo.api.get("/v1/rooms?limit=100").items.filter { $0["title"] == "Once more" }.count == 1)
    try await clear()
  }

  static let failures: [(name: String, fault: JSON, expected: String)] = [
    ("503", ["kind": "http_status", "status": 503], "503 provider_unavailable"),
    ("an error page", ["kind": "html_error"], "503 provider_unavailable"),
    ("half a document", ["kind": "malformed_json"], "502 provider_bad_response"),
    ("a rate limit", ["kind": "rate_limit", "retry_after": "seconds", "seconds": 20], "503 provider_rate_limited"),
  ]

  @Test(arguments: failures.indices)
  func aVendorThatKeepsFailingIsNamed(_ index: Int) async throws {
    let (name, kind, expected) = Self.failures[index]
    let room = try await demo.room()
    try await fault("GoLive", kind, times: 50)
    let answer = try await demo.api.post("/v1/rooms/\(room)/go-live")
    #expect(answer.summary == expected, "\(name): \(answer.text)")
    #expect(answer["provider"] == "stream-main")
    if answer.status == 503 { #expect(answer.fields["Retry-After"] != nil) }
    #expect(answer.fields["Content-Type"]?.hasPrefix("application/problem+json") == true)
    try await clear()
  }

  @Test func aVendorThatSaysNothingIsATimeout() async throws {
    let room = try await demo.liveRoom()
    try await demo.enters("leo", room)
    try await fault("MuteUsers", ["kind": "hang"], times: 5)
    let answer = try await demo.api.post("/v1/rooms/\(room)/people/leo/mute", ["tracks": ["audio"]])
    #expect(answer.summary == "504 provider_timeout")
    #expect(answer.took < .seconds(16))
    try await clear()
  }

  @Test func aRefusedTokenIsMadeAnewOnce() async throws {
    let room = try await demo.room()
    try await fault("GoLive", ["kind": "http_status", "status": 401, "body": ["code": 40, "message": "expired"]])
    #expect(try await demo.api.post("/v1/rooms/\(room)/go-live").status == 200)
    let calls = try await demo.journal("GoLive", room)
    #expect(calls.map { $0["status"] } == [401, 201])
    #expect(Set(calls.compactMap { $0["headers", "authorization"]?.stringValue }).count == 2)
    try await clear()
  }

  @Test func credentialsThatStayRefusedEndAfterTwoCalls() async throws {
    let room = try await demo.room()
    try await fault(
      "GoLive", ["kind": "http_status", "status": 401, "body": ["code": 43, "message": "bad signature"]], times: 50)
    let answer = try await demo.api.post("/v1/rooms/\(room)/go-live")
    #expect(answer.summary == "502 provider_credentials")
    #expect(try await demo.journal("GoLive", room).count == 2)
    try await clear()
  }

  @Test func aCreateWhoseAnswerIsLostIsOneRoom() async throws {
    try await fault("GetOrCreateCall", ["kind": "lost_reply"])
    let api = try demo.api.with("Idempotency-Key", "lost")
    let body: JSON = ["kind": "audio_room", "title": "Lost reply", "host": ["external_id": "nadia"]]
    var answer = try await api.post("/v1/rooms", body)
    _ = try await eventually(within: .seconds(12)) {
      if answer.status != 201 { answer = try await api.post("/v1/rooms", body) }
      return answer.status == 201
    }
    #expect(answer.status == 201, "\(answer.text)")
    let calls = try await demo.journal("GetOrCreateCall", "Lost reply")
    #expect(Set(calls.compactMap { $0["path"]?.stringValue }).count == 1, "a repeat names the same room")
    #expect(try await demo.api.get("/v1/rooms?limit=100").items.filter { $0["title"] == "Lost reply" }.count == 1)
    try await clear()
  }

  @Test func aVendorsWordsPassOnlyWithoutItsSecrets() async throws {
    let room = try await demo.room()
    let secret = try demo.secret
    try await fault(
      "GoLive",
      [
        "kind": "http_status", "status": 500,
        "body": ["code": -1, "message": .string("broken, api_secret=\(secret)"), "api_secret": .string(secret)],
      ], times: 50)
    let answer = try await demo.api.post("/v1/rooms/\(room)/go-live")
    #expect(answer.status >= 502)
    #expect(!answer.text.contains(secret))
    try await clear()
  }
}
