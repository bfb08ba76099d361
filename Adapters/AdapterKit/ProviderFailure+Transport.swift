package import HTTPTypes
package import MeetingCore

extension ProviderFailure {
  /// A request that got no whole answer. Nobody knows what became of one that may have been sent.
  package init(_ failure: HTTPClientFailure, operation: String, requestID: String? = nil) {
    let reason: Reason =
      switch failure.reason {
      case .connectTimeout, .firstByteTimeout, .idleTimeout, .totalTimeout: .timeout
      case .cancelled: .cancelled
      case .invalidRequest: .invalid
      case .truncated, .tooLarge, .protocolViolation: .badResponse(pointer: "")
      case .nameNotResolved, .connectFailed, .targetNotAllowed, .tls, .connectionLost: .unavailable
      }
    self.init(
      reason, executed: failure.requestMayHaveBeenSent ? .maybe : .no, operation: operation,
      vendorMessage: Self.words[failure.reason].map { Redacted(scrubbed: $0) }, vendorRequestID: requestID)
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
}
