import Store
import Synchronization

/// One follower of the log. Pulled by one task at a time; frees itself when it is let go.
package final class EventSubscription: Sendable {
  private struct Progress {
    var position: Int64
    var isChecked = false
    var isOver = false
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

  deinit { tail.unregister(id) }

  /// Ends it from outside: the next `next()` returns nil.
  package func close() { tail.end(id) }

  /// What comes next; waits for it. nil once closed, cancelled or shut down.
  package func next() async -> Delivery? {
    if progress.withLock({ $0.isOver }) { return nil }
    if let first = await checkStart() { return first }
    while true {
      let position = progress.withLock { $0.position }
      let look = tail.look(id, after: position, limit: Self.page)
      if look.isOver || Task.isCancelled { return nil }
      guard let entries = look.entries else {
        if let delivery = await readStore(after: look.seen, newest: look.newest) { return delivery }
        continue
      }
      progress.withLock { $0.position = look.seen }
      if !entries.isEmpty { return .events(entries) }
      guard look.seen >= look.newest else { continue }
      switch await tail.wait(id, seen: look.seen) {
      case .look: continue
      case .idle: return .idle
      case .ended: return nil
      }
    }
  }

  /// Once, at the start: whether the position is still kept.
  private func checkStart() async -> Delivery? {
    let isFirst = progress.withLock { progress in
      defer { progress.isChecked = true }
      return !progress.isChecked
    }
    guard isFirst, let bounds = try? await tail.store.logBounds() else { return nil }
    return progress.withLock { progress in
      guard bounds.oldest > 0, progress.position + 1 < bounds.oldest else { return nil }
      progress.position = bounds.oldest - 1
      return .reset
    }
  }

  /// nil = nothing for this follower in the stretch; look again.
  private func readStore(after position: Int64, newest: Int64) async -> Delivery? {
    do {
      let records = try await tail.store.events(EventQuery(scope: scope, after: position, limit: Self.page))
      let bounds = try await tail.store.logBounds()
      if bounds.oldest > position + 1, records.isEmpty || bounds.oldest > records[0].position { return lagged() }
      progress.withLock {
        $0.position =
          records.count < Self.page ? max(newest, records.last?.position ?? 0) : records.last?.position ?? newest
      }
      return records.isEmpty ? nil : .events(records.map(TailEntry.init))
    } catch { return lagged() }
  }

  private func lagged() -> Delivery {
    progress.withLock { $0.isOver = true }
    return .lagged
  }
}
