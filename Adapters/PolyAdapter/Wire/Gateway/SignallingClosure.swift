/// What the end of the signalling socket means.
enum SignallingClosure: Sendable, Hashable {
  /// The service hung up.
  case graceful
  /// The service will not have this client back.
  case terminal
  /// A new socket may go on with the call.
  case transient

  init(code: UInt16) {
    self =
      switch code {
      case 1000: .graceful
      case 1002, 1003, 1007, 1008, 1009, 4000...4999: .terminal
      default: .transient
      }
  }
}
