import JSONCoding
import Synchronization

/// The state of a call that changes as the service tells of it. Everything in `CallSnapshot` is read from it by its name
/// (`state.participants`, `state.backstage`): each read is of the moment; a snapshot holds still.
@dynamicMemberLookup
public final class CallState: Sendable {
  private struct Held {
    var reducer: CallReducer
    /// How often it changed, so that an older state is never told after a newer one.
    var version = 0
  }

  private let held: Mutex<Held>
  private let told = Mutex(0)
  private let observers = Broadcast<CallSnapshot>(keeping: 1)

  init(me: String) {
    held = Mutex(Held(reducer: CallReducer(me: me)))
    held.withLock { $0.reducer.owner = self }
  }

  /// All of it, at this moment.
  public var snapshot: CallSnapshot { held.withLock { $0.reducer.snapshot } }

  /// A part of the state at this moment.
  public subscript<Value>(dynamicMember path: KeyPath<CallSnapshot, Value>) -> Value { snapshot[keyPath: path] }

  /// The state now, then whenever it changes. A slow observer misses what was in between, never the latest. Ends when the
  /// client disconnects.
  public func snapshots() -> AsyncStream<CallSnapshot> {
    // Under the lock of telling, so that nothing newer comes before the first.
    told.withLock { _ in observers.observe(snapshot) }
  }

  /// One part of the state: now, then whenever it is another.
  public func values<Value: Sendable & Equatable>(
    of path: any KeyPath<CallSnapshot, Value> & Sendable
  ) -> CallStateValues<Value> {
    CallStateValues(snapshots: snapshots(), path: path)
  }

  // MARK: Changes

  @discardableResult
  func change<Result: Sendable>(_ body: (inout CallReducer) -> Result) -> Result {
    let (result, changed, version) = held.withLock { held in
      let before = held.reducer.snapshot
      let result = body(&held.reducer)
      guard held.reducer.snapshot != before else { return (result, nil as CallSnapshot?, 0) }
      held.version += 1
      return (result, held.reducer.snapshot, held.version)
    }
    if let changed { tell(changed, version) }
    return result
  }

  private func tell(_ snapshot: CallSnapshot, _ version: Int) {
    told.withLock { last in
      guard version > last else { return }
      last = version
      observers.tell(snapshot)
    }
  }

  func drop(request id: String) { change { $0.drop(request: id) } }

  /// Ends what observers wait for.
  func finish() { observers.finish() }

  var observerCount: Int { observers.observerCount }
}
