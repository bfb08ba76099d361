import HTTPTypes
import JSONCoding
import MeetingCore
import Testing
import VendorTesting

@testable import VideoSDKAdapter

/// Every shape in which the service says no, and what others say in its place.
@Suite struct FailureClassifierTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let status: Int
    let body: String
    let reason: ProviderFailure.Reason
    var executed = ProviderFailure.Executed.no
    var code: String?
    var testDescription: String { "\(status) \(body.prefix(60))" }
  }

  static let refusals: [Row] = [
    Row(status: 400, body: #"{"code":4001,"error":"Token is expired"}"#, reason: .credentials, code: "4001"),
    Row(status: 400, body: #"{"code":"4002","message":"Token is not valid"}"#, reason: .credentials, code: "4002"),
    Row(status: 400, body: #"{"error":{"code":4002,"message":"no"}}"#, reason: .credentials, code: "4002"),
    Row(status: 401, body: #"{"message":"Unauthorized"}"#, reason: .credentials),
    Row(status: 401, body: "", reason: .credentials),
    Row(status: 403, body: #""Forbidden""#, reason: .credentials),
    Row(status: 402, body: #"{"error":"roomId is required"}"#, reason: .forbidden),
    Row(status: 400, body: #"{"code":4007,"error":"Account is discontinued"}"#, reason: .forbidden, code: "4007"),
    Row(status: 400, body: #"{"statusCode":400,"message":"Recording is not started"}"#, reason: .conflict),
    Row(status: 400, body: #""Recording already started""#, reason: .conflict),
    Row(status: 400, body: "Livestream is not running", reason: .conflict),
    Row(status: 400, body: #"{"code":4018,"error":"x"}"#, reason: .conflict, code: "4018"),
    Row(status: 400, body: #"{"code":4019,"error":"x"}"#, reason: .conflict, code: "4019"),
    Row(status: 400, body: #"{"code":4020,"error":"x"}"#, reason: .conflict, code: "4020"),
    Row(status: 409, body: "{}", reason: .conflict),
    Row(status: 400, body: #"{"error":"No active session found"}"#, reason: .noActiveSession),
    Row(status: 404, body: #"{"error":"No active session found"}"#, reason: .noActiveSession),
    Row(status: 404, body: #"{"message":"Session not found"}"#, reason: .noActiveSession),
    Row(status: 400, body: #"{"success":false,"message":"The session has ended"}"#, reason: .noActiveSession),
    Row(status: 404, body: #"{"error":"Room not found"}"#, reason: .notFound),
    Row(status: 400, body: #"{"error":"Room not found"}"#, reason: .notFound),
    Row(status: 400, body: #"{"code":4003,"error":"x"}"#, reason: .notFound, code: "4003"),
    Row(status: 404, body: "<!DOCTYPE html><pre>Cannot GET /v2/x</pre>", reason: .badResponse(pointer: "")),
    Row(status: 400, body: #"{"error":"customRoomId must be a string"}"#, reason: .invalid),
    Row(status: 400, body: #"{"message":["a is wrong","b is wrong"]}"#, reason: .invalid),
    Row(status: 422, body: "", reason: .invalid),
    Row(status: 429, body: #"{"error":"slow down"}"#, reason: .rateLimited(retryAfter: nil)),
    Row(status: 408, body: "", reason: .timeout, executed: .maybe),
    Row(status: 504, body: "<html>", reason: .timeout, executed: .maybe),
    Row(status: 500, body: #"{"error":"Internal Server Error"}"#, reason: .unavailable, executed: .maybe),
    Row(status: 502, body: "<html>Bad Gateway</html>", reason: .unavailable, executed: .maybe),
    Row(status: 503, body: "", reason: .unavailable, executed: .maybe),
    Row(status: 302, body: "", reason: .badResponse(pointer: "")),
  ]

  @Test(arguments: refusals)
  func everyRefusalHasOneMeaning(_ row: Row) {
    let answer = HTTPClientResponse(status: row.status, body: Array(row.body.utf8))
    let failure = FailureClassifier(operation: "op", requestID: "req").failure(answer, now: Fixture.now)
    #expect(failure.reason == row.reason)
    #expect(failure.executed == row.executed)
    #expect(failure.vendorStatus == row.status)
    #expect(failure.vendorCode == row.code)
    #expect(failure.operation == "op")
    #expect(failure.vendorRequestID == "req")
  }

  static let successes: [Row] = [
    Row(
      status: 200, body: #"{"success":false,"message":"Agent is down"}"#, reason: .badResponse(pointer: "/error"),
      executed: .maybe),
    Row(status: 200, body: #"{"error":"something"}"#, reason: .badResponse(pointer: "/error"), executed: .maybe),
    Row(status: 200, body: #"{"statusCode":404,"message":"Room not found"}"#, reason: .notFound),
    Row(status: 200, body: #"{"code":4002,"message":"x"}"#, reason: .credentials, code: "4002"),
    Row(status: 200, body: #""Recording is not started""#, reason: .conflict),
    Row(status: 200, body: #""Recording failed to start""#, reason: .badResponse(pointer: "/error"), executed: .maybe),
    Row(status: 200, body: "No active session", reason: .noActiveSession),
    Row(status: 200, body: "<html>login</html>", reason: .badResponse(pointer: ""), executed: .yes),
    Row(status: 200, body: "[]", reason: .badResponse(pointer: ""), executed: .yes),
    Row(status: 200, body: "17", reason: .badResponse(pointer: ""), executed: .yes),
  ]

  /// A status of 200 proves nothing.
  @Test(arguments: successes)
  func anErrorUnderASuccessIsOne(_ row: Row) {
    let answer = HTTPClientResponse(status: row.status, body: Array(row.body.utf8))
    let reading = AnswerReading(classifier: FailureClassifier(operation: "op"), now: Fixture.now)
    do {
      let json = try reading.read(answer, .message)
      Issue.record("was taken for \(json.text())")
    } catch {
      #expect(error.reason == row.reason)
      #expect(error.executed == row.executed)
      #expect(error.vendorCode == row.code)
    }
  }

  @Test(arguments: [
    #""Recording started successfully""#, #""Participant recording started successfully""#,
    #"{"message":"Recording started successfully"}"#, "Recording ended successfully", "", #""OK""#,
    #"{"code":200,"data":{}}"#, #"{"statusCode":200,"data":[]}"#, #"{"id":"x","status":"running"}"#,
    #"{"error":null,"id":"x"}"#,
  ])
  func aConfirmationIsOneInWhateverForm(_ body: String) throws {
    let answer = HTTPClientResponse(status: 200, body: Array(body.utf8))
    let reading = AnswerReading(classifier: FailureClassifier(operation: "op"), now: Fixture.now)
    _ = try reading.read(answer, .message)
  }

  /// Where something is to be read from the answer, words do not do.
  @Test(arguments: [#""HLS started successfully""#, "", "ok", "<html>"])
  func aDocumentIsNotWords(_ body: String) {
    let answer = HTTPClientResponse(status: 200, body: Array(body.utf8))
    let reading = AnswerReading(classifier: FailureClassifier(operation: "op"), now: Fixture.now)
    #expect(throws: ProviderFailure(.badResponse(pointer: ""), executed: .yes, operation: "op", vendorStatus: 200)) {
      try reading.read(answer, .document)
    }
  }

  @Test(
    arguments: [
      ("7", Duration.seconds(7)), ("0", .zero), ("99999999", .seconds(3_600)),
      ("Thu, 01 Jan 2026 00:00:30 GMT", .seconds(30)), ("1767225660", .seconds(60)), ("soon", nil),
    ] as [(String, Duration?)])
  func theWaitIsReadFromALimit(_ text: String, _ expected: Duration?) {
    let answer = HTTPClientResponse(status: 429, fields: ["Retry-After": text], body: [])
    let failure = FailureClassifier(operation: "op").failure(answer, now: Fixture.now)
    #expect(failure.reason == .rateLimited(retryAfter: expected))
  }

  @Test func anOverloadedServiceThatSaysWhenHasDoneNothing() {
    let answer = HTTPClientResponse(status: 503, fields: ["Retry-After": "2"], body: [])
    #expect(FailureClassifier(operation: "op").failure(answer, now: Fixture.now).executed == .no)
  }

  @Test func theServicesOwnRequestIDIsNamed() {
    let answer = HTTPClientResponse(status: 500, fields: ["x-request-id": "v-1"], body: [])
    let failure = FailureClassifier(operation: "op", requestID: "ours").failure(answer, now: Fixture.now)
    #expect(failure.vendorRequestID == "v-1")
  }

  @Test func whatIsMissingDependsOnWhatWasAsked() {
    let answer = HTTPClientResponse(status: 404, body: Array(#"{"error":"Participant not found"}"#.utf8))
    let removing = FailureClassifier(operation: "op", missing: .participantNotFound)
    #expect(removing.failure(answer, now: Fixture.now).reason == .participantNotFound)
  }

  @Test(arguments: [
    (HTTPClientFailure.Reason.connectTimeout, false, ProviderFailure.Reason.timeout, ProviderFailure.Executed.no),
    (.firstByteTimeout, true, .timeout, .maybe), (.connectFailed, false, .unavailable, .no),
    (.connectionLost, true, .unavailable, .maybe), (.tooLarge, true, .badResponse(pointer: ""), .maybe),
    (.cancelled, true, .cancelled, .maybe),
  ])
  func aBrokenTransferSaysWhetherItMayHaveBeenExecuted(
    _ reason: HTTPClientFailure.Reason, _ sent: Bool, _ expected: ProviderFailure.Reason,
    _ executed: ProviderFailure.Executed
  ) {
    let failure = FailureClassifier(operation: "op").failure(HTTPClientFailure(reason, requestMayHaveBeenSent: sent))
    #expect(failure.reason == expected)
    #expect(failure.executed == executed)
  }
}
