import Store
import Synchronization

// What a subscription asks of the tail.

extension EventTail {
  struct Look {
    /// nil = the ring does not reach back to the position.
    let entries: [TailEntry]?
    /// Everything up to here has been looked at, or does not concern this follower.
    let seen: Int64
    let newest: Int64
    let isOver: Bool
  }

  /// What the ring has for a follower behind a position.
  func look(_ id: Int, after position: Int64, limit: Int) -> Look {
    state.withLock { state in
      guard let follower = state.followers[id] else {
        return Look(entries: [], seen: position, newest: state.newest, isOver: true)
      }
      let start = max(position, follower.skipped)
      guard start < state.newest else {
        return Look(entries: [], seen: start, newest: state.newest, isOver: false)
      }
      guard let first = state.ring.first, first.record.position <= start + 1 else {
        return Look(entries: nil, seen: start, newest: state.newest, isOver: false)
      }
      return state.scan(follower.scope, start, limit)
    }
  }

  /// Waits until something may have come behind `seen`. Cancellation ends the follower.
  func wait(_ id: Int, seen: Int64) async -> Follower.Wake {
    await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: Follower.Waiter) in
        let early: Follower.Wake? = state.withLock { state in
          guard let follower = state.followers[id], !Task.isCancelled else { return .ended }
          if state.newest > max(seen, follower.skipped) { return .look }
          state.followers[id]?.waiter = waiter
          return nil
        }
        if let early { waiter.resume(returning: early) }
      }
    } onCancel: {
      end(id)
    }
  }

  /// Ends a follower: who waits goes on at once.
  func end(_ id: Int) {
    let waiter = state.withLock { $0.unregister(id) }
    waiter?.resume(returning: .ended)
  }

  func limit(_ id: Int, until deadline: Int64) {
    state.withLock { $0.followers[id]?.deadline = deadline }
  }
}

extension EventTail.State {
  func scan(_ scope: EventQuery.Scope, _ start: Int64, _ limit: Int) -> EventTail.Look {
    var entries: [TailEntry] = []
    var index = lowerBound(start)
    var seen = start
    while index < ring.count, entries.count < limit {
      let entry = ring[index]
      seen = entry.record.position
      if matches(entry.record, scope) { entries.append(entry) }
      index += 1
    }
    return EventTail.Look(entries: entries, seen: seen, newest: newest, isOver: false)
  }

  /// The index of the first entry behind `position`.
  private func lowerBound(_ position: Int64) -> Int {
    var low = 0
    var high = ring.count
    while low < high {
      let middle = (low + high) / 2
      if ring[middle].record.position <= position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func matches(_ record: EventRecord, _ scope: EventQuery.Scope) -> Bool {
    switch scope {
    case .room(let room): record.room == room
    case .tenant(let tenant): record.tenant == tenant
    }
  }
}
