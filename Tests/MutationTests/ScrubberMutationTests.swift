import StructuredLogging
import Testing

@Suite("Mutated texts in logs")
struct ScrubberMutationTests {
  private static let secret = "hunter2-hunter2"
  static let corpus = [
    "token=abc Authorization: Bearer eyJhbGciOi.eyJz.c2ln", "https://user:pass@host/path?api_key=k&b=2#f",
    #"{"api_secret":"abcdefgh12","name":"é"}"#, "sb_abcdefgh12 <redacted> 'quoted' [x] %3D & ?\u{85}\n",
    "password: \"a b\\\" c\"; Set-Cookie: id=1", "plain words only",
  ]

  @Test("a secret stays hidden whatever stands around it, on one line of bounded length")
  func hidden() {
    Campaign.run(Self.corpus, share: 5, alwaysAccepts: true) { input in
      let middle = input.count / 2
      let told = text(Array(input[..<middle])) + Self.secret + text(Array(input[middle...]))
      let shown = Redaction.scrub(told, secrets: [Self.secret])
      return .holds([
        "the secret is hidden": !shown.contains("hunter2"), "one line": Self.isOneLine(shown),
        "an address is one line": Self.isOneLine(Redaction.url(told)),
      ])
    }
  }

  private static func isOneLine(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value >= 32 && !(127..<160).contains($0.value) }
  }
}
