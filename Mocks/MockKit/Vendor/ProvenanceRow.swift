package import JSONCoding

/// What a piece of a mock's behaviour rests on.
package struct ProvenanceRow: Sendable, Equatable {
  package enum Kind: String, Sendable { case route, event, fault, option, uncovered }

  /// From firm to soft: a specification, a vendor SDK's source, documentation, a recorded answer, our own guess.
  package enum Source: String, Sendable {
    case spec
    case sdkSource = "sdk-source"
    case docs
    case recorded
    case assumed
  }

  package let kind: Kind
  package let name: String
  package let source: Source
  package let note: String

  package init(_ kind: Kind, _ name: String, _ source: Source, _ note: String = "") {
    self.kind = kind
    self.name = name
    self.source = source
    self.note = note
  }

  package var json: JSON {
    ["kind": .string(kind.rawValue), "name": .string(name), "source": .string(source.rawValue), "note": .string(note)]
  }
}

extension [ProvenanceRow] {
  /// One aligned line per row, for a terminal.
  package var table: String {
    let width = map(\.name.count).max() ?? 0
    return map { row in
      let name = row.name + String(repeating: " ", count: width - row.name.count)
      let kind = row.kind.rawValue + String(repeating: " ", count: 9 - row.kind.rawValue.count)
      let source = row.source.rawValue + String(repeating: " ", count: 10 - row.source.rawValue.count)
      return "\(kind)  \(name)  \(source)  \(row.note)"
    }.joined(separator: "\n")
  }
}
