import AdapterKit
import MeetingCore

/// What the service's numbers say where it refuses something on a connection.
enum RefusalCode {
  static let duplicateParticipant = 4005

  /// The service's own numbers, and beside them those of HTTP.
  static func reason(_ code: Int?) -> ProviderFailure.Reason {
    if let reason = code.flatMap({ VendorCode.reason(Int64($0)) }) { return reason }
    switch code ?? 0 {
    case 400: return .invalid
    case 401: return .credentials
    case 403: return .forbidden
    case 404: return .notFound
    case 408: return .timeout
    case 429: return .rateLimited(retryAfter: nil)
    case 500...599: return .unavailable
    // Somebody is there already, there is no room left, it runs already, or a reason that we do not know.
    default: return .conflict
    }
  }

  /// Whether coming in was refused for who asks, so that asking in another way is of no use.
  static func isFinal(_ code: Int?) -> Bool {
    switch code ?? 0 {
    case 401, 403, 4001...4010, 4021...4027: true
    default: false
    }
  }

  /// Nothing was done. `reason` is the service's text, which may hold anything.
  static func failure(_ code: Int?, _ reason: String, operation: String, secrets: [String]) -> ProviderFailure {
    ProviderFailure(
      self.reason(code), executed: .no, operation: operation, vendorCode: code.map(String.init),
      vendorMessage: reason.isEmpty ? nil : VendorText.redacted(reason, secrets: secrets))
  }
}
