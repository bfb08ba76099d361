import ProviderTesting

/// The connection between vendor and gateway: one thing in twenty is lost, some are said twice; the order is kept.
struct SocketWeather {
  /// Ids of the deliveries that were not said over it.
  private(set) var lost: Set<String> = []
  private var generator: SplitMix

  init(seed: UInt64) { generator = SplitMix(seed: seed) }

  mutating func pass(_ hooks: [SignedHook]) -> [SignedHook] {
    hooks.flatMap { hook in
      if chance(5) {
        lost.insert(hook.id)
        return [SignedHook]()
      }
      return chance(5) ? [hook, hook] : [hook]
    }
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
}
