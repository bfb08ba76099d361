import HTTPTypes
import JSONCoding

/// The body of an answer that somebody else gives later.
final class PolyLateReply: HTTPBodySource {
  private let pieces: AsyncStream<[UInt8]>
  private let feed: AsyncStream<[UInt8]>.Continuation

  init() { (pieces, feed) = AsyncStream.makeStream() }

  /// Only the first is heard.
  func give(_ document: JSON) {
    feed.yield(document.bytes())
    feed.finish()
  }

  /// Nothing will come: the answer ends without a body.
  func abandon() { feed.finish() }

  func next() async -> [UInt8]? {
    for await piece in pieces { return piece }
    return nil
  }
}
