/// Why there is no media connection, or none any more. Says nothing of tokens or addresses.
package enum MediaFailure: Error, Sendable, Hashable {
  /// The credentials lead to the service's own media servers. Their protocol is not spoken here, and no sound or picture
  /// is carried: only a mock's media socket is.
  case notSpoken
  /// The join answer's `credentials` lack what is needed: a JSON pointer.
  case badCredentials(pointer: String)
  case notConnected
  case timedOut
  case cancelled
  /// The server said no, to joining or to one request.
  case refused(MediaRefusal)
  /// What came is not what the server may say: a JSON pointer, empty when it is no JSON at all.
  case badMessage(pointer: String)
  /// The connection broke, or was closed: the WebSocket's code and the server's words.
  case lost(code: UInt16, reason: String)
  /// Nothing came in answer to health checks.
  case silent
  /// Events came faster than they were read.
  case overrun
  /// The session was left, by us.
  case left
}
