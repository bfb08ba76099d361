import MeetingCore
import Synchronization

/// Remembers look-ups of keys for a second, hits and misses alike, and never more than a bounded number.
final class KeyCache: Sendable {
  struct Entry: Sendable {
    let principal: KeyPrincipal?
    let until: Timestamp
  }

  static let capacity = 10_000
  private let entries = Mutex<[[UInt8]: Entry]>([:])

  var count: Int { entries.withLock { $0.count } }

  func value(of hash: [UInt8], now: Timestamp) -> Entry? {
    entries.withLock { entries in
      guard let entry = entries[hash], entry.until > now else { return nil }
      return entry
    }
  }

  func keep(_ principal: KeyPrincipal?, of hash: [UInt8], now: Timestamp) {
    entries.withLock { entries in
      if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
      entries[hash] = Entry(principal: principal, until: now.advanced(bySeconds: 1))
    }
  }

  func clear() { entries.withLock { $0.removeAll() } }
}
