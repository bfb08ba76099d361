import Synchronization

/// The buckets of one limit, and never more than a fixed number of them.
///
/// Two generations, each of half the capacity: what is used moves into the younger, and when that is full it becomes the
/// older and the older is forgotten. So what is dropped has not been used while half the capacity of others was; nothing
/// is ever searched, and no timer clears up. A bucket that is dropped is a full one for whoever comes back.
final class BucketTable<Key: Hashable & Sendable>: Sendable {
  private struct Generations {
    var younger: [Key: Int64] = [:]
    var older: [Key: Int64] = [:]
  }

  private let limit: RateLimit
  private let half: Int
  private let generations = Mutex(Generations())

  init(_ limit: RateLimit, capacity: Int) {
    self.limit = limit
    half = max(1, capacity / 2)
  }

  var count: Int { generations.withLock { $0.younger.count + $0.older.count } }

  /// Takes one request of `key` at `now`, in monotonic nanoseconds.
  func take(_ key: Key, now: Int64) -> RateStanding {
    generations.withLock { generations in
      var fullAt = generations.younger[key]
      if fullAt == nil { fullAt = generations.older.removeValue(forKey: key) }
      let standing = limit.take(from: &fullAt, now: now)
      if let fullAt { keep(fullAt, of: key, &generations) }
      return standing
    }
  }

  private func keep(_ fullAt: Int64, of key: Key, _ generations: inout Generations) {
    if generations.younger.count >= half, generations.younger[key] == nil {
      generations.older = generations.younger
      generations.younger = [:]
    }
    generations.younger[key] = fullAt
  }
}
