/// Writes compact JSON straight into bytes, without a tree.
///
///     var writer = JSONWriter()
///     writer.object { $0.member("id", "room_1"); $0.member("locked", false) }
package struct JSONWriter: Sendable {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init(reservingCapacity capacity: Int = 256) { bytes.reserveCapacity(capacity) }

  package mutating func object(_ members: (inout Self) -> Void) {
    open(123)
    members(&self)
    close(125)
  }

  package mutating func array(_ elements: (inout Self) -> Void) {
    open(91)
    elements(&self)
    close(93)
  }

  package mutating func key(_ name: String) {
    separate()
    quoted(name)
    bytes.append(58)
    needsComma = false
  }

  package mutating func member(_ name: String, _ value: String?) {
    key(name)
    if let value { string(value) } else { null() }
  }

  package mutating func member(_ name: String, _ value: Int64?) {
    key(name)
    if let value { integer(value) } else { null() }
  }

  package mutating func member(_ name: String, _ value: Bool?) {
    key(name)
    if let value { bool(value) } else { null() }
  }

  package mutating func member(_ name: String, _ value: JSON) {
    key(name)
    self.value(value)
  }

  package mutating func null() { raw("null".utf8) }
  package mutating func bool(_ value: Bool) { raw((value ? "true" : "false").utf8) }
  package mutating func integer(_ value: Int64) { raw(String(value).utf8) }
  /// The shortest digits that read back the same; what JSON cannot say (infinite, not a number) is null.
  package mutating func number(_ value: Double) { raw((value.isFinite ? value.description : "null").utf8) }

  package mutating func string(_ value: String) {
    separate()
    quoted(value)
    needsComma = true
  }

  /// Text that is one compact JSON document already.
  package mutating func raw(_ text: some Sequence<UInt8>) {
    separate()
    bytes += text
    needsComma = true
  }

  package mutating func value(_ value: JSON) {
    switch value {
    case .null: null()
    case .bool(let flag): bool(flag)
    case .integer(let number): integer(number)
    case .number(let number): self.number(number)
    case .string(let text): string(text)
    case .array(let elements): array { writer in for element in elements { writer.value(element) } }
    case .object(let object):
      self.object { writer in for (name, member) in object.pairs { writer.member(name, member) } }
    }
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(44) }
    needsComma = false
  }

  /// Escapes what must be: quotes, backslashes, control characters. Runs of anything else are copied whole.
  private mutating func quoted(_ text: String) {
    bytes.append(34)
    var text = text
    text.withUTF8 { source in
      if Self.isPlain(UnsafeRawBufferPointer(source)) { return bytes.append(contentsOf: source) }
      var start = 0
      for index in source.indices where Self.mustBeEscaped(source[index]) {
        bytes.append(contentsOf: source[start..<index])
        bytes.append(contentsOf: Self.escape(source[index]))
        start = index + 1
      }
      bytes.append(contentsOf: source[start...])
    }
    bytes.append(34)
  }

  /// Whether nothing must be escaped, as of nearly every text: eight bytes at a time.
  private static func isPlain(_ source: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index + 8 <= source.count {
      let word = source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if hasByte(below: 32, in: word) || hasZero(word ^ every(34)) || hasZero(word ^ every(92)) { return false }
      index += 8
    }
    while index < source.count {
      if mustBeEscaped(source[index]) { return false }
      index += 1
    }
    return true
  }

  /// The same byte eight times.
  private static func every(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

  private static func hasZero(_ word: UInt64) -> Bool { (word &- every(1)) & ~word & every(0x80) != 0 }

  /// For limits of 128 at most.
  private static func hasByte(below limit: UInt64, in word: UInt64) -> Bool {
    (word &- every(limit)) & ~word & every(0x80) != 0
  }

  private static func mustBeEscaped(_ byte: UInt8) -> Bool { byte < 32 || byte == 34 || byte == 92 }

  private static func escape(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case 34, 92: [92, byte]
    case 10: [92, 110]
    case 13: [92, 114]
    case 9: [92, 116]
    default: Array("\\u00".utf8) + [hex(byte >> 4), hex(byte & 15)]
    }
  }

  private static func hex(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 48 + nibble : 87 + nibble }
}
