import Synchronization

/// What one open stream has taken; given back once, at the end of the stream or when it is let go.
final class SlotLease: Sendable {
  private let returns = Mutex<[@Sendable () -> Void]>([])

  init() {}

  deinit { end() }

  func add(_ giveBack: @escaping @Sendable () -> Void) { returns.withLock { $0.append(giveBack) } }

  func end() {
    let all = returns.withLock { returns in
      defer { returns = [] }
      return returns
    }
    for giveBack in all { giveBack() }
  }
}
