import HTTPTypes
import Synchronization

/// A stream the test feeds piece by piece.
final class PacedSource: HTTPBodySource {
  private let stream: AsyncStream<[UInt8]>
  private let feed: AsyncStream<[UInt8]>.Continuation
  private let finished = Mutex(false)

  init() { (stream, feed) = AsyncStream.makeStream() }

  /// The producing task saw the end, by cancellation or by `end()`.
  var isFinished: Bool { finished.withLock { $0 } }

  func push(_ text: String) { feed.yield(Array(text.utf8)) }

  func end() { feed.finish() }

  func next() async -> [UInt8]? {
    var iterator = stream.makeAsyncIterator()
    if let piece = await iterator.next() { return piece }
    finished.withLock { $0 = true }
    return nil
  }
}

/// A gate that handlers wait at, and a count of those that came and of those that were cancelled there.
final class Gate: Sendable {
  private let opened = Mutex(false)
  private let arrivals = Mutex(0)
  private let cancellations = Mutex(0)

  var arrived: Int { arrivals.withLock { $0 } }
  var cancelled: Int { cancellations.withLock { $0 } }

  var isOpen: Bool { opened.withLock { $0 } }

  func open() { opened.withLock { $0 = true } }

  func pass() async {
    arrivals.withLock { $0 += 1 }
    while !opened.withLock({ $0 }) {
      do { try await Task.sleep(for: .milliseconds(2)) } catch { return cancellations.withLock { $0 += 1 } }
    }
  }
}
