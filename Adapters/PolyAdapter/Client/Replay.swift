import Synchronization

/// A value that changes, for any number of readers: each gets the present one first, and all that come. Whoever is very
/// slow misses the oldest.
final class Replay<Value: Sendable>: Sendable {
  private static var kept: Int { 256 }

  private struct State {
    var value: Value
    var readers: [Int: AsyncStream<Value>.Continuation] = [:]
    var next = 0
    var isOver = false
  }

  private let state: Mutex<State>

  init(_ value: Value) { state = Mutex(State(value: value)) }

  var value: Value { state.withLock { $0.value } }
  var readerCount: Int { state.withLock { $0.readers.count } }

  /// Ends when the value will not change any more.
  func stream() -> AsyncStream<Value> {
    let (stream, feed) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(Self.kept))
    let id = state.withLock { state -> Int? in
      feed.yield(state.value)
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

  func publish(_ value: Value) {
    state.withLock { state in
      guard !state.isOver else { return }
      state.value = value
      for reader in state.readers.values { reader.yield(value) }
    }
  }

  /// It will not change any more.
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
