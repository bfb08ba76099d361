/// What an event of a call tells.
public enum CallStep: Sendable, Hashable {
  /// `previous` nil: there was no call.
  case stateChanged(previous: VoiceCall.State?)
  case audioChanged
  case requested(CallWish)
  case offered(generation: Int)

  /// The name in the API of the event that tells it.
  var type: String {
    switch self {
    case .stateChanged: "call.state_changed"
    case .audioChanged: "call.audio_changed"
    case .requested: "call.requested"
    case .offered: "call.offer"
    }
  }
}
