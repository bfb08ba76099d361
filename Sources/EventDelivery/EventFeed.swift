package import Clocks
package import Store
import Synchronization

/// A subscription on its terms: which types, for how long, and only while whoever follows may. What carries it to a client
/// (Server-Sent Events, a WebSocket) pulls from here, so that the rules are the same for both.
package final class EventFeed: Sendable {
  /// What an event is told as, where that is more than the log has.
  package typealias Dressing = @Sendable (EventRecord) -> EventRecord
  /// Whether the feed may go on, asked after every delivery: a token that is over, somebody banned.
  package typealias Permission = @Sendable () async -> Bool

  /// Why a feed is over.
  package enum End: Sendable, Hashable {
    /// Its time was up.
    case expired
    /// Whoever follows may not any more.
    case forbidden
    /// Nothing more will come: one of the last types was there.
    case complete
    /// Too far behind.
    case lagged
    /// Ended from our side, or the store cannot be read: who follows comes again.
    case closed
  }

  private let subscription: EventSubscription
  private let filter: TypeFilter
  private let time: any TimeSource
  private let until: Int64
  private let last: TypeFilter?
  private let dressing: Dressing?
  private let isAllowed: Permission
  private let ended = Mutex<End?>(nil)

  /// `until`: wall time in nanoseconds since 1970 at which the feed ends. `last`: types after which it ends.
  package init(
    _ subscription: EventSubscription, filter: TypeFilter, time: any TimeSource, until: Int64 = .max,
    last: TypeFilter? = nil, dressing: Dressing? = nil, isAllowed: @escaping Permission = { true }
  ) {
    self.subscription = subscription
    self.filter = filter
    self.time = time
    self.until = until
    self.last = last
    self.dressing = dressing
    self.isAllowed = isAllowed
    subscription.limit(until: until)
  }

  /// Why it is over; nil while it goes on.
  package var end: End? { ended.withLock { $0 } }

  /// Ends it from outside.
  package func close() {
    finish(.closed)
    subscription.close()
  }

  /// What comes next, of the types asked for; waits for it. nil at the end, or when cancelled.
  package func next() async -> Delivery? {
    while end == nil, let delivery = await subscription.next(), !isExpired {
      let told = judge(delivery)
      if !(await isAllowed()) { finish(.forbidden) }
      if let told { return told }
    }
    finish(isExpired ? .expired : .closed)
    subscription.close()
    return nil
  }

  private var isExpired: Bool { time.wallNanoseconds >= until }

  /// What is told of a delivery; nil = nothing.
  private func judge(_ delivery: Delivery) -> Delivery? {
    switch delivery {
    case .idle, .reset: return delivery
    case .lagged:
      finish(.lagged)
      return delivery
    case .events(let entries):
      if let last, entries.contains(where: { last.matches($0.record.type) }) { finish(.complete) }
      let wanted = entries.filter { filter.matches($0.record.type) }
      return wanted.isEmpty ? nil : .events(wanted.map(dressed))
    }
  }

  private func dressed(_ entry: TailEntry) -> TailEntry {
    guard let told = dressing?(entry.record), told.body != entry.record.body else { return entry }
    return TailEntry(told)
  }

  /// The first reason counts.
  private func finish(_ reason: End) { ended.withLock { if $0 == nil { $0 = reason } } }
}
