/// External ids as ids that a vendor takes, and back: letters, digits and `-` stay as they are, and so does what the vendor
/// takes besides. `_` is the escape: `__` is itself, every other character is `_` and a letter, so that people can read what
/// they see at the vendor. Our 120 characters become at most 240.
package struct EscapedID: Sendable {
  private typealias Escape = (plain: UInt8, letter: UInt8)

  private static let mark = UInt8(ascii: "_")
  private static let longestExternal = 120
  /// Every other character that external ids may have.
  private static let letters: [Escape] = [
    ("_", "_"), (".", "d"), ("~", "t"), (":", "c"), ("|", "p"), ("+", "a"), ("=", "e"), ("@", "m"),
  ].map { (plain: Character, letter: Character) in (plain.asciiValue ?? mark, letter.asciiValue ?? mark) }

  private let taken: Set<UInt8>
  private let longest: Int
  /// What is understood and never written here: see `init`.
  private let understood: [Escape]

  /// `taken`: what the vendor takes as it is, besides letters, digits and `-`. `longest`: how many characters it takes.
  /// `hyphen`: a letter that stands for `-` behind the escape, for those who write it so where a plain one would not do.
  package init(taken: String = "", longest: Int, hyphen: Character? = nil) {
    let own = Set(taken.utf8)
    let hyphens = hyphen?.asciiValue.map { [(plain: UInt8(ascii: "-"), letter: $0)] } ?? []
    self.taken = own
    self.longest = longest
    understood = Self.letters.filter { !own.contains($0.plain) } + hyphens
  }

  /// nil when the id holds what external ids never do, or becomes too long.
  package func encode(_ externalID: String) -> String? {
    var text: [UInt8] = []
    for byte in externalID.utf8 {
      if isPlain(byte) {
        text.append(byte)
      } else if let escape = Self.letters.first(where: { $0.plain == byte }) {
        text += [Self.mark, escape.letter]
      } else {
        return nil
      }
    }
    return text.isEmpty || text.count > longest ? nil : String(decoding: text, as: UTF8.self)
  }

  /// nil for what `encode` does not write, e.g. the id of somebody whom another application has made.
  package func decode(_ id: String) -> String? {
    var bytes: [UInt8] = []
    var iterator = id.utf8.makeIterator()
    while let byte = iterator.next() {
      if isPlain(byte) {
        bytes.append(byte)
      } else if byte == Self.mark, let letter = iterator.next(),
        let escape = understood.first(where: { $0.letter == letter })
      {
        bytes.append(escape.plain)
      } else {
        return nil
      }
    }
    return bytes.isEmpty || bytes.count > Self.longestExternal ? nil : String(decoding: bytes, as: UTF8.self)
  }

  private func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"):
      true
    default: taken.contains(byte)
    }
  }
}
