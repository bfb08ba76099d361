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
    let reason: ProviderFailure.Reason =
      switch failure.reason {
      case .connectTimeout, .firstByteTimeout, .idleTimeout, .totalTimeout: .timeout
      case .cancelled: .cancelled
      case .invalidRequest: .invalid
      case .truncated, .tooLarge, .protocolViolation: .badResponse(pointer: "")
      case .nameNotResolved, .connectFailed, .targetNotAllowed, .tls, .connectionLost: .unavailable
      }
    return made(
      reason, executed: failure.requestMayHaveBeenSent ? .maybe : .no, words: Self.words[failure.reason])
  }

  /// A connection that did not come about. Nobody knows what became of what was asked where an answer is missing.
  func failure(_ error: WebSocketError) -> ProviderFailure {
    switch error {
    case .notConnected(let reason): failure(HTTPClientFailure(reason, requestMayHaveBeenSent: false))
    case .refused(let status): made(Self.reason(ofRefusal: status), executed: .no, status: status)
    case .timedOut: made(.timeout, executed: .maybe)
    case .cancelled: made(.cancelled, executed: .maybe)
    case .notAHandshake: made(.badResponse(pointer: ""), executed: .maybe)
    case .invalidURL: made(.invalid, executed: .no)
    case .system: made(.unavailable, executed: .no)
    }
  }

  private static func reason(ofRefusal status: Int) -> ProviderFailure.Reason {
    switch status {
    case 401: .credentials
    case 403: .forbidden
    case 404: .notFound
    case 429: .rateLimited(retryAfter: nil)
    case 400..<500: .invalid
    default: .unavailable
    }
  }

  /// What went wrong on the way, so that operators can tell one outage from another.
  private static let words: [HTTPClientFailure.Reason: String] = [
    .nameNotResolved: "the host name does not resolve", .connectFailed: "no connection: refused or unreachable",
    .targetNotAllowed: "the host may not be reached from here",
    .tls: "the TLS certificate or handshake is not acceptable", .connectionLost: "the connection broke off",
    .connectTimeout: "no connection in time", .firstByteTimeout: "no answer in time",
    .idleTimeout: "the answer stalled", .totalTimeout: "no whole answer in time",
    .truncated: "the answer ended early", .tooLarge: "the answer is too large",
    .protocolViolation: "the answer is not HTTP", .cancelled: "was not waited for",
  ]

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
    made(.badResponse(pointer: ""), executed: .yes, status: answer.status)
  }

  /// A success that lacks what is needed.
  static func missing(_ pointer: String, _ operation: String) -> ProviderFailure {
    ProviderFailure(.badResponse(pointer: pointer), executed: .yes, operation: operation)
  }

  private func made(
    _ reason: ProviderFailure.Reason, executed: ProviderFailure.Executed, status: Int? = nil, words: String? = nil
  ) -> ProviderFailure {
    ProviderFailure(
      reason, executed: executed, operation: operation, vendorStatus: status,
      vendorMessage: words.map { Redacted(scrubbed: $0) }, vendorRequestID: requestID)
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
