/// Where a call is. Recovering from a lost signalling socket is none of these: nobody need see it.
enum CallStatus: Sendable, Hashable {
  case idle
  case connecting
  case connected
  case ended(CallEnd)
  case failed(CallFailure)

  var isActive: Bool { self == .connecting || self == .connected }

  var isOver: Bool {
    switch self {
    case .ended, .failed: true
    default: false
    }
  }
}
