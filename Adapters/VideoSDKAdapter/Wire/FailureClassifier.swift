import AdapterKit
import HTTPTypes
import JSONCoding
import MeetingCore

/// The one place that says what a failed request means.
struct FailureClassifier: Sendable {
  let operation: String
  /// What is not there when the service says that something is not.
  var missing = ProviderFailure.Reason.notFound
  /// Our own id of the request, named where the service gives none.
  var requestID: String?
  var secrets: [String] = []

  func failure(_ failure: HTTPClientFailure) -> ProviderFailure {
    ProviderFailure(failure, operation: operation, requestID: requestID)
  }

  func failure(_ answer: HTTPClientResponse, now: Timestamp) -> ProviderFailure {
    failure(answer, ErrorBody(answer.body), now)
  }

  /// A success whose document says that it is none.
  func failure(_ answer: HTTPClientResponse, said json: JSON, now: Timestamp) -> ProviderFailure {
    failure(answer, ErrorBody(json), now)
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

  private func failure(_ answer: HTTPClientResponse, _ body: ErrorBody, _ now: Timestamp) -> ProviderFailure {
    let verdict = verdict(answer, body, now)
    return ProviderFailure(
      verdict.reason, executed: verdict.executed, operation: operation, vendorStatus: answer.status,
      vendorCode: body.code.map(String.init),
      vendorMessage: body.message.map { VendorText.redacted($0, secrets: secrets) },
      vendorRequestID: answer.fields["X-Request-Id"].map { String($0.prefix(128)) } ?? requestID)
  }

  /// The service's own code tells more than the status, and for wrong states only the words tell.
  private func verdict(_ answer: HTTPClientResponse, _ body: ErrorBody, _ now: Timestamp) -> Verdict {
    switch answer.status {
    case 429: return (.rateLimited(retryAfter: RetryAfter.read(answer.fields, now: now)), .no)
    case 503 where answer.fields["Retry-After"] != nil: return (.unavailable, .no)
    case 408, 504: return (.timeout, .maybe)
    case 500...: return (.unavailable, .maybe)
    case 100..<200, 300..<400: return (.badResponse(pointer: ""), .no)
    default: break
    }
    if let reason = body.code.flatMap(VendorCode.reason) { return (reason, .no) }
    return answer.status < 300 ? success(body) : refusal(answer.status, body)
  }

  private func refusal(_ status: Int, _ body: ErrorBody) -> Verdict {
    switch status {
    // The service tells wrong tokens with 400 and a code, but its own tools still know these.
    case 401, 403: (.credentials, .no)
    case 402: (.forbidden, .no)
    case 404 where body.isPage: (.badResponse(pointer: ""), .no)
    case 404: (state(body.words) ?? missing, .no)
    case 409: (.conflict, .no)
    default: (state(body.words) ?? .invalid, .no)
    }
  }

  /// An error under a success: who wrote what is not known.
  private func success(_ body: ErrorBody) -> Verdict {
    if let reason = state(body.words) { return (reason, .no) }
    if Self.isCredentials(body.words) { return (.credentials, .no) }
    return (.badResponse(pointer: "/error"), .maybe)
  }

  private func state(_ words: String) -> ProviderFailure.Reason? {
    if Self.isNoSession(words) { return .noActiveSession }
    if ["not started", "not running", "not active", "already", "previous", "being processed"].contains(
      where: words.contains)
    {
      return .conflict
    }
    guard words.contains("not found") || words.contains("not exist") || words.contains("no such") else { return nil }
    // Whatever was asked for: without the room there is nothing.
    return words.contains("room") || words.contains("meeting") ? .notFound : missing
  }

  private static func isNoSession(_ words: String) -> Bool {
    words.contains("session")
      && ["no active", "no ongoing", "not active", "not found", "not ongoing", "not exist", "no session", "ended"]
        .contains(where: words.contains)
  }

  private static func isCredentials(_ words: String) -> Bool {
    words.contains("token")
      && ["invalid", "expired", "not valid", "unauthori"].contains(where: words.contains)
  }
}
