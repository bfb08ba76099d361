/// One way to spoil an input.
enum Mutation: CaseIterable {
  case flipBit, setByte, insertByte, insertPiece, delete, duplicate, splice, truncate, run, growDigits, breakText

  private static let bytes: [UInt8] = [
    0, 1, 9, 10, 13, 32, 34, 37, 38, 39, 42, 43, 44, 45, 46, 47, 48, 57, 58, 59, 61, 63, 64, 91, 92, 93, 95, 123, 125,
    127, 128, 133, 160, 192, 237, 240, 254, 255,
  ]
  private static let pieces: [[UInt8]] = [
    "\r\n", "\n\n", "\r\n\r\n", "%00", "%2F", "%", "%zz", "..", "../", "null", "true", "[[[[", "{\"", "\\u0000",
    "\\ud800",
    "\\udc00", "1e400", "-0", "0x10", "+1", "NaN", "\u{FEFF}", "\u{2028}", "\u{85}", "e\u{301}", "👩‍👩‍👧", "\u{202E}", ": ",
    "; ", ", ", "&a=b", "==", "data: x", "id: 9", "-----",
  ].map { Array($0.utf8) }
  private static let digits: [[UInt8]] = [
    "0", "1", "00", "127", "128", "255", "256", "999", "2147483647", "2147483648", "4294967296", "9007199254740993",
    "9223372036854775807", "9223372036854775808", "18446744073709551616", "99999999999999999999999999",
  ].map { Array($0.utf8) }
  /// No UTF-8: a lone continuation, cut sequences, overlong forms, a surrogate, beyond the last code point.
  private static let broken: [[UInt8]] = [
    [0x80], [0xC2], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80],
    [0xF4, 0x90, 0x80, 0x80], [0xFF, 0xFE],
  ]

  func apply(to input: inout [UInt8], _ numbers: inout Numbers, _ corpus: [[UInt8]]) {
    let place = numbers.below(input.count + 1)
    switch self {
    case .flipBit: if place < input.count { input[place] ^= 1 << UInt8(numbers.below(8)) }
    case .setByte: if place < input.count { input[place] = numbers.one(of: Self.bytes) }
    case .insertByte: input.insert(numbers.one(of: Self.bytes), at: place)
    case .insertPiece: input.insert(contentsOf: numbers.one(of: Self.pieces), at: place)
    case .delete: input.removeSubrange(Self.slice(of: input, from: place, &numbers))
    case .duplicate: input.insert(contentsOf: Array(input[Self.slice(of: input, from: place, &numbers)]), at: place)
    case .splice: Self.splice(&input, at: place, numbers.one(of: corpus), &numbers)
    case .truncate: input.removeSubrange(place...)
    case .run: Self.run(&input, at: place, &numbers)
    case .growDigits: Self.growDigits(&input, from: place, &numbers)
    case .breakText: input.insert(contentsOf: numbers.one(of: Self.broken), at: place)
    }
  }

  private static func slice(of input: [UInt8], from place: Int, _ numbers: inout Numbers) -> Range<Int> {
    place..<min(input.count, place + 1 + numbers.below(16))
  }

  private static func splice(_ input: inout [UInt8], at place: Int, _ other: [UInt8], _ numbers: inout Numbers) {
    input.replaceSubrange(place..., with: other[numbers.below(other.count + 1)...])
  }

  /// Mostly short, now and then as long as no sane sender's.
  private static func run(_ input: inout [UInt8], at place: Int, _ numbers: inout Numbers) {
    let length = numbers.below(32) == 0 ? 4_096 : 1 + numbers.below(64)
    let byte = input.isEmpty || numbers.below(2) == 0 ? numbers.one(of: bytes) : numbers.one(of: input)
    input.insert(contentsOf: repeatElement(byte, count: length), at: place)
  }

  /// Another number in place of the next one.
  private static func growDigits(_ input: inout [UInt8], from place: Int, _ numbers: inout Numbers) {
    let isDigit = { (byte: UInt8) in (48...57).contains(byte) }
    guard let start = input[place...].firstIndex(where: isDigit) else { return }
    let end = input[start...].firstIndex { !isDigit($0) } ?? input.count
    input.replaceSubrange(start..<end, with: numbers.one(of: digits))
  }
}
