import Cryptography
import HTTPTypes
import JSONCoding
import Testing

@testable import PolyAdapter

@Suite("The messaging service's answers and events")
struct MessagingTests {
  private let timing = CallTiming()

  private func judge(
    _ step: MessagingStep, _ status: Int, _ json: JSON = [:], fields: HTTPFields = [:], attempt: Int = 1
  ) -> MessagingVerdict {
    let answer = HTTPClientResponse(status: status, fields: fields, body: json.bytes())
    return MessagingVerdict.judge(step, .success(answer), attempt: attempt, timing)
  }

  private func error(_ verdict: MessagingVerdict) -> PolyError? {
    if case .failed(let failure) = verdict { failure.error } else { nil }
  }

  @Test("a token and a session are taken from what names them")
  func accepted() {
    #expect(judge(.accessToken, 200, ["access_token": "a.b.c"]) == .accepted("a.b.c"))
    #expect(judge(.session, 201, ["session_id": "s-1"]) == .accepted("s-1"))
    for body in [[:], ["access_token": ""], ["access_token": 1], ["access_token": "a\nb"]] as [JSON] {
      #expect(error(judge(.accessToken, 200, body)) == .auth(.tokenAcquisitionFailed))
    }
    #expect(error(judge(.session, 200)) == .session(.sessionCreationFailed(.unknown)))
  }

  @Test("refused credentials end it at once, whatever the body says", arguments: [401, 403])
  func unauthorized(_ status: Int) {
    #expect(error(judge(.accessToken, status, ["message": "Failed to validate connector"])) == .auth(.unauthorized))
    #expect(error(judge(.session, status)) == .auth(.unauthorized))
  }

  @Test("known texts are told apart, under either name; unknown ones mean something else for a token")
  func refused() {
    let known: JSON = ["error": "Error parsing request"]
    #expect(error(judge(.session, 400, known)) == .session(.sessionCreationFailed(.parsing)))
    #expect(error(judge(.accessToken, 400, known)) == .session(.sessionCreationFailed(.parsing)))
    let other: JSON = ["message": "Missing access token"]
    #expect(error(judge(.session, 400, other)) == .session(.sessionCreationFailed(.unknown)))
    #expect(error(judge(.accessToken, 404, other)) == .auth(.tokenAcquisitionFailed))
  }

