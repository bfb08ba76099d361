import Cryptography

/// Pauses between attempts: random, from a quarter of a second on, growing up to five seconds, so that many clients do not
/// come back together.
struct BackOff: Sendable {
  private static let shortest = 250
  private static let longest = 5_000

  private let random: any RandomSource
  private var bound = 500

  init(_ random: any RandomSource) { self.random = random }

  /// Longer where the service said how long to stay away.
  mutating func next(after error: StreamVideoError) -> Duration {
    let pause = next()
    guard case .rateLimited(let wait?) = error.kind else { return pause }
    return max(pause, wait)
  }

  mutating func next() -> Duration {
    let word = random.bytes(2).reduce(0) { $0 << 8 | Int($1) }
    let pause = Self.shortest + word % (bound - Self.shortest + 1)
    bound = min(Self.longest, bound * 2)
    return .milliseconds(pause)
  }
}
