import Synchronization

/// Things that happen, for any number of readers: each gets what happens from then on. Whoever is very slow misses the
/// oldest.
final class Broadcast<Value: Sendable>: Sendable {
  private static var kept: Int { 1_024 }

  private let readers = Mutex(Readers<Value>())

  func stream() -> AsyncStream<Value> {
    let (stream, feed) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(Self.kept))
    guard let number = readers.withLock({ $0.add(feed) }) else { return stream }
    feed.onTermination = { [weak self] _ in self?.readers.withLock { $0.remove(number) } }
    return stream
  }

  func send(_ value: Value) { readers.withLock { $0.send(value) } }

  func finish() { for feed in readers.withLock({ $0.close() }) { feed.finish() } }
}
