/// What may happen by itself when its time has come.
enum PolyDue: Sendable, Equatable {
  /// A messaging session may have been silent for too long.
  case sessionIdle(id: String)
  /// A messaging socket gets its first events.
  case welcome(line: String)
  /// An offer is answered.
  case answer(call: String)
  /// A call gets the candidate of this index, nil = there are no more.
  case candidate(call: String, index: Int?)
  /// Media of a call becomes this, unless it has changed meanwhile.
  case media(call: String, PolyMediaState, change: Int)
  /// Media of a call should be up by now.
  case mediaTimeout(call: String)
  /// A call has been without a socket since then.
  case orphan(call: String, since: Int64)
  /// An events socket should have said who it is by now.
  case eventsAuth(line: String)
}
