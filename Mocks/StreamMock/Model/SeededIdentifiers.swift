import Cryptography

/// Ids that look random and repeat with their seed.
struct SeededIdentifiers: Sendable {
  private let random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// A version 4 UUID in lower case.
  func uuid() -> String {
    var bytes = random.bytes(16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = Hex.encode(bytes)
    let cuts = [0, 8, 12, 16, 20, 32]
    return zip(cuts, cuts.dropFirst()).map { String(digits.prefix($1).dropFirst($0)) }.joined(separator: "-")
  }
}
