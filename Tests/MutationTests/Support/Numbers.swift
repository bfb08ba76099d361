import ProviderTesting

/// Choices that are the same for a seed in every run.
struct Numbers: RandomNumberGenerator {
  private var source: SplitMix

  init(seed: UInt64) { source = SplitMix(seed: seed) }

  mutating func next() -> UInt64 { source.next() }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &self) }
  mutating func one<Choices: RandomAccessCollection>(of choices: Choices) -> Choices.Element {
    choices[choices.index(choices.startIndex, offsetBy: below(choices.count))]
  }
}
