import Store
import Synchronization

/// One follower of the log. Pulled by one task at a time; frees itself when it is let go.
package final class EventSubscription: Sendable {
  private struct Progress {
    var position: Int64
    var isChecked = false
  }

  private static let page = 256

  private let tail: EventTail
  private let id: Int
  private let scope: EventQuery.Scope
  private let progress: Mutex<Progress>

  init(tail: EventTail, id: Int, scope: EventQuery.Scope, after position: Int64) {
    self.tail = tail
    self.id = id
    self.scope = scope
    progress = Mutex(Progress(position: position))
  }

  deinit { tail.end(id) }

  /// Ends it from outside: the next `next()`, or the one that waits, returns nil.
  package func close() { tail.end(id) }

  /// Ends it at a wall time in nanoseconds since 1970.
  package func limit(until deadline: Int64) { tail.limit(id, until: deadline) }

  /// What comes next; waits for it. nil once closed, cancelled or shut down, or when the store cannot be read: whoever
  /// follows comes back with the last position.
  package func next() async -> Delivery? {
    if let first = await checkStart() { return first }
    while true {
      let position = progress.withLock { $0.position }
      let look = tail.look(id, after: position, limit: Self.page)
      if look.isOver || Task.isCancelled { return ended() }
      guard let entries = look.entries else {
        switch await readStore(after: look.seen, newest: look.newest) {
        case .nothing: continue
        case .found(let delivery): return delivery
        case .failed: return ended()
        }
      }
      progress.withLock { $0.position = look.seen }
      if !entries.isEmpty { return .events(entries) }
      guard look.seen >= look.newest else { continue }
      switch await tail.wait(id, seen: look.seen) {
      case .look: continue
      case .idle: return .idle
      case .ended: return ended()
      }
    }
  }

  private func ended() -> Delivery? {
    tail.end(id)
    return nil
  }

  /// Once, at the start: whether the position is still kept, and was ever given. One ahead of the log comes from
  /// another log, as after a restored backup: waiting for it would hide everything until then.
  private func checkStart() async -> Delivery? {
    let isFirst = progress.withLock { progress in
      defer { progress.isChecked = true }
      return !progress.isChecked
    }
    guard isFirst, let bounds = try? await tail.store.logBounds() else { return nil }
    return progress.withLock { progress in
      let isTrimmed = bounds.oldest > 0 && progress.position < bounds.oldest - 1
      guard isTrimmed || progress.position > bounds.newest else { return nil }
      progress.position = max(0, bounds.oldest - 1)
      return .reset
    }
  }

  private enum Stretch { case nothing, found(Delivery), failed }

  /// The next stretch of the log from the store, up to `newest` at least.
  private func readStore(after position: Int64, newest: Int64) async -> Stretch {
    do {
      let records = try await tail.store.events(EventQuery(scope: scope, after: position, limit: Self.page))
      let oldest = try await tail.store.logBounds().oldest
      if oldest > position + 1, records.first.map({ $0.position > position + 1 }) ?? true {
        return .found(lagged(oldest - position - 1))
      }
      let reached = records.last?.position ?? newest
      progress.withLock { $0.position = records.count < Self.page ? max(newest, reached) : reached }
      return records.isEmpty ? .nothing : .found(.events(records.map(TailEntry.init)))
    } catch { return .failed }
  }

  private func lagged(_ dropped: Int64) -> Delivery {
    tail.end(id)
    return .lagged(dropped: dropped)
  }
}
