/// Pseudo-random numbers, the same for a seed in every run.
struct Numbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// SplitMix64: seeds that are neighbours give unlike numbers.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &self) }
  mutating func one<Choices: RandomAccessCollection>(of choices: Choices) -> Choices.Element {
    choices[choices.index(choices.startIndex, offsetBy: below(choices.count))]
  }
}
