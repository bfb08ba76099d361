extension JSON {
  /// Strings are compared by their bytes. `1` and `1.0` differ, as they do when written.
  package static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): UTF8Text.same(left, right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): UTF8Text.hash(value, into: &hasher)
    case .array(let elements): hasher.combine(elements)
    case .object(let object): hasher.combine(object)
    }
  }
}
