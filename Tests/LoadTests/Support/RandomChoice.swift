import Cryptography

/// Choices that are the same for the same seed.
struct RandomChoice {
  private let source: SeededRandom

  init(seed: UInt64) { source = SeededRandom(seed: seed) }

  func number(below limit: Int) -> Int {
    let word = source.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(word % UInt64(max(1, limit)))
  }

  func of<Value>(_ values: [Value]) -> Value { values[number(below: values.count)] }

  var coin: Bool { number(below: 2) == 0 }
}
