/// Why a text is not JSON, and where. Never holds any of the text.
package struct JSONError: Error, Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    case empty, syntax, tooDeep, duplicateKey, invalidText, numberOutOfRange, byteOrderMark, trailingText
  }

  package let kind: Kind
  package let line: Int
  package let column: Int
  package let message: String

  package init(_ kind: Kind, line: Int = 0, column: Int = 0, message: String) {
    self.kind = kind
    self.line = line
    self.column = column
    self.message = message
  }
}
