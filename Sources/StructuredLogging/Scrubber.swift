/// One pass over a text that hides secrets and escapes control characters, in time linear to its length whatever it holds:
/// texts of strangers come here.
struct Scrubber {
  private static let mark = Array(Redaction.mark.utf8)

  let input: [UInt8]
  private let secrets: [[UInt8]]
  /// Bytes that need a closer look, by their value.
  private let isSpecial: [Bool]
  private(set) var index = 0
  private var output: [UInt8] = []
  /// Up to here the text was looked at, and holds no token: a second look would make the whole quadratic.
  private var plainUntil = 0

  init(_ text: String, secrets: [[UInt8]], isSpecial: [Bool]) {
    input = Array(text.utf8)
    self.secrets = secrets
    self.isSpecial = isSpecial
  }

  /// The table for `init`: where something may begin that is hidden or written out. Any other byte is only copied.
  static func special(secrets: [[UInt8]]) -> [Bool] {
    var table = (0...255).map { $0 < 32 || $0 >= 127 }
    for byte in triggers + secrets.map({ $0[0] }) { table[Int(byte)] = true }
    return table
  }

  private static let triggers: [UInt8] = [66, 69, 83, 87, 98, 101, 115, 119, 58, 61, 37]

  /// Stops after `limit` bytes of result, never inside something hidden.
  mutating func run(atMost limit: Int) -> [UInt8] {
    output.reserveCapacity(min(limit, input.count + 16))
    while index < input.count, output.count < limit {
      if isSpecial[Int(input[index])] { step() } else { copyPlain() }
    }
    return output
  }

  private mutating func step() {
    let byte = input[index]
    if let end = exactSecret(byte) { return hide(upTo: end) }
    switch byte {
    case 66, 69, 83, 87, 98, 101, 115, 119: word()
    case 58 where isUserinfo: userinfo()
    case 58, 61: pair(1)
    case 37 where isEscapedSeparator: pair(3)
    default: copy()
    }
  }

  // MARK: What is hidden

  private func exactSecret(_ byte: UInt8) -> Int? {
    secrets.first { $0[0] == byte && input[index...].starts(with: $0) }.map { index + $0.count }
  }

  /// Tokens and keys, known by how they begin; the word behind `Bearer` and `Basic`.
  private mutating func word() {
    guard startsWord else { return copy() }
    if let scheme = TokenShape.scheme(input, at: index), let value = schemeValue(behind: scheme) {
      output += input[index..<scheme] + [32]
      return hide(upTo: value)
    }
    if let end = TokenShape.key(input, at: index) { return hide(upTo: end) }
    guard index >= plainUntil, let token = TokenShape.jwt(input, at: index) else { return copy() }
    if token.isWhole { return hide(upTo: token.end) }
    plainUntil = token.end
    copy()
  }

  private func schemeValue(behind scheme: Int) -> Int? {
    let start = input[scheme...].firstIndex { $0 != 32 && $0 != 9 && $0 != 43 } ?? input.count
    let end = input[start...].firstIndex(where: Self.endsValue) ?? input.count
    return start > scheme && end - start >= 3 ? end : nil
  }

  /// `//name:password@` after a scheme.
  private mutating func userinfo() {
    let start = index + 3
    output += input[index..<start]
    index = start
    let end = input[start...].firstIndex { Self.endsAuthority($0) } ?? input.count
    if let at = input[start..<end].lastIndex(of: 64) { hide(upTo: at) }
  }

  /// `name=value`, `name: value`, `"name":"value"` and the like: the value when the name speaks of a secret.
  private mutating func pair(_ length: Int) {
    let name = nameBefore(index)
    for _ in 0..<length { copy() }
    guard SecretName.isContained(in: name) else { return }
    let value = SecretValue(input, from: index, takesLine: SecretName.takesLine(name))
    guard value.end > value.start else { return }
    while index < value.start { copy() }
    hide(upTo: value.end)
  }

  private mutating func hide(upTo end: Int) {
    output += Self.mark
    index = end
  }

  // MARK: What is shown

  private mutating func copyPlain() {
    output.append(input[index])
    index += 1
  }

  private mutating func copy() {
    let escape = ControlEscape.at(index, in: input)
    output += escape.text ?? Array(input[index..<(index + escape.length)])
    index += escape.length
  }

  // MARK: Where we are

  /// Not within a word; an escape such as `%3D` ends one.
  private var startsWord: Bool {
    guard index > 0, Self.isWordByte(input[index - 1]) else { return true }
    return index > 2 && input[index - 3] == 37
  }

  private var isUserinfo: Bool { input[index...].starts(with: [58, 47, 47]) }

  private var isEscapedSeparator: Bool {
    index + 2 < input.count && input[index + 1] == 51 && [65, 68].contains(input[index + 2] & 0xDF)
  }

  /// The name that ends before `end`, quotes and spaces between them left out.
  private func nameBefore(_ end: Int) -> ArraySlice<UInt8> {
    var last = end
    while last > 0, end - last < 8, [32, 34, 39, 92].contains(input[last - 1]) { last -= 1 }
    var first = last
    while first > 0, last - first < 64, Self.isNameByte(input[first - 1]) { first -= 1 }
    return input[first..<last]
  }

  // MARK: Bytes

  static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 95, 97...122: true
    default: false
    }
  }

  /// What names of fields are made of.
  static func isNameByte(_ byte: UInt8) -> Bool { isWordByte(byte) || byte == 45 || byte == 46 }

  /// What ends a value that is not in quotes.
  static func endsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...32, 34, 38, 39, 41, 44, 59, 60, 62, 92, 93, 125: true
    default: false
    }
  }

  private static func endsAuthority(_ byte: UInt8) -> Bool { [47, 63, 35, 34, 39].contains(byte) || byte <= 32 }
}
