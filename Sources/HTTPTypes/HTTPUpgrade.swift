/// What goes on on a connection once an answer with status 101 has taken it out of HTTP.
package protocol HTTPUpgrade: Sendable {
  /// Has the connection until it returns; then the server closes it. The task is cancelled when the server drains or
  /// stops, or the client resets the connection; return soon after.
  func run(_ connection: HTTPUpgradedConnection) async
}

/// A connection that has left HTTP.
package struct HTTPUpgradedConnection: Sendable {
  /// Non-blocking. The server closes it.
  package let descriptor: Int32
  /// What the client sent right behind its request.
  package let early: [UInt8]

  package init(descriptor: Int32, early: [UInt8]) {
    self.descriptor = descriptor
    self.early = early
  }
}
