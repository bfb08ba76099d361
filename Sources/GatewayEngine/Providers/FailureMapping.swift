package import MeetingCore

/// A vendor's failure as the gateway's error, by table.
package enum FailureMapping {
  package static func code(_ failure: ProviderFailure) -> ErrorCode {
    switch failure.reason {
    case .credentials: .providerCredentials
    case .forbidden, .notFound, .participantNotFound, .conflict, .invalid: .providerError
    case .noActiveSession: .noActiveSession
    case .notConnected: .capabilityUnavailable
    case .rateLimited: .providerRateLimited
    case .unavailable, .cancelled, .leftAlone, .superseded: .providerUnavailable
    case .timeout: .providerTimeout
    case .badResponse: .providerBadResponse
    }
  }

  package static func error(_ failure: ProviderFailure, provider: String, kind: String) -> GatewayError {
    GatewayError(code(failure), detail(failure, provider)).with {
      $0.provider = provider
      $0.providerKind = kind
      $0.failure = failure
      $0.retryAfterSeconds = retryAfter(failure)
    }
  }

  private static func retryAfter(_ failure: ProviderFailure) -> Int? {
    switch failure.reason {
    case .rateLimited(let after): max(1, after.map(wholeSeconds) ?? 5)
    case .leftAlone(let after), .notConnected(let after): max(1, wholeSeconds(after))
    case .unavailable, .cancelled, .superseded: 2
    default: nil
    }
  }

  /// Rounded up: whoever waits that long has waited long enough.
  private static func wholeSeconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(seconds) + (attoseconds > 0 ? 1 : 0)
  }

  private static func detail(_ failure: ProviderFailure, _ provider: String) -> String {
    let what =
      switch failure.reason {
      case .credentials: "refused the gateway's credentials"
      case .forbidden: "does not allow it"
      case .notFound, .participantNotFound: "does not know what this is about"
      case .conflict: "is in another state"
      case .noActiveSession: "has nobody in the room"
      case .invalid: "refused the request"
      case .rateLimited: "asks to slow down"
      case .unavailable: "cannot be reached or failed"
      case .leftAlone: "failed too often and is left alone for a while"
      case .notConnected: "is not reached from inside the room yet"
      case .superseded: "gave the gateway's place to another connection"
      case .timeout: "did not answer in time"
      case .badResponse(let pointer): "gave an answer that cannot be read" + (pointer.isEmpty ? "" : " at \(pointer)")
      case .cancelled: "was not waited for"
      }
    return "\(provider) \(what) (\(failure.operation))"
  }
}
