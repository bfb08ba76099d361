import Clocks
import JSONCoding
import Store
import StructuredLogging

/// Clears the store of what is over: idempotency keys, keys of facts, deliveries and events past their time.
struct Housekeeping: Sendable {
  /// Rows removed in one go: other writers wait no longer than this takes.
  private static let batch = 500

  let services: Services

  /// Clears after every interval. Returns when its task is cancelled.
  func run() async {
    let retention = services.options.retention
    while !Task.isCancelled {
      do { try await services.time.sleep(for: retention.interval) } catch { return }
      await clear(retention)
    }
  }

  /// A store that fails now may work after the next interval.
  private func clear(_ retention: RetentionOptions) async {
    let now = services.time.wallNanoseconds
    let store = services.store
    do throws(StoreFailure) {
      let inboxBefore = Self.moment(retention.deliveries, before: now)
      let rows = try await repeated { () throws(StoreFailure) in
        try await store.sweep(now: now, inboxBefore: inboxBefore, limit: Self.batch)
      }
      var events = 0
      if retention.events > .zero {
        let recordedBefore = Self.moment(retention.events, before: now)
        events = try await repeated { () throws(StoreFailure) in
          try await store.trimEvents(recordedBefore: recordedBefore, limit: Self.batch)
        }
      }
      services.meters.cleared(rows: rows, events: events)
    } catch {
      services.logger.warning("the store could not be cleared", ["detail": .string(error.detail)])
    }
  }

  /// Until a batch is not full any more.
  private func repeated(_ remove: () async throws(StoreFailure) -> Int) async throws(StoreFailure) -> Int {
    var total = 0
    while !Task.isCancelled {
      let removed = try await remove()
      total += removed
      if removed < Self.batch { break }
    }
    return total
  }

  private static func moment(_ age: Duration, before now: Int64) -> Int64 {
    let seconds = min(age.components.seconds, now / 1_000_000_000)
    return now - seconds * 1_000_000_000
  }
}
