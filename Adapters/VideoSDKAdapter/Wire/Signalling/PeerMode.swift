/// What a peer takes part in. The service's clients before their version 2.2 had other words for it, which are still said.
enum PeerMode: String, Sendable, Hashable, CaseIterable {
  /// Publishes and receives.
  case sendAndReceive = "SEND_AND_RECV"
  /// Receives only.
  case receiveOnly = "RECV_ONLY"
  /// Events and messages only.
  case signallingOnly = "SIGNALLING_ONLY"

  /// Either vocabulary, whatever the case; nil for what is in neither.
  init?(wire text: String?) {
    switch text?.uppercased() {
    case "SEND_AND_RECV", "CONFERENCE": self = .sendAndReceive
    case "RECV_ONLY": self = .receiveOnly
    case "SIGNALLING_ONLY", "VIEWER": self = .signallingOnly
    default: return nil
    }
  }

  var publishes: Bool { self == .sendAndReceive }
  var receives: Bool { self != .signallingOnly }
}
