/// A body as it arrives: kept up to the limit, then only counted.
struct BodyBuffer {
  private(set) var kept: [UInt8] = []
  private var discarded = 0
  /// There is no room for it: what comes is thrown away.
  private(set) var isGivenUp = false

  var overflowed: Bool { discarded > 0 }

  /// False when so much came beyond the limit that the connection must be cut.
  mutating func append(_ bytes: UnsafeRawBufferPointer, limit: Int, declared: Int?) -> Bool {
    if isGivenUp {
      discarded += bytes.count
      return discarded <= limit + BodyLimit.margin
    }
    if kept.isEmpty && discarded == 0, let declared { kept.reserveCapacity(min(declared, limit)) }
    let room = overflowed ? 0 : min(limit - kept.count, bytes.count)
    kept.append(contentsOf: bytes.prefix(room))
    discarded += bytes.count - room
    if overflowed { kept = [] }
    return discarded <= BodyLimit.margin
  }

  /// How many of the next bytes would be kept.
  func room(for bytes: Int, limit: Int) -> Int { overflowed || isGivenUp ? 0 : min(limit - kept.count, bytes) }

  mutating func giveUp() {
    kept = []
    isGivenUp = true
  }

  mutating func take() -> [UInt8] {
    defer { kept = [] }
    return kept
  }
}
