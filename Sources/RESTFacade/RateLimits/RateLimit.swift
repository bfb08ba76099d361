import Clocks

/// So many requests in a time, and so many at once: the generic cell rate algorithm.
///
/// A bucket is one number: the moment at which it will be full again. Each request moves it on by the time that one
/// request takes to come back, and a request is refused while that would lead further ahead than `burst` requests take.
/// So the rate is exact at every moment, without windows to wait for and without timers.
package struct RateLimit: Sendable, Hashable {
  /// How many requests a full bucket has.
  let burst: Int
  /// Nanoseconds in which one request comes back; rounded up, so that nobody gets more than is allowed.
  let interval: Int64

  /// `requests` per `period`, each above zero; `burst` nil = all of a period's at once.
  package init(_ requests: Int, per period: Duration = .seconds(60), burst: Int? = nil) {
    let count = Int64(max(1, requests))
    interval = max(1, (period.nanoseconds + count - 1) / count)
    self.burst = max(1, burst ?? requests)
  }

  /// Seconds in which an empty bucket fills, rounded up.
  var windowSeconds: Int64 { Self.seconds(interval * Int64(burst)) }

  /// Takes one request out of a bucket at `now`, unless it is empty. `fullAt` is nil for a bucket that is full.
  func take(from fullAt: inout Int64?, now: Int64) -> RateStanding {
    let next = max(fullAt ?? now, now) + interval
    let surplus = now - (next - interval * Int64(burst))
    guard surplus >= 0 else { return standing(remaining: 0, wait: -surplus, isLimited: true) }
    fullAt = next
    let (remaining, rest) = surplus.quotientAndRemainder(dividingBy: interval)
    return standing(remaining: remaining, wait: interval - rest, isLimited: false)
  }

  private func standing(remaining: Int64, wait: Int64, isLimited: Bool) -> RateStanding {
    RateStanding(
      quota: burst, windowSeconds: windowSeconds, remaining: remaining, waitSeconds: Self.seconds(wait),
      isLimited: isLimited)
  }

  /// Rounded up: whoever waits as long as told is not sent away again.
  static func seconds(_ nanoseconds: Int64) -> Int64 { (nanoseconds + 999_999_999) / 1_000_000_000 }
}
