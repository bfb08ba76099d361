/// Something that happened to a call.
public enum CallNews: Sendable, Hashable {
  /// The vendor has answered the offer: the caller is in the room from now on.
  case answered
  case reported(CallReport)
  /// A backend asks something of the caller's side.
  case wished(CallWish)
  /// The vendor offers anew; which time, from 1. What it offers is told to whoever asks for it and kept nowhere.
  case offered(generation: Int)
  /// What the vendor's own agent does in the call.
  case agent(AgentNews)
  case failed(CallError)
  case ended(VoiceCall.Ending)
}
