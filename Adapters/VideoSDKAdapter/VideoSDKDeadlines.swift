/// How long one request to the service may take in its parts; the caller's deadline bounds them all.
package struct VideoSDKDeadlines: Sendable {
  package var connect: Duration = .seconds(2)
  /// Until an answer begins.
  package var answer: Duration = .seconds(5)
  /// Until the answer to a create begins.
  package var create: Duration = .seconds(10)
  /// Between two pieces of an answer.
  package var idle: Duration = .seconds(5)
  /// For the seat's way into a room: for its first answer, for the connection and for being in.
  package var seat: Duration = .seconds(15)

  package init() {}
}
