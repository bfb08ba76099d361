import AdapterKit
import HTTPTypes
import JSONCoding
import MeetingCore
import WebSocket

/// The one place that says what a failed request means.
struct FailureClassifier: Sendable {
  let operation: String
  /// Our own id of the request, named where the service gives none.
  var requestID: String?
  var secrets: [String] = []

  func failure(_ failure: HTTPClientFailure) -> ProviderFailure {
    ProviderFailure(failure, operation: operation, requestID: requestID)
  }

  func failure(_ error: WebSocketError) -> ProviderFailure {
    ProviderFailure(error, operation: operation, requestID: requestID)
  }

  func failure(_ answer: HTTPClientResponse, now: Timestamp) -> ProviderFailure {
    let body = try? JSON.parse(answer.body, mode: .vendor)
    let code = body?["code"].flatMap { $0.integerValue ?? $0.stringValue.flatMap { Int64($0) } }
    let message = body?["message"]?.stringValue
    let verdict = verdict(answer, code, VendorText.cause(message), now)
    return ProviderFailure(
      verdict.reason, executed: verdict.executed, operation: operation, vendorStatus: answer.status,
      vendorCode: code.map(String.init), vendorMessage: message.map { VendorText.redacted($0, secrets: secrets) },
      vendorRequestID: answer.fields["X-Request-Id"].map { String($0.prefix(128)) } ?? requestID)
  }

  /// The service's error document, whatever the status above it says.
  static func isError(_ body: JSON) -> Bool {
    body["code"]?.integerValue != nil && body["StatusCode"]?.integerValue != nil && body["message"]?.stringValue != nil
  }

  /// A success that cannot be read: it was executed all the same.
  func unreadable(_ answer: HTTPClientResponse) -> ProviderFailure {
    ProviderFailure(
      .badResponse(pointer: ""), executed: .yes, operation: operation, vendorStatus: answer.status,
      vendorRequestID: requestID)
  }

  /// A success that lacks what is needed.
  static func missing(_ pointer: String, _ operation: String) -> ProviderFailure {
    ProviderFailure(.badResponse(pointer: pointer), executed: .yes, operation: operation)
  }

  private typealias Verdict = (reason: ProviderFailure.Reason, executed: ProviderFailure.Executed)

  /// The service's own code tells more than the status; without one something in between has answered.
  private func verdict(_ answer: HTTPClientResponse, _ code: Int64?, _ cause: String, _ now: Timestamp) -> Verdict {
    switch code {
    case 9: limited(answer, now)
    case 2, 5, 40, 41, 42, 43: (.credentials, .no)
    case 17, 99: (.forbidden, .no)
    case 16: (missing(cause), .no)
    case 4 where Self.lacksUser(cause): (.participantNotFound, .no)
    case 4 where cause.contains("no active session"): (.noActiveSession, .no)
    case 4 where Self.isWrongState(cause): (.conflict, .no)
    case 23: (.timeout, .maybe)
    default: verdict(answer, now)
    }
  }

  private func verdict(_ answer: HTTPClientResponse, _ now: Timestamp) -> Verdict {
    switch answer.status {
    // An error document under a success: who wrote what is not known.
    case 200..<300: (.badResponse(pointer: "/code"), .maybe)
    case 401: (.credentials, .no)
    case 403: (.forbidden, .no)
    case 404, 405: (.badResponse(pointer: "/code"), .no)
    case 408: (.timeout, .maybe)
    case 409: (.conflict, .no)
    case 429: limited(answer, now)
    case 400..<500: (.invalid, .no)
    case 503 where answer.fields["Retry-After"] != nil: (.unavailable, .no)
    case 504: (.timeout, .maybe)
    case 500...: (.unavailable, .maybe)
    default: (.badResponse(pointer: ""), .no)
    }
  }

  private func limited(_ answer: HTTPClientResponse, _ now: Timestamp) -> Verdict {
    (.rateLimited(retryAfter: RetryAfter.read(answer.fields, now: now)), .no)
  }

  /// What does not exist: the call (or its type), somebody, or the route itself, which is a mistake of ours.
  private func missing(_ cause: String) -> ProviderFailure.Reason {
    if cause.contains("find call") || cause.contains("call type") { return .notFound }
    if cause.contains("user") || cause.contains("participant") || cause.contains("member") {
      return .participantNotFound
    }
    return cause.contains("\"not found\"") ? .invalid : .notFound
  }

  private static func lacksUser(_ cause: String) -> Bool {
    (cause.contains("user") || cause.contains("participant"))
      && (cause.contains("don't exist") || cause.contains("does not exist") || cause.contains("not in the call"))
  }

  private static func isWrongState(_ cause: String) -> Bool {
    ["already", "not running", "has ended", "is ended", "not being"].contains {
      cause.contains($0)
    }
  }
}
