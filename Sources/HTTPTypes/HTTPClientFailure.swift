/// Why a transfer gave no whole answer. Carries no URL, header or body: those may hold secrets.
package struct HTTPClientFailure: Error, Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    case invalidRequest
    case nameNotResolved
    case connectFailed
    /// The host is none that this client may reach.
    case targetNotAllowed
    case tls
    case connectTimeout
    case firstByteTimeout
    case idleTimeout
    case totalTimeout
    case connectionLost
    case truncated
    case tooLarge
    case protocolViolation
    case cancelled
  }

  package let reason: Reason
  /// False only when surely no byte of the request reached the server, so that it cannot have been executed.
  package let requestMayHaveBeenSent: Bool
  /// For the log: the library's own words, redacted.
  package let detail: String

  package init(_ reason: Reason, requestMayHaveBeenSent: Bool, detail: String = "") {
    self.reason = reason
    self.requestMayHaveBeenSent = requestMayHaveBeenSent
    self.detail = detail
  }
}
