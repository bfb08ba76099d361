/// What is wrong with a session description or a fragment of one. Never holds what was sent: there are passwords in it.
package struct SessionDescriptionError: Error, Sendable, Hashable {
  /// How it is wrong.
  package enum Kind: String, Sendable, Hashable { case required, invalid, duplicate, mismatch, tooMany = "too_many" }

  /// The field, e.g. `v`, `media[0]/ice-pwd`.
  package let field: String
  package let kind: Kind
  /// For people to read.
  package let message: String
  /// Counted from 1; nil where something is missing.
  package let line: Int?

  package init(_ field: String, _ kind: Kind, _ message: String, line: Int? = nil) {
    self.field = field
    self.kind = kind
    self.message = message
    self.line = line
  }
}