  @Test("trouble is tried again a second later, four times in all")
  func retried() {
    let lost = HTTPClientFailure(.connectFailed, requestMayHaveBeenSent: false)
    for attempt in 1...3 {
      #expect(judge(.session, 503, attempt: attempt) == .retry(after: .seconds(1)))
      #expect(
        MessagingVerdict.judge(.session, .failure(lost), attempt: attempt, timing) == .retry(after: .seconds(1)))
    }
    #expect(error(judge(.session, 503, attempt: 4)) == .transport(.networkError("HTTP 503")))
    #expect(
      error(MessagingVerdict.judge(.accessToken, .failure(lost), attempt: 4, timing))
        == .transport(.networkError("connectFailed")))
    #expect(error(judge(.session, 302)) == .transport(.protocolError("HTTP 302")))
  }

  @Test(
    "a limit's own wait is kept to, within reason, and counts as an attempt",
    arguments: [
      ("7", 7), ("0", 0), ("31", 30), ("99999999999", 30), ("-1", 5), ("soon", 5), (nil, 5),
    ] as [(String?, Int)])
  func limited(_ wait: String?, _ seconds: Int) {
    let fields: HTTPFields = wait.map { ["Retry-After": $0] } ?? [:]
    #expect(judge(.accessToken, 429, fields: fields) == .retry(after: .seconds(seconds)))
    #expect(error(judge(.accessToken, 429, fields: fields, attempt: 4)) == .transport(.networkError("HTTP 429")))
  }

  @Test("the two requests carry what each is for, and nothing else's token")
  func requests() throws {
    let bench = try MachineBench()
    let requests = MessagingRequests(account: bench.machine.account)
    let token = requests.accessToken(correlation: "c-1")
    #expect(token.url.revealed == "https://messaging.us-1.poly.ai/api/v1/access-token")
    #expect(token.fields["X-Token"] == MachineBench.connectorToken && token.fields["X-Host"] == "app.example.com")
    #expect(token.fields["X-Polyai-Correlation-Id"] == "c-1" && token.fields["Authorization"] == nil)
    #expect(token.body.map { String(decoding: $0, as: UTF8.self) } == "{}")
    let session = requests.session(Secret("a.b.c"), correlation: "c-2")
    #expect(session.fields["Authorization"] == "Bearer a.b.c" && session.fields["X-Token"] == nil)
    let body = try JSON.parse(session.body ?? [], mode: .strict)
    #expect(body == ["streaming_enabled": true, "platform": "custom", "device_type": "desktop"])
    #expect("\(token) \(session)" == "access-token sessions")
  }

  @Test("the socket's address keeps the query that its base has")
  func socket() throws {
    func url(_ base: String) throws -> String {
      let account = try PolyAccount(
        connectorToken: Secret("t"), webCallingToken: Secret("w"), hostIdentifier: "h",
        environment: .custom(restBaseURL: "https://a.example.com", wsBaseURL: base), signalingHost: "b.example.com")
      return MessagingRequests(account: account).socket(Secret("a+b"), session: "s/1").revealed
    }
    #expect(try url("wss://a.example.com/ws") == "wss://a.example.com/ws?access_token=a%2Bb&session_id=s%2F1")
    #expect(try url("wss://a.example.com/ws?x=1") == "wss://a.example.com/ws?x=1&access_token=a%2Bb&session_id=s%2F1")
  }

  @Test("batches are taken apart, with payloads under either name and with or without a time")
  func batches() {
    let batch = MachineBench.event(
      "EVENT_BATCH",
      [
        "events": [
          MachineBench.event("SESSION_START", ["capabilities": [:]], id: nil),
          ["type": "EVENT_TYPE_POLY_AGENT_JOINED", "poly_agent_joined": ["agent_name": "Lucy"]],
          MachineBench.event("EVENT_BATCH", ["events": [MachineBench.event("HEARTBEAT", [:])]]), 7, ["type": "other"],
        ]
      ])
    let events = MessagingEvent.read(batch.bytes())
    #expect(events.map(\.type) == ["SESSION_START", "POLY_AGENT_JOINED", "HEARTBEAT"])
    #expect(events[1].payload["agent_name"] == "Lucy")
    for text in ["", "[]", "{", "{\"type\":1}", "null"] { #expect(MessagingEvent.read(Array(text.utf8)).isEmpty) }
  }

  @Test("heartbeats as the service wants them: none for zero, nothing for what makes no sense")
  func capabilities() {
    func read(_ value: JSON) -> Duration? {
      SessionCapabilities(["capabilities": ["heartbeat_interval_seconds": value]]).heartbeat
    }
    #expect(read(12) == .seconds(12) && read(0) == .zero && read(0.5) == .milliseconds(500))
    #expect(read(-1) == nil && read("30") == nil && read(1e12) == nil && SessionCapabilities([:]).heartbeat == nil)
  }

  @Test("what is said is told once, chunks joined as they are in the order of their numbers")
  func transcript() {
    var reading = TranscriptReading()
    func take(_ type: String, _ payload: JSON) -> [TranscriptLine] {
      MessagingEvent.read(MachineBench.event(type, payload).bytes()).flatMap { reading.take($0) }
    }
    func chunk(_ id: String, _ index: Int64, _ text: String, isLast: Bool = false) -> [TranscriptLine] {
      take(
        "POLY_AGENT_MESSAGE_CHUNK",
        [
          "message_id": .string(id), "chunk_index": .integer(index), "text": .string(text),
          "is_complete": .bool(isLast),
        ])
    }
    #expect(take("POLY_AGENT_MESSAGE", ["message_id": "m-1", "text": "Hello"]).map(\.text) == ["Hello"])
    #expect(take("POLY_AGENT_MESSAGE", ["message_id": "m-1", "text": "Hello"]).isEmpty)
    #expect(take("USER_MESSAGE", ["message_id": "m-2", "text": "Hi"]).map(\.speaker) == [.caller])
    #expect(
      take("LIVE_AGENT_MESSAGE", ["message_id": "m-3", "text": "Ann", "agent_id": "a"]).map(\.speaker)
        == [.liveAgent(id: "a")])
    #expect(chunk("m-4", 2, "wor").isEmpty && chunk("m-4", 1, "Hello ").isEmpty && chunk("m-4", 2, "wor").isEmpty)
    #expect(chunk("m-4", 3, "ld", isLast: true).map(\.text) == ["Hello world"])
    #expect(take("POLY_AGENT_MESSAGE", ["message_id": "m-4", "text": "Hello world"]).isEmpty)
    #expect(chunk("m-5", 0, "cut").isEmpty)
    #expect(chunk("m-6", 0, "next", isLast: true).map(\.text) == ["cut", "next"])
    #expect(take("POLY_AGENT_THINKING", [:]).isEmpty && take("POLY_AGENT_MESSAGE", ["text": ""]).isEmpty)
  }
}
