/// Which event types to deliver: exact names, or a prefix before `*`.
package struct TypeFilter: Sendable, Equatable {
  private let exact: Set<String>
  private let prefixes: [String]
  private let excluded: [String]

  /// Everything.
  package static var all: Self { Self(exact: [], prefixes: [""], excluded: []) }

  /// Everything but what begins with one of `prefixes`.
  package static func all(except prefixes: [String]) -> Self { Self(exact: [], prefixes: [""], excluded: prefixes) }

  /// `participant.*,room.ended`; nil when empty or when a name holds anything but letters, digits, `_`, `.` and a last
  /// `*`.
  /// `excluded` begins what is not delivered even if it is asked for.
  package init?(_ text: String, except excluded: [String] = []) {
    var exact: Set<String> = []
    var prefixes: [String] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      let body = name.hasSuffix("*") ? name.dropLast() : name
      guard !name.isEmpty, body.utf8.allSatisfy(Self.isAllowed) else { return nil }
      if name.hasSuffix("*") { prefixes.append(String(body)) } else { exact.insert(String(body)) }
    }
    self.init(exact: exact, prefixes: prefixes, excluded: excluded)
  }

  private init(exact: Set<String>, prefixes: [String], excluded: [String]) {
    self.exact = exact
    self.prefixes = prefixes
    self.excluded = excluded
  }

  package func matches(_ type: String) -> Bool {
    (exact.contains(type) || prefixes.contains { type.hasPrefix($0) }) && !excluded.contains { type.hasPrefix($0) }
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case 46, 48...57, 65...90, 95, 97...122: true
    default: false
    }
  }
}
