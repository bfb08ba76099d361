/// What stands from one `m=` line to the next.
package struct MediaSection: Sendable, Hashable {
  /// `audio`, `video`, `application`.
  package let kind: String
  /// A port of 0: this part is refused, or over.
  package let isRefused: Bool
  /// The lines after `m=`, as they came.
  package internal(set) var lines: [SDPLine]
  let head: SDPLine

  /// Its name; nil where it has none.
  package var mid: String? { value(of: "mid") }

  /// From `candidate:` on.
  package var candidates: [String] {
    lines.compactMap { $0.isAttribute("candidate") ? $0.value : nil }
  }

  package var hasAllCandidates: Bool { lines.contains { $0.isAttribute("end-of-candidates") } }

  func value(of name: String) -> String? { lines.value(of: name) }
}

extension [SDPLine] {
  func value(of name: String) -> String? {
    for line in self where line.isAttribute(name) { return line.attribute?.value.map(String.init) }
    return nil
  }
}
