import HTTPTypes
import JSONCoding
import Testing

@Suite("The status decides, whatever the body is", .serialized)
struct StatusTests {
  static let successes: [HTTPResponse] = [
    HTTPResponse(status: 200), HTTPResponse(status: 201), HTTPResponse(status: 202), HTTPResponse(status: 204),
    HTTPResponse(status: 205), HTTPResponse(status: 200, body: .bytes([])),
  ]

  struct Control: Sendable {
    let vendor: VendorKind
    /// Of the vendor's path.
    let end: String
    /// Below the room's.
    let path: String
    var body: JSON?
  }

  static let controls = [
    Control(vendor: .stream, end: "/mark_ended", path: "/end"),
    Control(vendor: .stream, end: "/mute_users", path: "/people/leo/mute", body: ["tracks": ["audio"]]),
    Control(vendor: .stream, end: "/kick", path: "/people/leo/remove", body: ["prevent_rejoin": "none"]),
    Control(vendor: .stream, end: "/block", path: "/bans", body: ["person": ["external_id": "leo"]]),
    Control(vendor: .videosdk, end: "/sessions/end", path: "/end"),
    Control(vendor: .videosdk, end: "/rooms/deactivate", path: "/end"),
    Control(
      vendor: .videosdk, end: "/participants/remove", path: "/people/leo/remove", body: ["prevent_rejoin": "none"]),
    Control(vendor: .videosdk, end: "/recordings/start", path: "/recordings", body: [:]),
  ]

  @Test("a success without a body is one", arguments: successes.indices, controls.indices)
  func empty(_ success: Int, _ control: Int) async throws {
    let test = Self.controls[control]
    try await FrontVendor.run(test.vendor, pathEnd: test.end) {
      Self.successes[success]
    } _: { bench in
      let room = try await bench.room()
      try await bench.enter("leo", room)
      let reply = await bench.send("POST", "/v1/rooms/\(room)" + test.path, test.body)
      #expect((200..<300).contains(reply.status), "\(test.end): \(reply.summary)")
    }
  }

  static let failures: [(HTTPResponse, String)] = [
    (HTTPResponse(status: 401, fields: ["Content-Type": "text/plain"]), "502 provider_credentials"),
    (HTTPResponse(status: 403), "502 provider_error"),
    (HTTPResponse(status: 500), "503 provider_unavailable"),
    (HTTPResponse(status: 502), "503 provider_unavailable"),
    (HTTPResponse(status: 503), "503 provider_unavailable"),
    (HTTPResponse(status: 504), "504 provider_timeout"),
    (HTTPResponse(status: 429), "503 provider_rate_limited"),
    (HTTPResponse(status: 404, fields: ["Content-Type": "text/plain"]), "502 provider_bad_response"),
  ]

  @Test("a failure without a body is one, and nothing is noted as done", arguments: failures.indices)
  func failing(_ index: Int) async throws {
    let (answer, expected) = Self.failures[index]
    try await FrontVendor.run(.stream, pathEnd: "/mute_users") {
      answer
    } _: { bench in
      let room = try await bench.room()
      try await bench.enter("leo", room)
      let reply = await bench.send("POST", "/v1/rooms/\(room)/people/leo/mute", ["tracks": ["audio"]])
      #expect(reply.summary == expected)
      #expect(await bench.people(room).first?["tracks"]?["audio"]?["muted"] != true)
    }
  }

  static let videoSDKFailures: [(HTTPResponse, String)] = [
    (HTTPResponse(status: 400), "502 provider_error"), (HTTPResponse(status: 401), "502 provider_credentials"),
    (HTTPResponse(status: 402), "502 provider_error"), (HTTPResponse(status: 403), "502 provider_credentials"),
    (HTTPResponse(status: 500), "503 provider_unavailable"), (HTTPResponse(status: 502), "503 provider_unavailable"),
    (HTTPResponse(status: 503), "503 provider_unavailable"), (HTTPResponse(status: 504), "504 provider_timeout"),
    (HTTPResponse(status: 429), "503 provider_rate_limited"),
  ]

  @Test("so it is where answers are texts", arguments: videoSDKFailures.indices)
  func failingTexts(_ index: Int) async throws {
    let (answer, expected) = Self.videoSDKFailures[index]
    try await FrontVendor.run(.videosdk, pathEnd: "/recordings/start") {
      answer
    } _: { bench in
      let room = try await bench.room()
      try await bench.enter("leo", room)
      let reply = await bench.send("POST", "/v1/rooms/\(room)/recordings", [:])
      #expect(reply.summary == expected)
      #expect(try await bench.told("recording.started", room) == 0)
    }
  }

  @Test("a proxy's page never reaches the caller, and a page for a missing path forgets no room")
  func pages() async throws {
    let page = HTTPResponse(
      status: 404, fields: ["Content-Type": "text/html"], body: .bytes(Array("<html>gone</html>".utf8)))
    try await FrontVendor.run(.stream, pathEnd: "/go_live") {
      page
    } _: { bench in
      let created = await bench.send(
        "POST", "/v1/rooms", ["kind": "audio_room", "host": ["external_id": "nadia"]])
      let room = created["id"]?.stringValue ?? ""
      let reply = await bench.send("POST", "/v1/rooms/\(room)/go-live")
      #expect(reply.summary == "502 provider_bad_response")
      #expect(!reply.json.text().contains("html"))
      let kept = await bench.send("GET", "/v1/rooms/\(room)")
      #expect(kept.status == 200)
    }
  }
}
