package import Cryptography

/// Pauses between attempts: random, growing from the shortest up to the longest, so that many clients do not come back
/// together.
package struct BackOff: Sendable {
  private let random: any RandomSource
  private let shortest: Int64
  private let longest: Int64
  private var bound: Int64

  /// The first pause lies between `shortest` and twice as much; whole milliseconds count.
  package init(
    _ random: any RandomSource, shortest: Duration = .milliseconds(250), longest: Duration = .seconds(5)
  ) {
    self.random = random
    self.shortest = max(1, Self.milliseconds(shortest))
    self.longest = max(self.shortest, Self.milliseconds(longest))
    bound = min(self.longest, self.shortest * 2)
  }

  package mutating func next() -> Duration {
    let word = random.bytes(2).reduce(0) { $0 << 8 | Int64($1) }
    let pause = shortest + word % (bound - shortest + 1)
    bound = min(longest, bound * 2)
    return .milliseconds(pause)
  }

  private static func milliseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
  }
}
