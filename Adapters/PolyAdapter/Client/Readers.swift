/// Any number of readers of the same things. Whoever is very slow misses the oldest.
struct Readers<Value: Sendable> {
  private var feeds: [Int: AsyncStream<Value>.Continuation] = [:]
  private var next = 0
  private(set) var isOver = false

  var count: Int { feeds.count }

  /// The reader's number; nil when nothing comes any more, and then its stream is over.
  mutating func add(_ feed: AsyncStream<Value>.Continuation) -> Int? {
    guard !isOver else {
      feed.finish()
      return nil
    }
    next += 1
    feeds[next] = feed
    return next
  }

  mutating func remove(_ number: Int) { feeds[number] = nil }

  func send(_ value: Value) { for feed in feeds.values { feed.yield(value) } }

  /// Nothing comes any more. The readers, to be told so outside of any lock.
  mutating func close() -> [AsyncStream<Value>.Continuation] {
    isOver = true
    defer { feeds = [:] }
    return Array(feeds.values)
  }
}
