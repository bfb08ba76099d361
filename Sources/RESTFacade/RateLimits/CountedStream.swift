import HTTPTypes

/// A stream that counts as open until it ends or nobody holds it any more.
struct CountedStream: HTTPBodySource {
  let source: any HTTPBodySource
  let lease: SlotLease

  func next() async -> [UInt8]? {
    if let piece = await source.next() { return piece }
    lease.end()
    return nil
  }
}
