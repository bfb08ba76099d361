/// The parameters of a raw query string, each decoded once (`+` means space), in order.
package struct QueryParameters: Sendable, Equatable {
  package let pairs: [(name: String, value: String)]

  /// nil when an escape is malformed or a decoded byte sequence is not UTF-8.
  package init?(_ query: String?) {
    var pairs: [(name: String, value: String)] = []
    for part in (query ?? "").split(separator: "&", omittingEmptySubsequences: true) {
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentEncoding.decode(halves[0], plusIsSpace: true),
        let value = PercentEncoding.decode(halves.count > 1 ? halves[1] : "", plusIsSpace: true)
      else { return nil }
      pairs.append((name, value))
    }
    self.pairs = pairs
  }

  /// The first value of `name`.
  package subscript(name: String) -> String? { pairs.first { Self.same($0.name, name) }?.value }

  /// Every value of `name`.
  package func values(of name: String) -> [String] { pairs.filter { Self.same($0.name, name) }.map(\.value) }

  package static func == (left: Self, right: Self) -> Bool {
    left.pairs.elementsEqual(right.pairs) {
      same($0.name, $1.name) && same($0.value, $1.value)
    }
  }

  /// Byte for byte: Swift's own comparison takes an accented letter and its parts for the same.
  private static func same(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
}
