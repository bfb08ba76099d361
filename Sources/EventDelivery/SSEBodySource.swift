package import Clocks
import HTTPTypes
import Store
import Synchronization

/// A feed as `text/event-stream`: something at once, then frames as they come, a comment when nothing does.
package final class SSEBodySource: HTTPBodySource {
  private let feed: EventFeed
  private let begun = Mutex(false)

  package init(_ feed: EventFeed) { self.feed = feed }

  /// A subscription on terms; see `EventFeed`.
  package convenience init(
    _ subscription: EventSubscription, filter: TypeFilter, time: any TimeSource, until: Int64 = .max,
    last: TypeFilter? = nil, isAllowed: @escaping EventFeed.Permission = { true }
  ) {
    self.init(
      EventFeed(subscription, filter: filter, time: time, until: until, last: last, isAllowed: isAllowed))
  }

  package func next() async -> [UInt8]? {
    let isFirst = begun.withLock { begun in
      defer { begun = true }
      return !begun
    }
    if isFirst { return Array("retry: 2000\n: open\n\n".utf8) }
    return await feed.next().map(Self.write)
  }

  private static func write(_ delivery: Delivery) -> [UInt8] {
    switch delivery {
    case .idle: Array(": beat\n\n".utf8)
    case .reset: control("stream.reset", "")
    case .lagged(let dropped): control("stream.lagged", ",\"dropped\":\(dropped)")
    case .events(let entries): entries.reduce(into: []) { $0 += $1.frame }
    }
  }

  /// A frame that is no event of the log: it carries no id, so a resume goes on from the last event.
  private static func control(_ type: String, _ rest: String) -> [UInt8] {
    Array("event: \(type)\ndata: {\"type\":\"\(type)\"\(rest)}\n\n".utf8)
  }
}
