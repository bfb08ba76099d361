/// Something that the vendor tells of a call.
public enum CallSignal: Sendable, Hashable {
  /// What the caller may look for a way with, where the vendor hands it out with the call; told before the answer.
  case iceServers([ICEServer])
  /// The answer to the offer; its candidates, if any, are in it.
  case answered(SessionText)
  /// Before the answer or after it.
  case candidate(ICECandidate)
  case candidatesEnded
  /// The vendor wants to change what is agreed. The answer comes as a request; one offer at a time, a later one replaces
  /// one that nobody has answered.
  case offered(SessionText)
  /// What the vendor's own agent does: `joined` without a connection, `left`, `failed`, `transcript`, `speaking`.
  case agent(AgentNews)
}
