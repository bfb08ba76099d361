import Cryptography

/// Ids that look random and repeat with their seed.
struct VideoSDKIdentifiers: Sendable {
  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
  private let random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// 24 hexadecimal digits: the id of everything but rooms and participants.
  func object() -> String { Hex.encode(random.bytes(12)) }

  /// Three groups of four letters and digits, e.g. `ab12-cd34-ef56`.
  func room() -> String { "\(letters(4))-\(letters(4))-\(letters(4))" }

  /// What a participant is called who brings no id: eight letters and digits.
  func participant() -> String { letters(8) }

  func bytes(_ count: Int) -> [UInt8] { random.bytes(count) }

  private func letters(_ count: Int) -> String {
    let letters = random.bytes(count).map { Self.alphabet[Int($0) % Self.alphabet.count] }
    return String(decoding: letters, as: UTF8.self)
  }
}
