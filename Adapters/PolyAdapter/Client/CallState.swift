/// Where a call is.
public enum CallState: Sendable, Hashable {
  case idle
  case connecting
  case connected
  case ended
  case failed(PolyError)

  /// Whether it is under way: connecting, or connected.
  public var isActive: Bool { self == .connecting || self == .connected }

  init(_ status: CallStatus) {
    self =
      switch status {
      case .idle: .idle
      case .connecting: .connecting
      case .connected: .connected
      case .ended: .ended
      case .failed(let failure): .failed(failure.error)
      }
  }
}
