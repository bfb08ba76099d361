import Synchronization

/// Tells values to any number of observers, each in the order of telling. An observer that falls behind loses the oldest,
/// and nobody waits for it.
final class Broadcast<Value: Sendable>: Sendable {
  private struct State {
    var observers: [Int: AsyncStream<Value>.Continuation] = [:]
    var next = 0
  }

  private let state = Mutex(State())
  private let kept: Int

  /// `kept` is how many values wait for an observer.
  init(keeping kept: Int) { self.kept = kept }

  /// From now on; `first` comes before everything else.
  func observe(_ first: Value? = nil) -> AsyncStream<Value> {
    let (stream, feed) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(kept))
    if let first { feed.yield(first) }
    let id = state.withLock { state in
      state.next += 1
      state.observers[state.next] = feed
      return state.next
    }
    feed.onTermination = { [weak self] _ in self?.forget(id) }
    return stream
  }

  func tell(_ value: Value) {
    let observers = state.withLock { $0.observers.values.map { $0 } }
    for observer in observers { observer.yield(value) }
  }

  /// Ends what observers wait for. Whoever observes afterwards hears what comes then.
  func finish() {
    let observers = state.withLock { state in
      defer { state.observers = [:] }
      return Array(state.observers.values)
    }
    for observer in observers { observer.finish() }
  }

  var observerCount: Int { state.withLock { $0.observers.count } }

  private func forget(_ id: Int) { state.withLock { $0.observers[id] = nil } }
}
