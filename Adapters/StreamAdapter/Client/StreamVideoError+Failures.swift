import AdapterKit
import MeetingCore

extension StreamVideoError {
  init(_ failure: ProviderFailure) {
    let code = failure.vendorCode.flatMap { Int($0) }
    let message = failure.vendorMessage?.text
    self.init(
      Self.kind(failure, code, message ?? ""), operation: failure.operation, code: code, status: failure.vendorStatus,
      message: message ?? Self.words(failure.reason))
  }

  private static func kind(_ failure: ProviderFailure, _ code: Int?, _ message: String) -> Kind {
    switch failure.reason {
    case .credentials: code == 40 ? .tokenExpired : .invalidCredentials
    case .forbidden: message.contains("JoinBackstage") ? .backstage : .permissionDenied
    case .notFound, .participantNotFound: .notFound
    case .conflict, .noActiveSession: .conflict
    case .invalid: .invalidRequest
    case .rateLimited(let after): .rateLimited(retryAfter: after)
    case .leftAlone(let after): .rateLimited(retryAfter: after)
    case .unavailable, .notConnected, .superseded: .unavailable
    case .timeout: .timeout
    case .badResponse: .badResponse
    case .cancelled: .cancelled
    }
  }

  private static func words(_ reason: ProviderFailure.Reason) -> String {
    switch reason {
    case .badResponse(let pointer): pointer.isEmpty ? "the answer cannot be read" : "the answer lacks \(pointer)"
    case .timeout: "no answer in time"
    case .cancelled: "was not waited for"
    case .invalid: "the request has an empty part"
    default: "it did not work"
    }
  }

  init(_ failure: MediaFailure) {
    let operation = "JoinMedia"
    switch failure {
    case .refused(let refusal):
      self.init(
        Self.kind(refusal), operation: operation,
        message: VendorText.redacted("\(refusal.code): \(refusal.message)", secrets: []).text)
    case .lost(let code, _):
      self.init(.unavailable, operation: operation, code: Int(code), message: "the connection broke")
    default: self.init(Self.kind(failure), operation: operation, message: Self.words(failure))
    }
  }

  private static func kind(_ refusal: MediaRefusal) -> Kind {
    switch refusal.code {
    case MediaRefusal.permissionDenied: .permissionDenied
    case MediaRefusal.unauthenticated: .invalidCredentials
    case MediaRefusal.callFull: .conflict
    default: refusal.mayRetry ? .unavailable : .conflict
    }
  }

  private static func kind(_ failure: MediaFailure) -> Kind {
    switch failure {
    case .notSpoken: .mediaNotSupported
    case .badCredentials, .badMessage: .badResponse
    case .timedOut: .timeout
    case .cancelled, .left: .cancelled
    case .notConnected, .silent, .overrun, .lost, .refused: .unavailable
    }
  }

  private static func words(_ failure: MediaFailure) -> String {
    switch failure {
    case .notSpoken: "the service's own media servers are not spoken to from here"
    case .badCredentials(let pointer), .badMessage(let pointer): "what came lacks \(pointer)"
    case .timedOut: "no answer in time"
    case .cancelled: "was not waited for"
    case .left: "the call was left"
    case .silent: "nothing came for too long"
    case .overrun: "more came than was read"
    case .notConnected, .lost, .refused: "no connection"
    }
  }

  static func cancelled(_ operation: String) -> Self {
    Self(.cancelled, operation: operation, message: "was not waited for")
  }

  /// Whether trying again later may help.
  var isPassing: Bool {
    switch kind {
    case .unavailable, .timeout, .badResponse, .rateLimited: true
    default: false
    }
  }
}
