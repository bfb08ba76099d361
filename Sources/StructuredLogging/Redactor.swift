/// Scrubs texts, of certain exact secrets too. Prints without them.
struct Redactor: Sendable, CustomReflectable {
  private static let longest = 2_000

  /// The longest first: one may be the beginning of another.
  private let secrets: [[UInt8]]
  private let isSpecial: [Bool]

  init(secrets: [String]) {
    self.secrets = secrets.filter { !$0.isEmpty }.map { Array($0.utf8) }.sorted { $0.count > $1.count }
    isSpecial = Scrubber.special(secrets: self.secrets)
  }

  var customMirror: Mirror { Mirror(self, children: []) }

  func scrub(_ text: String) -> String {
    var scrubber = Scrubber(text, secrets: secrets, isSpecial: isSpecial)
    // A character has at most four bytes.
    let result = String(decoding: scrubber.run(atMost: Self.longest * 4), as: UTF8.self)
    guard result.utf8.count > Self.longest, result.unicodeScalars.count > Self.longest else { return result }
    return String(result.unicodeScalars.prefix(Self.longest)) + "…"
  }
}
