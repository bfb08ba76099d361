package import HTTPTypes

/// Why there is no connection.
package enum WebSocketError: Error, Sendable, Hashable {
  case invalidURL
  /// There was no connection to speak over.
  case notConnected(HTTPClientFailure.Reason)
  /// The server answered, but not with an upgrade: its status.
  case refused(status: Int)
  /// What came is no answer to a handshake.
  case notAHandshake
  case timedOut
  case cancelled
  /// A system call failed: its name and `errno`.
  case system(call: String, code: Int32)
}
