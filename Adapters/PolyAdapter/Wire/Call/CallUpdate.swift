/// What a call tells of itself, in order.
enum CallUpdate: Sendable, Hashable {
  case status(CallStatus)
  /// There are no ICE servers to be had: others are taken. A wrong web calling token shows in nothing else at first.
  case iceFallback
  /// The vendor answered; by which id it knows the call, where it said so.
  case answered(session: String?)
  /// The signalling broke off, and is opened anew for the n-th time in a row.
  case recovering(attempt: Int)
  case recovered
  /// The vendor's agent, or a person who took over, is there: as the messaging side says, or because its voice was fetched.
  case agentJoined
  case agentLeft(reason: String?)
  case transcript(TranscriptLine)
  /// The messaging side has closed its session.
  case sessionEnded(reason: String?)
  /// Something that went wrong and changes nothing, for the log.
  case trouble(CallTrouble)
}
