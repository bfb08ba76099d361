/// A value that must not be seen: prints as `<redacted>` everywhere, is read only by name.
package struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let text: String

  package init(_ text: String) { self.text = text }

  /// The value itself, for signing, comparing or sending; never for a log or an error.
  package var revealed: String { text }
  package var bytes: [UInt8] { Array(text.utf8) }
  package var isEmpty: Bool { text.isEmpty }

  /// By the bytes, in a time that does not tell where they differ.
  package static func == (left: Self, right: Self) -> Bool { constantTimeEqual(left.bytes, right.bytes) }
  package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

  package var description: String { "<redacted>" }
  package var debugDescription: String { "<redacted>" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
