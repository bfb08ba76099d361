import Clocks
import HTTPTypes
import JSONCoding
import MeetingCore
import StructuredLogging

/// The one place that says what a failed request means.
enum FailureClassifier {
  static func failure(_ failure: HTTPClientFailure, _ operation: String) -> ProviderFailure {
    let executed: ProviderFailure.Executed = failure.requestMayHaveBeenSent ? .maybe : .no
    let reason: ProviderFailure.Reason =
      switch failure.reason {
      case .connectTimeout, .firstByteTimeout, .idleTimeout, .totalTimeout: .timeout
      case .cancelled: .cancelled
      case .invalidRequest: .invalid
      case .truncated, .tooLarge, .protocolViolation: .badResponse(pointer: "")
      case .nameNotResolved, .connectFailed, .tls, .connectionLost: .unavailable
      }
    return ProviderFailure(reason, executed: executed, operation: operation)
  }

  static func failure(_ answer: HTTPClientResponse, _ operation: String, now: Timestamp) -> ProviderFailure {
    let body = try? JSON.parse(answer.body, mode: .vendor)
    let code = body?["code"]?.integerValue
    let message = body?["message"]?.stringValue ?? body?["detail"]?.stringValue
    let verdict = verdict(answer, code, message, now)
    return ProviderFailure(
      verdict.reason, executed: verdict.executed, operation: operation, vendorStatus: answer.status,
      vendorCode: code.map(String.init), vendorMessage: message.map(redacted),
      vendorRequestID: answer.fields["X-Request-Id"].map { String($0.prefix(128)) })
  }

  /// A success that cannot be read: it was executed all the same.
  static func unreadable(_ answer: HTTPClientResponse, _ operation: String) -> ProviderFailure {
    ProviderFailure(.badResponse(pointer: ""), executed: .yes, operation: operation, vendorStatus: answer.status)
  }

  static func missing(_ pointer: String, _ operation: String) -> ProviderFailure {
    ProviderFailure(.badResponse(pointer: pointer), executed: .yes, operation: operation)
  }

  /// At most 300 characters, without secrets, internal addresses and traces.
  static func redacted(_ message: String) -> Redacted {
    var text = Redaction.scrub(String(message.prefix(1_000)))
    text.replace(/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/, with: "<address>")
    text.replace(/\b[a-z0-9\-]+(?:\.[a-z0-9\-]+)*\.(?:internal|local|svc|cluster)\b/, with: "<host>")
    return Redacted(scrubbed: String(text.prefix(300)))
  }

  private static func verdict(
    _ answer: HTTPClientResponse, _ code: Int64?, _ message: String?, _ now: Timestamp
  ) -> (reason: ProviderFailure.Reason, executed: ProviderFailure.Executed) {
    switch (code, answer.status) {
    case (9, _), (_, 429): (.rateLimited(retryAfter: RetryAfter.read(answer.fields, now: now)), .no)
    case (2, _), (5, _), (40, _), (41, _), (42, _), (43, _), (_, 401): (.credentials, .no)
    case (17, _), (99, _), (_, 403): (.forbidden, .no)
    case (16, _), (_, 404): (isAboutUser(message) ? .participantNotFound : .notFound, .no)
    case (23, _), (_, 408): (.timeout, .maybe)
    case (_, 503): (.unavailable, .no)
    case (-1, _), (_, 500...599): (.unavailable, .maybe)
    case (_, 409): (.conflict, .no)
    case (4, _) where isWrongState(message): (.conflict, .no)
    case (_, 400...499): (.invalid, .no)
    default: (.badResponse(pointer: ""), .maybe)
    }
  }

  /// Whether a "not found" speaks of a person and not of the call.
  private static func isAboutUser(_ message: String?) -> Bool {
    guard let message = message?.lowercased() else { return false }
    return (message.contains("user") || message.contains("participant")) && !message.contains("call with id")
  }

  private static func isWrongState(_ message: String?) -> Bool {
    guard let message = message?.lowercased() else { return false }
    return message.contains("already") || message.contains("not running") || message.contains("no active session")
      || message.contains("has ended")
  }
}
