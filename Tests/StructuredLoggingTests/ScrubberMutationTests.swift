import StructuredLogging
import Testing

/// The same pseudo-random numbers in every run.
private struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

@Suite("Scrubbing of texts put together at random")
struct ScrubberMutationTests {
  static let pieces = [
    "token", "=", ":", "\"", "\\", " ", "eyJ", ".", "sb_", "abcdefgh12", "Bearer ", "://", "@", "/", "%3D", "[", "]",
    "{",
    "}", "é", "\n", "Authorization", "<redacted>", "'", "&", "?", "#", "secret", "\u{85}",
  ]

  @Test("always ends, on one line, with the secret hidden")
  func survives() {
    var numbers = Numbers(state: 42)
    func mixture() -> String {
      (0..<Int.random(in: 0...12, using: &numbers)).compactMap { _ in Self.pieces.randomElement(using: &numbers) }
        .joined()
    }
    for _ in 0..<1_000 {
      let text = mixture() + "hunter2-hunter2" + mixture()
      let shown = Redaction.scrub(text, secrets: ["hunter2-hunter2"])
      #expect(!shown.contains("hunter2"), "\(text)")
      #expect(Self.isOneLine(shown) && Self.isOneLine(Redaction.url(text)), "\(text)")
    }
  }

  private static func isOneLine(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value >= 32 && !(127..<160).contains($0.value) }
  }
}
