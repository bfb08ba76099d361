import Synchronization

/// How many things each key has open at the same time. It holds only keys that have something open, so what bounds the
/// open things bounds it too.
final class SlotTable<Key: Hashable & Sendable>: Sendable {
  private let limit: Int
  private let open = Mutex<[Key: Int]>([:])

  init(_ limit: Int) { self.limit = limit }

  var count: Int { open.withLock { $0.count } }

  /// Takes one unless the key has as many as it may.
  func take(_ key: Key) -> RateStanding {
    open.withLock { open in
      let taken = open[key] ?? 0
      guard taken < limit else { return standing(remaining: 0, isLimited: true) }
      open[key] = taken + 1
      return standing(remaining: limit - taken - 1, isLimited: false)
    }
  }

  func release(_ key: Key) {
    open.withLock { open in
      let left = (open[key] ?? 0) - 1
      open[key] = left > 0 ? left : nil
    }
  }

  private func standing(remaining: Int, isLimited: Bool) -> RateStanding {
    RateStanding(
      quota: limit, windowSeconds: nil, remaining: Int64(remaining), waitSeconds: nil, isLimited: isLimited)
  }
}
