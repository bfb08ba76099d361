/// A YAML value with where it stands.
package indirect enum YAMLNode: Sendable, Hashable {
  case scalar(String, isPlain: Bool, Position)
  case sequence([YAMLNode], Position)
  case mapping([Entry], Position)

  package struct Entry: Sendable, Hashable {
    package let key: String
    package let position: Position
    package let value: YAMLNode
  }

  package var position: Position {
    switch self {
    case .scalar(_, _, let position), .sequence(_, let position), .mapping(_, let position): position
    }
  }

  /// A plain empty value, `~` or `null`.
  var isNull: Bool {
    if case .scalar(let text, true, _) = self { ["", "~", "null"].contains(text) } else { false }
  }
}
