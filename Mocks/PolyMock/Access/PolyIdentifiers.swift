import Cryptography

/// Ids that look random and repeat with their seed.
struct PolyIdentifiers: Sendable {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
  private let random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// A UUID of version 4.
  func uuid() -> String {
    var bytes = random.bytes(16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = Array(Hex.encode(bytes))
    let ends = [(0, 8), (8, 12), (12, 16), (16, 20), (20, 32)]
    return ends.map { String(digits[$0.0..<$0.1]) }.joined(separator: "-")
  }

  /// So many hexadecimal digits, an even number.
  func hex(_ digits: Int) -> String { Hex.encode(random.bytes(digits / 2)) }

  /// So many letters and digits.
  func letters(_ count: Int) -> String {
    String(decoding: random.bytes(count).map { Self.alphabet[Int($0) % Self.alphabet.count] }, as: UTF8.self)
  }

  /// 43 letters of base64url.
  func secret() -> String { Base64URL.encode(random.bytes(32)) }

  func bytes(_ count: Int) -> [UInt8] { random.bytes(count) }
}
