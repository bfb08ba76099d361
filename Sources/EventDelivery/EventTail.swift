package import Clocks
package import Store
import Synchronization

/// The end of the log in memory: one per process, fed by the store as it commits. Who follows keeps a position, pulls, and
/// reads the store only when it is behind the ring. Nothing is queued for anybody.
package final class EventTail: Sendable {
  typealias Waiter = CheckedContinuation<Wake, Never>

  enum Wake: Sendable { case look, idle, ended }

  struct Follower {
    let scope: EventQuery.Scope
    var waiter: Waiter?
    var isClosed = false
    /// Everything up to here is known not to be for this follower.
    var skipped: Int64 = 0
  }

  struct State {
    var ring: [TailEntry] = []
    var newest: Int64 = 0
    var followers: [Int: Follower] = [:]
    var byScope: [EventQuery.Scope: Set<Int>] = [:]
    var next = 0
    var isClosed = false
  }

  package let store: any Store
  private let capacity: Int
  private let state = Mutex(State())

  /// `capacity` is how many events the ring holds at least.
  package init(store: any Store, capacity: Int = 4_096) {
    self.store = store
    self.capacity = capacity
    store.onCommit { [weak self] in self?.publish($0) }
  }

  package var subscriberCount: Int { state.withLock { $0.followers.count } }

  /// Follows a scope behind a position; nil = from what comes next on.
  package func subscribe(_ scope: EventQuery.Scope, after position: Int64?) async throws(StoreFailure)
    -> EventSubscription
  {
    let bounds = try await store.logBounds()
    let start = position ?? state.withLock { max($0.newest, bounds.newest) }
    return EventSubscription(tail: self, id: register(scope), scope: scope, after: start)
  }

  /// Shows every waiting follower that the stream lives, at this interval, until cancelled.
  package func beat(every interval: Duration, _ time: any TimeSource) async {
    while !Task.isCancelled {
      do { try await time.sleep(for: interval) } catch { return }
      let waiters = state.withLock { state in
        state.followers.keys.compactMap { Self.takeWaiter($0, &state) }
      }
      for waiter in waiters { waiter.resume(returning: .idle) }
    }
  }

  /// Ends every subscription, and those to come.
  package func closeAll() {
    let waiters = state.withLock { state in
      state.isClosed = true
      return state.followers.keys.compactMap { Self.takeWaiter($0, &state) }
    }
    for waiter in waiters { waiter.resume(returning: .ended) }
  }

  // MARK: For the store

  func publish(_ events: [EventRecord]) {
    let waiters = state.withLock { state in
      var waiters: [Waiter] = []
      for event in events {
        state.ring.append(TailEntry(event))
        state.newest = max(state.newest, event.position)
        let followers = (state.byScope[.room(event.room)] ?? []).union(state.byScope[.tenant(event.tenant)] ?? [])
        for id in followers {
          guard let waiter = Self.takeWaiter(id, &state) else { continue }
          // Whoever waits has seen all before this event.
          state.followers[id]?.skipped = event.position - 1
          waiters.append(waiter)
        }
      }
      if state.ring.count > capacity * 2 { state.ring.removeFirst(state.ring.count - capacity) }
      return waiters
    }
    for waiter in waiters { waiter.resume(returning: .look) }
  }

  private static func takeWaiter(_ id: Int, _ state: inout State) -> Waiter? {
    guard let waiter = state.followers[id]?.waiter else { return nil }
    state.followers[id]?.waiter = nil
    return waiter
  }

  // MARK: For subscriptions

  struct Look {
    /// nil = the ring does not reach back to the position.
    let entries: [TailEntry]?
    /// Everything up to here has been looked at, or does not concern this follower.
    let seen: Int64
    let newest: Int64
    let isOver: Bool
  }

  func look(_ id: Int, after position: Int64, limit: Int) -> Look {
    state.withLock { state in
      guard let follower = state.followers[id], !follower.isClosed, !state.isClosed else {
        return Look(entries: [], seen: position, newest: state.newest, isOver: true)
      }
      let start = max(position, follower.skipped)
      guard start < state.newest else {
        return Look(entries: [], seen: start, newest: state.newest, isOver: false)
      }
      guard let first = state.ring.first, first.record.position <= start + 1 else {
        return Look(entries: nil, seen: start, newest: state.newest, isOver: false)
      }
      return Self.scan(state, follower.scope, start, limit)
    }
  }

  private static func scan(_ state: State, _ scope: EventQuery.Scope, _ start: Int64, _ limit: Int) -> Look {
    var entries: [TailEntry] = []
    var index = lowerBound(state.ring, start)
    var seen = start
    while index < state.ring.count, entries.count < limit {
      let entry = state.ring[index]
      seen = entry.record.position
      if matches(entry.record, scope) { entries.append(entry) }
      index += 1
    }
    return Look(entries: entries, seen: seen, newest: state.newest, isOver: false)
  }

  /// The index of the first entry behind `position`.
  private static func lowerBound(_ ring: [TailEntry], _ position: Int64) -> Int {
    var low = 0
    var high = ring.count
    while low < high {
      let middle = (low + high) / 2
      if ring[middle].record.position <= position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func matches(_ record: EventRecord, _ scope: EventQuery.Scope) -> Bool {
    switch scope {
    case .room(let room): record.room == room
    case .tenant(let tenant): record.tenant == tenant
    }
  }

  /// Waits until something may have come behind `seen`.
  func wait(_ id: Int, seen: Int64) async -> Wake {
    await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: Waiter) in
        let early: Wake? = state.withLock { state in
          guard let follower = state.followers[id], !follower.isClosed, !state.isClosed, !Task.isCancelled else {
            return .ended
          }
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

  func end(_ id: Int) {
    let waiter = state.withLock { state in
      state.followers[id]?.isClosed = true
      return Self.takeWaiter(id, &state)
    }
    waiter?.resume(returning: .ended)
  }

  func unregister(_ id: Int) {
    state.withLock { state in
      guard let follower = state.followers.removeValue(forKey: id) else { return }
      state.byScope[follower.scope]?.remove(id)
      if state.byScope[follower.scope]?.isEmpty == true { state.byScope[follower.scope] = nil }
    }
  }

  private func register(_ scope: EventQuery.Scope) -> Int {
    state.withLock { state in
      state.next += 1
      state.followers[state.next] = Follower(scope: scope)
      state.byScope[scope, default: []].insert(state.next)
      return state.next
    }
  }
}
