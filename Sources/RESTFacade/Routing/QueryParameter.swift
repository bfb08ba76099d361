/// A query parameter that a route takes: its form is checked before the body is read, and told by the API document.
struct QueryParameter: Sendable, Hashable {
  enum Form: Sendable, Hashable {
    case integer(ClosedRange<Int>)
    case boolean
    case choice([String])
    /// Several choices, separated by commas.
    case choices([String])
    case time
    case externalID
    /// Made by us and handed back, or compared as it is: at most this many bytes, no control characters.
    case text(Int)
    /// Event types, separated by commas, each perhaps with a trailing `*`.
    case eventTypes
  }

  let name: String
  let form: Form
  let summary: String
  /// Whether the route answers nothing without it.
  let isRequired: Bool

  init(_ name: String, _ form: Form, _ summary: String, isRequired: Bool = false) {
    self.isRequired = isRequired
    self.name = name
    self.form = form
    self.summary = summary
  }

  static let limit = Self("limit", .integer(1...100), "How many items at most; 25 unless given.")
  static let cursor = Self("cursor", .text(512), "The `next_cursor` of the page before.")
}
