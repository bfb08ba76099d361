import Clocks
import MeetingCore

/// How long to wait before a lost connection is made again: longer each time it does not last.
struct WatchBackOff: Sendable {
  private static let shortest = Duration.milliseconds(250)
  private static let longest = Duration.seconds(30)
  /// A refusal does not heal by itself.
  private static let refused = Duration.seconds(60)
  /// A connection that lasted so long was a good one.
  private static let good = Duration.seconds(30)

  private var next = Self.shortest

  /// `random` from 0 to 1 spreads those that were lost together.
  mutating func pause(after failure: ProviderFailure, lasted: Duration, random: Double) -> Duration {
    if lasted >= Self.good { next = Self.shortest }
    defer { next = min(next * 2, Self.longest) }
    let least: Duration =
      switch failure.reason {
      case .forbidden: Self.refused
      // A token that has run out is made anew; one that is refused at once is wrong.
      case .credentials: lasted >= Self.good ? .zero : min(next * 4, Self.refused)
      case .rateLimited(let after): after ?? .zero
      default: .zero
      }
    return max(least, next * (0.5 + random / 2))
  }
}
