import Synchronization

/// What one open stream has taken; given back once, at the end of the stream or when it is let go.
final class SlotLease: Sendable {
  /// In a struct: a bare closure would be wrapped again at each use.
  private struct Returns: Sendable { var all: [@Sendable () -> Void] = [] }

  private let returns = Mutex(Returns())

  init() {}

  deinit { end() }

  func add(_ giveBack: @escaping @Sendable () -> Void) { returns.withLock { $0.all.append(giveBack) } }

  func end() {
    let all = returns.withLock { returns in
      defer { returns.all = [] }
      return returns.all
    }
    for giveBack in all { giveBack() }
  }
}
