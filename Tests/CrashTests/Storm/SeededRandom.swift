import ProviderTesting
import Synchronization

/// Random numbers that a seed repeats, for as many tasks as ask.
final class SeededRandom: Sendable {
  private let source: Mutex<SplitMix>

  init(seed: UInt64) { source = Mutex(SplitMix(seed: seed)) }

  /// A number from `range`.
  func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(source.withLock { $0.next() } % UInt64(range.count))
  }

  func happens(percent: Int) -> Bool { number(0...99) < percent }
}
