/// Why a text is not JSON, and where. Never holds any of the text.
package struct JSONError: Error, Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    case empty, syntax, tooDeep, duplicateKey, invalidText, numberOutOfRange, byteOrderMark, trailingText
  }

  package let kind: Kind
  /// From 1; 0 when there is no text.
  package let line: Int
  /// Where in the line, counted in characters.
  package let column: Int
  /// Bytes before the place.
  package let offset: Int
  /// What is wrong with the text, to be read behind "the body …".
  package let message: String

  package init(_ kind: Kind, line: Int = 0, column: Int = 0, offset: Int = 0, message: String) {
    self.kind = kind
    self.line = line
    self.column = column
    self.offset = offset
    self.message = message
  }

  /// For a place that was found by counting bytes.
  init(_ kind: Kind, at offset: Int, in bytes: [UInt8], message: String) {
    let before = bytes[..<offset]
    let lineStart = before.lastIndex(of: 10).map { $0 + 1 } ?? 0
    let isContinuation = { (byte: UInt8) in byte & 0xC0 == 0x80 }
    self.init(
      kind, line: before.count { $0 == 10 } + 1,
      column: bytes[lineStart..<offset].count { !isContinuation($0) } + 1, offset: offset, message: message)
  }
}
