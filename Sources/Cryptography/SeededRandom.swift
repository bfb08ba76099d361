import Synchronization

/// The same bytes for the same seed (SplitMix64). For tests and mocks: not cryptographic.
package final class SeededRandom: RandomSource {
  private let state: Mutex<UInt64>

  package init(seed: UInt64) { state = Mutex(seed) }

  package func bytes(_ count: Int) -> [UInt8] {
    state.withLock { state in
      var output: [UInt8] = []
      while output.count < count {
        let word = Self.next(&state)
        output += (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) }
      }
      return Array(output.prefix(count))
    }
  }

  private static func next(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
