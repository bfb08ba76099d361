/// What a participant may do in a room.
enum VideoSDKMode: String, Sendable, CaseIterable {
  case sendAndReceive = "SEND_AND_RECV"
  case receiveOnly = "RECV_ONLY"
  case signallingOnly = "SIGNALLING_ONLY"

  /// Reads today's names and those of older clients.
  init?(named name: String) {
    switch name {
    case "CONFERENCE": self = .sendAndReceive
    case "VIEWER": self = .signallingOnly
    default: self.init(rawValue: name)
    }
  }

  var maySend: Bool { self == .sendAndReceive }
}
