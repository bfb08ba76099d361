import AdapterKit
import HTTPTypes
import JSONCoding
import MeetingCore
import Testing
import VendorTesting

@testable import StreamAdapter

@Suite struct FailureClassifierTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let code: Int64
    let status: Int
    var message = "X failed with error: \"no\""
    let reason: ProviderFailure.Reason
    var executed = ProviderFailure.Executed.no
    var testDescription: String { "\(code)/\(status) \(message)" }
  }

  static let rows: [Row] = [
    Row(code: 2, status: 401, reason: .credentials), Row(code: 5, status: 401, reason: .credentials),
    Row(code: 40, status: 401, reason: .credentials), Row(code: 41, status: 401, reason: .credentials),
    Row(code: 42, status: 401, reason: .credentials), Row(code: 43, status: 401, reason: .credentials),
    Row(code: 17, status: 403, reason: .forbidden), Row(code: 99, status: 403, reason: .forbidden),
    Row(
      code: 16, status: 404, message: "KickUser failed with error: \"Can't find call with id default:user-1\"",
      reason: .notFound),
    Row(
      code: 16, status: 404, message: "MuteUsers failed with error: \"x: call type does not exist\"",
      reason: .notFound),
    Row(
      code: 16, status: 404, message: "JoinCall failed with error: \"the user a does not exist\"",
      reason: .participantNotFound),
    Row(code: 16, status: 404, message: "Request failed with error: \"Not Found\"", reason: .invalid),
    Row(
      code: 4, status: 400, message: "UpdateCallMembers failed with error: \"the provided users [a] don't exist\"",
      reason: .participantNotFound),
    Row(
      code: 4, status: 400, message: "KickUser failed with error: \"the user a is not in the call\"",
      reason: .participantNotFound),
    Row(
      code: 4, status: 400, message: "StopRecording failed with error: \"call egress is not running\"",
      reason: .conflict),
    Row(
      code: 4, status: 400, message: "StartRecording failed with error: \"there is no active session\"",
      reason: .noActiveSession),
    Row(code: 4, status: 400, message: "EndCall failed with error: \"already completed\"", reason: .conflict),
    Row(
      code: 4, status: 400, message: "UpdateUserPermissions failed with error: \"bad value\"", reason: .invalid),
    Row(code: 9, status: 429, reason: .rateLimited(retryAfter: nil)),
    Row(code: 22, status: 413, reason: .invalid), Row(code: 24, status: 431, reason: .invalid),
    Row(code: 23, status: 408, reason: .timeout, executed: .maybe),
    Row(code: -1, status: 500, reason: .unavailable, executed: .maybe),
    Row(code: 12_345, status: 418, reason: .invalid),
  ]

  @Test(arguments: rows)
  func theServicesErrorsHaveOneMeaningEach(_ row: Row) throws {
    let answer = try AnsweringTransport.Answer.error(row.code, row.status, row.message).get()
    let failure = classify(answer)
    #expect(failure.reason == row.reason)
    #expect(failure.executed == row.executed)
    #expect(failure.vendorStatus == row.status)
    #expect(failure.vendorCode == String(row.code))
    #expect(failure.operation == "Op")
  }

  @Test(arguments: [
    (401, ProviderFailure.Reason.credentials, ProviderFailure.Executed.no), (403, .forbidden, .no),
    (404, .badResponse(pointer: "/code"), .no), (408, .timeout, .maybe), (409, .conflict, .no),
    (429, .rateLimited(retryAfter: nil), .no), (500, .unavailable, .maybe), (502, .unavailable, .maybe),
    (503, .unavailable, .maybe), (504, .timeout, .maybe), (302, .badResponse(pointer: ""), .no),
  ])
  func answersOfSomethingInBetweenGoByTheirStatus(
    _ status: Int, _ reason: ProviderFailure.Reason, _ executed: ProviderFailure.Executed
  ) {
    let failure = classify(HTTPClientResponse(status: status, body: Array("<html>SIP error 403</html>".utf8)))
    #expect(failure.reason == reason)
    #expect(failure.executed == executed)
    #expect(failure.vendorMessage == nil)
    #expect(failure.vendorCode == nil)
  }

  @Test func anOverloadedServiceThatAsksToComeBackDidNothing() {
    let failure = classify(HTTPClientResponse(status: 503, fields: ["Retry-After": "2"]))
    #expect(failure.executed == .no)
  }

  @Test(arguments: [
    ("X failed with error: \"db host 10.1.2.3 down\"", "10.1.2.3"), ("at [fe80:0:0:0:1:2:3:4]:80 no", "fe80"),
    ("connect db-1.prod.internal:5432 refused", "prod.internal"), ("api_secret=zzz bad", "zzz"),
    (#"{"api_secret":"zzz"}"#, "zzz"), ("Authorization: Bearer abcdef.ghi", "abcdef"),
    ("the app-secret is", "app-secret"),
  ])
  func messagesAreClean(_ message: String, _ hidden: String) throws {
    let text = try #require(classify(try AnsweringTransport.Answer.error(-1, 500, message).get()).vendorMessage).text
    #expect(!text.contains(hidden))
  }

  @Test func messagesAreShort() throws {
    let answer = try AnsweringTransport.Answer.error(4, 400, String(repeating: "é", count: 8_000)).get()
    #expect(classify(answer).vendorMessage?.text.unicodeScalars.count == 300)
  }

  @Test func nothingButTheMessageOfABodyIsKept() {
    let body = #"{"message":"down","api_secret":"zzz","trace":"at main.go"}"#
    let failure = classify(HTTPClientResponse(status: 500, body: Array(body.utf8)))
    #expect(failure.vendorMessage == Redacted(scrubbed: "down"))
    #expect(!"\(failure)".contains("zzz") && !"\(failure)".contains("main.go"))
  }

  @Test(arguments: [
    (HTTPClientFailure.Reason.connectTimeout, false, ProviderFailure.Reason.timeout, ProviderFailure.Executed.no),
    (.connectFailed, false, .unavailable, .no), (.nameNotResolved, false, .unavailable, .no),
    (.tls, false, .unavailable, .no), (.firstByteTimeout, true, .timeout, .maybe),
    (.totalTimeout, false, .timeout, .no), (.connectionLost, true, .unavailable, .maybe),
    (.truncated, true, .badResponse(pointer: ""), .maybe), (.cancelled, true, .cancelled, .maybe),
    (.cancelled, false, .cancelled, .no), (.invalidRequest, false, .invalid, .no),
  ])
  func transfersWithoutAnAnswerSayWhetherTheyWereSent(
    _ reason: HTTPClientFailure.Reason, _ sent: Bool, _ expected: ProviderFailure.Reason,
    _ executed: ProviderFailure.Executed
  ) {
    let failure = FailureClassifier(operation: "Op").failure(
      HTTPClientFailure(reason, requestMayHaveBeenSent: sent, detail: "secret detail"))
    #expect(failure.reason == expected)
    #expect(failure.executed == executed)
    #expect(failure.vendorMessage?.text.contains("secret") != true)
  }

  @Test func eachWayOfNotGettingThroughHasItsOwnWords() {
    let reasons: [HTTPClientFailure.Reason] = [
      .connectTimeout, .connectFailed, .nameNotResolved, .tls, .firstByteTimeout, .idleTimeout, .totalTimeout,
      .connectionLost, .truncated, .tooLarge, .protocolViolation,
    ]
    let words = reasons.compactMap { reason in
      FailureClassifier(operation: "Op").failure(HTTPClientFailure(reason, requestMayHaveBeenSent: false))
        .vendorMessage?.text
    }
    #expect(Set(words).count == reasons.count)
  }

  private func classify(_ answer: HTTPClientResponse) -> ProviderFailure {
    FailureClassifier(operation: "Op", requestID: "req-1", secrets: ["app-secret"]).failure(answer, now: Fixture.now)
  }
}

@Suite struct RetryAfterTests {
  @Test(
    arguments: [
      (["Retry-After": "3"], 3 as Int64?), (["Retry-After": "1767225610"], 10), (["Retry-After": "1767225610000"], 10),
      (["Retry-After": "Thu, 01 Jan 2026 00:00:07 GMT"], 7), (["Retry-After": "Thu, 01 Jan 2020 00:00:07 GMT"], 0),
      (["Retry-After": "-4"], 0), (["Retry-After": "999999"], 3_600), (["Retry-After": "soon"], nil),
      (["X-RateLimit-Reset": "1767225620"], 20), (["X-RateLimit-Reset": "1767225620, 1767229999"], 20),
      (["X-RateLimit-Reset": "1"], nil), ([:], nil),
    ] as [([String: String], Int64?)])
  func everyFormOfWaitIsRead(_ pairs: [String: String], _ seconds: Int64?) {
    var fields = HTTPFields()
    for (name, value) in pairs { fields.add(name, value) }
    #expect(RetryAfter.read(fields, now: Fixture.now) == seconds.map { .seconds($0) })
  }
}
