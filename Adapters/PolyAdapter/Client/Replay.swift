import Synchronization

/// A value that changes, for any number of readers: each gets the present one first, and all that come. Whoever is very
/// slow misses the oldest.
final class Replay<Value: Sendable>: Sendable {
  private static var kept: Int { 256 }

  private struct State {
    var value: Value
    var readers = Readers<Value>()
  }

  private let state: Mutex<State>

  init(_ value: Value) { state = Mutex(State(value: value)) }

  var value: Value { state.withLock { $0.value } }
  var readerCount: Int { state.withLock { $0.readers.count } }

  /// Ends when the value will not change any more.
  func stream() -> AsyncStream<Value> {
    let (stream, feed) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(Self.kept))
    let number = state.withLock { state in
      feed.yield(state.value)
      return state.readers.add(feed)
    }
    guard let number else { return stream }
    feed.onTermination = { [weak self] _ in self?.state.withLock { $0.readers.remove(number) } }
    return stream
  }

  func publish(_ value: Value) {
    state.withLock { state in
      guard !state.readers.isOver else { return }
      state.value = value
      state.readers.send(value)
    }
  }

  /// It will not change any more.
  func finish() { for feed in state.withLock({ $0.readers.close() }) { feed.finish() } }
}
