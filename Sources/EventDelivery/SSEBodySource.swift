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
  private let isAllowed: Permission
  private let begun = Mutex(false)
  private let isOver = Mutex(false)

  /// `until`: wall time in nanoseconds since 1970 at which the stream ends.
  package init(
    _ subscription: EventSubscription, filter: TypeFilter, time: any TimeSource, until: Int64 = .max,
    isAllowed: @escaping Permission = { true }
  ) {
    self.subscription = subscription
    self.filter = filter
    self.time = time
    self.until = until
    self.isAllowed = isAllowed
  }

  package func next() async -> [UInt8]? {
    let isFirst = begun.withLock { begun in
      defer { begun = true }
      return !begun
    }
    if isFirst { return Array("retry: 2000\n: open\n\n".utf8) }
    while !isOver.withLock({ $0 }), time.wallNanoseconds < until {
      guard let delivery = await subscription.next() else { break }
      if let bytes = await write(delivery), !bytes.isEmpty { return bytes }
    }
    subscription.close()
    return nil
  }

  private func write(_ delivery: Delivery) async -> [UInt8]? {
    var bytes: [UInt8] = []
    switch delivery {
    case .idle: bytes = Array(": beat\n\n".utf8)
    case .reset: bytes = Self.control("stream.reset")
    case .lagged:
      bytes = Self.control("stream.lagged")
      isOver.withLock { $0 = true }
    case .events(let entries):
      for entry in entries where filter.matches(entry.record.type) { bytes += entry.frame }
    }
    if !(await isAllowed()) { isOver.withLock { $0 = true } }
    return bytes
  }

  /// A frame that is no event of the log: it carries no id, so a resume goes on from the last event.
  private static func control(_ type: String) -> [UInt8] {
    Array("event: \(type)\ndata: {\"type\":\"\(type)\"}\n\n".utf8)
  }
}
