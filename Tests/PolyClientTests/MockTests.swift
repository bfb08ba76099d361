import ClientSupport
import Clocks
import Cryptography
import HTTPClient
import HTTPTypes
import JSONCoding
import PolyMock
import ProgramTesting
import StructuredLogging
import Synchronization
import Testing
import WebSocket

@testable import PolyAdapter

/// The client against the mock of the vendor, which was written from the vendor's pages and not from the client.
@Suite("A call at the mock")
struct MockTests {
  /// One call at a fresh mock, on the machine's clock.
  private final class Place: Sendable {
    let mock: RunningPolyMock
    let media = SilentMedia(connectsByItself: false)
    let call: PolyCall
    let log = LogCapture()
    private let client = HTTPClient()

    init(_ mock: RunningPolyMock, _ dialect: PolyDialect, webToken: String? = nil) throws {
      self.mock = mock
      let account = mock.account
      let config = Configuration(
        apiKey: account.connectorToken.revealed,
        environment: .custom(restBaseURL: mock.restBaseURL, wsBaseURL: mock.socketURL),
        hostIdentifier: account.hostIdentifier, logLevel: .debug)
      let options = VoiceOptions(
        webrtcToken: webToken ?? account.webCallingToken.revealed, signalingHost: mock.signalingHost, dialect: dialect,
        mediaEngine: GivenEngine(media: media), allowsInsecure: true)
      let surroundings = VoiceSurroundings(network: SharedNetwork().forCall, sink: log)
      call = try PolyVoice.call(config: config, options: options, surroundings: surroundings)
    }

    func control(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
      let fields: HTTPFields = body == nil ? [:] : ["Content-Type": "application/json"]
      let answer = try await client.send(
        HTTPClientRequest(method: method, url: mock.url + "/_mock/" + path, fields: fields, body: body?.bytes()))
      guard (200..<300).contains(answer.status) else { throw Failure("\(path): \(answer.status)") }
      return answer.body.isEmpty ? .null : try JSON.parse(answer.body, mode: .strict)
    }

    func latest() async throws -> JSON? { try await control("GET", "calls")["items"]?.arrayValue?.last }

    /// Starts, and comes as far as media that the mock and the client agree on.
    func connected() async throws {
      try await call.start()
      try await holds("answered") { self.media.isAccepted }
      _ = try await control("POST", "calls/latest/media", ["state": "connected"])
      media.report(.connection(.connected))
      try await holds("connected") { self.call.state == .connected }
    }

    func holds(_ what: String, _ condition: () async throws -> Bool) async throws {
      guard try await eventually(condition) else { throw Failure("not \(what): \(call.state)") }
    }

    func stop() async {
      await call.end()
      #expect(call.driver.taskCount == 0 && call.driver.socketCount == 0)
      let account = mock.account
      let secrets = [account.connectorToken.revealed, account.webCallingToken.revealed, "eyJ"]
      #expect(!log.lines.contains { line in secrets.contains { line.contains($0) } })
      await client.shutdown()
    }
  }

  private func running(
    _ dialect: PolyDialect, webToken: String? = nil, _ body: (Place) async throws -> Void
  ) async throws {
    var habits = PolyMockOptions()
    habits.linkedSocketTells = true
    let mock = try await PolyMock.start(PolyMockConfiguration(options: habits))
    let place = try Place(mock, dialect, webToken: webToken)
    let result: Result<Void, any Error>
    do { result = .success(try await body(place)) } catch { result = .failure(error) }
    await place.stop()
    await mock.stop()
    try result.get()
  }

  @Test("the whole way, linked, with candidates and what is said, and hung up", arguments: PolyDialect.allCases)
  func wholeWay(_ dialect: PolyDialect) async throws {
    try await running(dialect) { place in
      let heard = Mutex<[String]>([])
      let transcript = place.call.transcript
      let listening = Task { for await line in transcript { heard.withLock { $0.append(line.text) } } }
      try await place.connected()
      if dialect == .bridge {
        try await place.holds("the agent's voice") { try await place.latest()?["renegotiated"] == true }
      } else {
        try await place.holds("candidates") { try await place.latest()?["candidates"]?.integerValue ?? 0 > 0 }
      }
      #expect(try await place.latest()?["linked_session_id"]?.stringValue != nil)
      _ = try await place.control(
        "POST", "calls/latest/say", ["by": "agent", "text": "Hello from the mock", "chunks": 3])
      _ = try await place.control("POST", "calls/latest/say", ["by": "user", "text": "Hello to the mock"])
      try await place.holds("heard") {
        // The agent speaks first by itself.
        heard.withLock { $0.suffix(2) } == ["Hello from the mock", "Hello to the mock"]
      }
      await place.call.end()
      try await place.holds("ended at the mock") { try await place.latest()?["state"] == "ended" }
      #expect(place.call.state == .ended)
      await listening.value
    }
  }

  @Test("the vendor hangs up", arguments: PolyDialect.allCases)
  func hungUp(_ dialect: PolyDialect) async throws {
    try await running(dialect) { place in
      try await place.connected()
      if dialect == .bridge {
        try await place.holds("the agent's voice") { try await place.latest()?["renegotiated"] == true }
      }
      _ = try await place.control("POST", "calls/latest/hang-up", [:])
      try await place.holds("ended") { place.call.state == .ended }
    }
  }

  @Test("a wrong web calling token shows at the offer, or when the call is opened", arguments: PolyDialect.allCases)
  func wrongToken(_ dialect: PolyDialect) async throws {
    try await running(dialect, webToken: "wrong-web-calling-token") { place in
      try? await place.call.start()
      try await place.holds("failed") { place.call.error != nil }
      let bridge = "Bridge provision rejected the call credentials (401)"
      #expect(
        place.call.error
          == .voice(.signalingFailed(dialect == .gateway ? "Invalid authentication token" : bridge)))
    }
  }
}
