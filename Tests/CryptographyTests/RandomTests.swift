import Cryptography
import Testing

@Suite("Randomness, identifiers, secrets")
struct RandomTests {
  @Test("a seed repeats its bytes, another seed has others")
  func seeded() {
    #expect(SeededRandom(seed: 5).bytes(100) == SeededRandom(seed: 5).bytes(100))
    #expect(SeededRandom(seed: 5).bytes(100) != SeededRandom(seed: 6).bytes(100))
    let source = SeededRandom(seed: 5)
    #expect(source.bytes(8) != source.bytes(8))
  }

  @Test("the system's randomness has the length asked for and does not repeat", arguments: [0, 1, 32, 1_000])
  func system(count: Int) {
    #expect(SystemRandom().bytes(count).count == count)
    if count >= 32 { #expect(SystemRandom().bytes(count) != SystemRandom().bytes(count)) }
  }

  struct Fixed: RandomSource {
    let byte: UInt8
    func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }
  }

  static let identifiers: [(milliseconds: Int64, byte: UInt8, text: String)] = [
    (0, 0, "00000000000000000000000000"), (1, 0xFF, "0000000001zzzzzzzzzzzzzzzz"),
    (1_469_918_176_385, 0, "01aryz6s410000000000000000"), (-5, 0, "00000000000000000000000000"),
  ]

  @Test("identifiers hold milliseconds, then random bits", arguments: identifiers)
  func identifier(milliseconds: Int64, byte: UInt8, text: String) {
    #expect(SortableIdentifier.make(wallNanoseconds: milliseconds * 1_000_000, random: Fixed(byte: byte)) == text)
  }

  @Test("identifiers sort by their time and do not repeat within it")
  func sorts() {
    let random = SeededRandom(seed: 3)
    let made = (0..<1_000).map { SortableIdentifier.make(wallNanoseconds: Int64($0) * 7_000_000, random: random) }
    #expect(made == made.sorted())
    #expect(Set((0..<1_000).map { _ in SortableIdentifier.make(wallNanoseconds: 1, random: random) }).count == 1_000)
  }

  @Test("a secret does not show in any print")
  func hides() {
    struct Account { let name = "main"; let secret = Secret("s3cr3t-value") }
    let secret = Secret("s3cr3t-value")
    var dumped = ""
    dump(Account(), to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), "\(Account())", String(describing: [secret]), dumped] {
      #expect(!text.contains("s3cr3t-value"))
      #expect(text.contains("redacted") || text == dumped)
    }
    #expect(secret.revealed == "s3cr3t-value")
  }

  @Test("secrets are equal by their bytes")
  func comparesSecrets() {
    #expect(Secret("a") == Secret("a"))
    #expect(Secret("a") != Secret("b") && Secret("a") != Secret("ab"))
    #expect(Secret("\u{E9}") != Secret("e\u{301}"))
    #expect(Secret("").isEmpty && !Secret("a").isEmpty)
  }
}
