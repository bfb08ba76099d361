package import Clocks
import HTTPTypes
import Store
import Synchronization

/// A subscription as `text/event-stream`: something at once, then frames as they come, a comment when nothing does.
package final class SSEBodySource: HTTPBodySource {
  /// Whether the stream may go on, asked after every delivery: a token that is over, somebody banned.
  package typealias Permission = @Sendable () async -> Bool

  private let subscription: EventSubscription
  private let filter: TypeFilter
  private let time: any TimeSource
  private let until: Int64
  private let last: TypeFilter?
  private let isAllowed: Permission
  private let begun = Mutex(false)
  private let isOver = Mutex(false)

  /// `until`: wall time in nanoseconds since 1970 at which the stream ends. `last`: types after which it ends.
  package init(
    _ subscription: EventSubscription, filter: TypeFilter, time: any TimeSource, until: Int64 = .max,
    last: TypeFilter? = nil, isAllowed: @escaping Permission = { true }
  ) {
    self.subscription = subscription
    self.filter = filter
    self.time = time
    self.until = until
    self.last = last
    self.isAllowed = isAllowed
    subscription.limit(until: until)
  }

  package func next() async -> [UInt8]? {
    let isFirst = begun.withLock { begun in
      defer { begun = true }
      return !begun
    }
    if isFirst { return Array("retry: 2000\n: open\n\n".utf8) }
    while !isOver.withLock({ $0 }), let delivery = await subscription.next(), time.wallNanoseconds < until {
      let bytes = write(delivery)
      if !(await isAllowed()) { isOver.withLock { $0 = true } }
      if !bytes.isEmpty { return bytes }
    }
    subscription.close()
    return nil
  }

  private func write(_ delivery: Delivery) -> [UInt8] {
    switch delivery {
    case .idle: return Array(": beat\n\n".utf8)
    case .reset: return Self.control("stream.reset", "")
    case .lagged(let dropped):
      isOver.withLock { $0 = true }
      return Self.control("stream.lagged", ",\"dropped\":\(dropped)")
    case .events(let entries):
      if let last, entries.contains(where: { last.matches($0.record.type) }) { isOver.withLock { $0 = true } }
      return entries.reduce(into: []) { bytes, entry in
        if filter.matches(entry.record.type) { bytes += entry.frame }
      }
    }
  }

  /// A frame that is no event of the log: it carries no id, so a resume goes on from the last event.
  private static func control(_ type: String, _ rest: String) -> [UInt8] {
    Array("event: \(type)\ndata: {\"type\":\"\(type)\"\(rest)}\n\n".utf8)
  }
}
