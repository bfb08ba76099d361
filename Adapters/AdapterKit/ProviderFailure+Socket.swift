import HTTPTypes
package import MeetingCore
package import WebSocket

extension ProviderFailure {
  /// A connection that did not come about. Nobody knows what became of what was asked where an answer is missing.
  package init(_ error: WebSocketError, operation: String, requestID: String? = nil) {
    func made(_ reason: Reason, _ executed: Executed, status: Int? = nil) -> Self {
      Self(reason, executed: executed, operation: operation, vendorStatus: status, vendorRequestID: requestID)
    }
    self =
      switch error {
      case .notConnected(let reason):
        Self(
          HTTPClientFailure(reason, requestMayHaveBeenSent: false), operation: operation, requestID: requestID)
      case .refused(let status): made(Self.reason(ofRefusal: status), .no, status: status)
      case .timedOut: made(.timeout, .maybe)
      case .cancelled: made(.cancelled, .maybe)
      case .notAHandshake: made(.badResponse(pointer: ""), .maybe)
      case .invalidURL: made(.invalid, .no)
      case .system: made(.unavailable, .no)
      }
  }

  private static func reason(ofRefusal status: Int) -> Reason {
    switch status {
    case 401: .credentials
    case 403: .forbidden
    case 404: .notFound
    case 429: .rateLimited(retryAfter: nil)
    case 400..<500: .invalid
    default: .unavailable
    }
  }
}
