import HTTPTypes
import JSONCoding
import MeetingCore
import ProviderTesting
import StructuredLogging
import Testing

@testable import RESTFacade

@Suite("Problems")
struct ProblemTests {
  @Test("every code has a problem document and a page that explains it", arguments: ErrorCode.allCases)
  func everyCode(_ code: ErrorCode) async throws {
    let answer = Reply(ProblemRenderer.answer(GatewayError(code, "why"), instance: "/v1/x", requestID: "req_1"))
    let type = ProblemType.of(code)
    #expect(answer.fields["Content-Type"] == "application/problem+json")
    #expect(answer.json["type"]?.stringValue == "/problems/" + code.rawValue)
    #expect(answer.json["status"]?.integerValue == Int64(answer.status))
    #expect(answer.status == type.status)
    #expect(answer.json["title"]?.stringValue == type.title)
    #expect(answer.json["instance"]?.stringValue == "/v1/x")
    #expect(answer.json["request_id"]?.stringValue == "req_1")
    #expect(answer.json["retryable"]?.boolValue == type.retryable)
    #expect((answer.fields["Retry-After"] != nil) || answer.status != 503)
    #expect((code == .internalError) == (ProblemType.of(code).status == 500))
    let harness = try await Harness()
    let page = await harness.send("GET", "/problems/" + code.rawValue, key: .some(nil))
    #expect(page.status == 200)
    #expect(page.text == ProblemText.page(code) + "\n")
  }

  @Test(
    "a page says when it happens, what to do and whether to retry, with an example of this very code",
    arguments: ErrorCode.allCases)
  func whatAPageTells(_ code: ErrorCode) throws {
    let guide = ProblemGuide.of(code)
    #expect(!guide.cases.isEmpty)
    #expect(!guide.remedy.isEmpty)
    #expect(guide.example.code == code)
    #expect(ProblemGuide.retrying(code).hasPrefix(ProblemType.of(code).retryable ? "Yes" : "No"))
    let example = try JSON.parse(Array(ProblemText.example(code).utf8), mode: .strict)
    #expect(example["code"]?.stringValue == code.rawValue)
    #expect(example["status"]?.integerValue == Int64(ProblemType.of(code).status))
  }

  @Test("a browser gets the page as HTML, a terminal as text")
  func bothForms() async throws {
    let harness = try await Harness()
    let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    for (accept, type) in [
      (browser, "text/html; charset=utf-8"), ("*/*", "text/plain; charset=utf-8"),
      ("image/png", "text/plain; charset=utf-8"),
    ] {
      let page = await harness.send("GET", "/problems/room_in_backstage", key: .some(nil), fields: ["Accept": accept])
      #expect(page.status == 200)
      #expect(page.fields["Content-Type"] == type)
      #expect(page.fields["Vary"]?.contains("Accept") == true)
      #expect(page.text.contains("Room in backstage"))
      #expect(page.text.contains("<h1>") == (accept == browser))
    }
  }

  @Test("a code that does not exist has no page")
  func unknownCode() async throws {
    let harness = try await Harness()
    #expect(await harness.send("GET", "/problems/nonsense", key: .some(nil)).code == "not_found")
  }

  @Test("a provider's failure is told in our words, with theirs beside them")
  func providerFailure() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    harness.provider.fail(
      with: ProviderFailure(
        .forbidden, executed: .no, operation: "MuteThem", vendorStatus: 403, vendorCode: "17",
        vendorMessage: Redacted(scrubbed: "not you"), vendorRequestID: "vr-1"))
    let reply = await harness.send("POST", "/v1/rooms/\(room)/people/ana/mute", ["tracks": ["audio"]])
    #expect(reply.status == 502)
    #expect(reply.code == "provider_error")
    #expect(reply.json["provider"]?.stringValue == "test-main")
    #expect(reply.json["provider_kind"]?.stringValue == "testkind")
    #expect(
      reply.json["provider_error"]
        == ["operation": "MuteThem", "status": 403, "code": "17", "message": "not you", "request_id": "vr-1"])
  }

  @Test("no provider is named where none was involved")
  func noProvider() async throws {
    let harness = try await Harness()
    let reply = await harness.send("GET", "/v1/rooms/room_0")
    #expect(reply.status == 404)
    #expect(reply.json["provider"] == nil)
    #expect(reply.json["provider_error"] == nil)
  }

  @Test("a capability that is missing is named, and the room must be there")
  func missingCapability() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let reply = await harness.send("POST", "/v1/rooms/\(room)/recordings", [:])
    #expect(reply.status == 422)
    #expect(reply.code == "capability_unsupported")
    #expect(reply.json["capability"]?.stringValue == "recording")
    #expect(reply.json["alternatives"]?.arrayValue == [])
    #expect(reply.json["provider"]?.stringValue == "test-main")
    #expect(reply.json["instance"]?.stringValue == "/v1/rooms/\(room)/recordings")
    #expect(await harness.send("POST", "/v1/rooms/room_0/recordings", [:]).status == 404)
  }

  @Test("what may be done and must not be done twice is not to be retried")
  func leftOpen() {
    let error = GatewayError(.providerUnavailable, "the answer was lost").with { $0.leavesOpen = true }
    let reply = Reply(ProblemRenderer.answer(error, instance: "/", requestID: "r"))
    #expect(reply.status == 503)
    #expect(reply.json["retryable"]?.boolValue == false)
    #expect(reply.fields["Retry-After"] == nil)
  }

  @Test("what happened inside stays inside")
  func internalError() {
    let error = GatewayError(.internalError, "a secret place in the code")
    let reply = Reply(ProblemRenderer.answer(error, instance: "/", requestID: "r"))
    #expect(reply.status == 500)
    #expect(!reply.text.contains("secret place"))
  }

  @Test("a store that cannot be used is 503 with a time to wait")
  func storeUnavailable() async throws {
    let harness = try await Harness()
    harness.store.failNextCommits(100)
    let reply = await harness.send("POST", "/v1/rooms", ["kind": "meeting"])
    #expect(reply.status == 503)
    #expect(reply.code == "store_unavailable")
    #expect(reply.json["retryable"]?.boolValue == true)
    #expect(reply.fields["Retry-After"] != nil)
    #expect(await harness.send("GET", "/readyz", key: .some(nil)).code == "not_ready")
  }
}

extension Reply {
  init(_ answer: Answer) {
    self.init(HTTPResponse(status: answer.status, fields: answer.fields, body: answer.body))
  }
}
