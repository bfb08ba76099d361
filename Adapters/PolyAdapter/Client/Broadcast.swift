import Synchronization

/// Things that happen, for any number of readers: each gets what happens from then on. Whoever is very slow misses the
/// oldest.
final class Broadcast<Value: Sendable>: Sendable {
  private static var kept: Int { 1_024 }

  private struct State {
    var readers: [Int: AsyncStream<Value>.Continuation] = [:]
    var next = 0
    var isOver = false
  }

  private let state = Mutex(State())

  func stream() -> AsyncStream<Value> {
    let (stream, feed) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(Self.kept))
    let id = state.withLock { state -> Int? in
      guard !state.isOver else { return nil }
      state.next += 1
      state.readers[state.next] = feed
      return state.next
    }
    guard let id else {
      feed.finish()
      return stream
    }
    feed.onTermination = { [weak self] _ in self?.forget(id) }
    return stream
  }

  func send(_ value: Value) { state.withLock { for reader in $0.readers.values { reader.yield(value) } } }

  func finish() {
    let readers = state.withLock { state in
      state.isOver = true
      defer { state.readers = [:] }
      return Array(state.readers.values)
    }
    for reader in readers { reader.finish() }
  }

  private func forget(_ id: Int) { state.withLock { _ = $0.readers.removeValue(forKey: id) } }
}
