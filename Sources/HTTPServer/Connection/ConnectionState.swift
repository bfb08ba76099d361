/// Everything about a connection that more than one thread touches.
struct ConnectionState {
  enum Deadline {
    case head
    case idle
    case body
    case halfClosed
  }

  var exchange: Exchange?
  var exchanges: UInt64 = 0
  /// True from suspending to resuming: the library must be resumed exactly once.
  var isSuspended = false
  /// The client closed its sending side.
  var peerClosed = false
  /// Answers are the last of their connection.
  var isDraining = false
  /// The server stops: nothing may be suspended any more.
  var isAborting = false
  /// The answer went out before the request was read: the client may still be sending.
  var leavesUnread = false
  /// The library closes the descriptor: it is not ours to touch.
  var isClosed = false
  var deadline: (at: ContinuousClock.Instant, kind: Deadline)?
  /// The earliest entry of this connection in the timetable; any other entry is stale.
  var scheduledAt: ContinuousClock.Instant?

  func isCurrent(_ number: UInt64) -> Bool { exchange?.number == number }
}
