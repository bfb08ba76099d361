package import Clocks
package import Store
import Synchronization

/// The end of the log in memory: one per process, fed by the store as it commits. Who follows keeps a position, pulls,
/// and reads the store only when it is behind the ring. Nothing is queued for anybody, so a slow follower costs no
/// memory.
package final class EventTail: Sendable {
  struct State {
    var ring: [TailEntry] = []
    var newest: Int64 = 0
    var followers: [Int: Follower] = [:]
    var byScope: [EventQuery.Scope: Set<Int>] = [:]
    var next = 0
    var isClosed = false
  }

  /// How many parts a heartbeat's interval has: each wakes its share of the followers, not all at once.
  private static let slices = 10

  package let store: any Store
  private let capacity: Int
  let state = Mutex(State())

  /// `capacity` is how many events the ring holds at least.
  package init(store: any Store, capacity: Int = 4_096) {
    self.store = store
    self.capacity = capacity
    store.onCommit { [weak self] in self?.publish($0) }
  }

  package var subscriberCount: Int { state.withLock { $0.followers.count } }
  /// How many of them have seen everything and wait.
  package var waitingCount: Int { state.withLock { $0.followers.values.count { $0.waiter != nil } } }

  /// Follows a scope behind a position; nil = from what comes next on.
  package func subscribe(_ scope: EventQuery.Scope, after position: Int64?) async throws(StoreFailure)
    -> EventSubscription
  {
    let bounds = try await store.logBounds()
    let (id, newest) = state.withLock { state in
      // Before this process's first event the store alone knows how far the log goes.
      if state.ring.isEmpty { state.newest = max(state.newest, bounds.newest) }
      return (state.register(scope), max(state.newest, bounds.newest))
    }
    return EventSubscription(tail: self, id: id, scope: scope, after: position ?? newest)
  }

  /// Shows every waiting follower at this interval that the stream lives, and ends those whose time is over (at a tenth
  /// of the interval). One task of the process runs it; it returns when cancelled.
  package func beat(every interval: Duration, _ time: any TimeSource) async {
    var slice = 0
    while !Task.isCancelled {
      do { try await time.sleep(for: interval / Self.slices) } catch { return }
      slice = (slice + 1) % Self.slices
      let now = time.wallNanoseconds
      let woken = state.withLock { $0.beat(slice, of: Self.slices, now: now) }
      for waiter in woken.ended { waiter.resume(returning: .ended) }
      for waiter in woken.idle { waiter.resume(returning: .idle) }
    }
  }

  /// Ends every subscription, and those to come.
  package func closeAll() {
    let waiters = state.withLock { state in
      state.isClosed = true
      return Array(state.followers.keys).compactMap { state.unregister($0) }
    }
    for waiter in waiters { waiter.resume(returning: .ended) }
  }

  /// Takes what the store committed, in position order, and wakes whom it concerns.
  func publish(_ events: [EventRecord]) {
    let entries = events.map(TailEntry.init)
    let waiters = state.withLock { state in
      state.ring += entries
      if state.ring.count > capacity * 2 { state.ring.removeFirst(state.ring.count - capacity) }
      var waiters: [Follower.Waiter] = []
      for event in events {
        state.newest = max(state.newest, event.position)
        state.wake(.room(event.room), for: event.position, &waiters)
        state.wake(.tenant(event.tenant), for: event.position, &waiters)
      }
      return waiters
    }
    for waiter in waiters { waiter.resume(returning: .look) }
  }
}

extension EventTail.State {
  mutating func register(_ scope: EventQuery.Scope) -> Int {
    next += 1
    if isClosed { return next }
    followers[next] = Follower(scope: scope)
    byScope[scope, default: []].insert(next)
    return next
  }

  /// Forgets a follower; returns its continuation if it waits.
  mutating func unregister(_ id: Int) -> Follower.Waiter? {
    guard let follower = followers.removeValue(forKey: id) else { return nil }
    byScope[follower.scope]?.remove(id)
    if byScope[follower.scope]?.isEmpty == true { byScope[follower.scope] = nil }
    return follower.waiter
  }

  mutating func wake(_ scope: EventQuery.Scope, for position: Int64, _ waiters: inout [Follower.Waiter]) {
    for id in byScope[scope] ?? [] {
      guard let waiter = followers[id]?.takeWaiter() else { continue }
      // Whoever waits has seen all before this event.
      followers[id]?.skipped = position - 1
      waiters.append(waiter)
    }
  }

  mutating func beat(_ slice: Int, of slices: Int, now: Int64) -> (idle: [Follower.Waiter], ended: [Follower.Waiter]) {
    let over = followers.filter { $0.value.deadline <= now }.keys
    let ended = over.compactMap { unregister($0) }
    var idle: [Follower.Waiter] = []
    for id in followers.keys where id % slices == slice {
      guard let waiter = followers[id]?.takeWaiter() else { continue }
      // It waits, so nothing up to the newest was for it: no need to look there again.
      followers[id]?.skipped = newest
      idle.append(waiter)
    }
    return (idle, ended)
  }
}
