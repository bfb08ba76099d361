/// What goes wrong beside a call without ending it.
enum CallTrouble: String, Sendable, Hashable {
  case linkNotSent = "the messaging session could not be told which call it belongs to"
  case messagingLost = "the messaging socket is gone: there will be no transcript"
  case sessionMissing = "the answer names no session: no candidate can be sent"
  case candidateNotAdded = "a candidate of the vendor's could not be taken"
  case voiceNotRenewed = "the agent's voice could not be fetched again"
}
