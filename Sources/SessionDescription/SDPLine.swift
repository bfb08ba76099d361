/// One line, `<type>=<value>` (RFC 8866 section 5).
package struct SDPLine: Sendable, Hashable {
  /// A letter.
  package let type: Character
  package let value: String

  package init(_ type: Character, _ value: String) {
    self.type = type
    self.value = value
  }

  /// Name and value of an attribute, which is nil for one that has none; nil for another line.
  package var attribute: (name: Substring, value: Substring?)? {
    guard type == "a" else { return nil }
    guard let colon = value.utf8.firstIndex(of: UInt8(ascii: ":")) else { return (Substring(value), nil) }
    return (value[..<colon], value[value.utf8.index(after: colon)...])
  }

  /// Whether it is the attribute of this name.
  package func isAttribute(_ name: String) -> Bool { attribute.map { $0.name.utf8.elementsEqual(name.utf8) } ?? false }

  package static func attribute(_ name: String, _ value: String? = nil) -> Self {
    Self("a", value.map { "\(name):\($0)" } ?? name)
  }
}
