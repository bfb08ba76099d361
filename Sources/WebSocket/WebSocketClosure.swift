/// How a connection ended.
package struct WebSocketClosure: Sendable, Hashable {
  package enum Cause: Sendable, Hashable {
    /// The peer said goodbye.
    case peer
    /// We did.
    case local
    /// The peer broke the protocol, or a limit; it was told so.
    case violation
    /// The connection broke, or ended without a goodbye.
    case lost
    /// Nothing came in answer to a ping.
    case silent
  }

  package let cause: Cause
  /// As the peer gave it, or as it was told; 1005 when none was given, 1006 when there was no goodbye.
  package let code: UInt16
  /// The peer's words; empty when it gave none.
  package let reason: String

  package init(_ cause: Cause, code: UInt16, reason: String = "") {
    self.cause = cause
    self.code = code
    self.reason = reason
  }
}
