import JSONCoding

extension RawJSON {
  /// Beyond this a `Double` has gaps between whole numbers.
  private static let exact: Int64 = 1 << 53

  init(_ json: JSON) {
    switch json {
    case .null: self = .nil
    case .bool(let value): self = .bool(value)
    case .integer(let value):
      self = (-Self.exact...Self.exact).contains(value) ? .number(Double(value)) : .string(String(value))
    case .number(let value): self = .number(value)
    case .string(let value): self = .string(value)
    case .array(let elements): self = .array(elements.map(RawJSON.init))
    case .object(let object): self = .dictionary(Self.members(object))
    }
  }

  /// What is no object has no members.
  static func members(_ json: JSON?) -> [String: RawJSON] { json?.objectValue.map(members) ?? [:] }

  private static func members(_ object: JSONObject) -> [String: RawJSON] {
    Dictionary(object.pairs.map { ($0.key, RawJSON($0.value)) }, uniquingKeysWith: { $1 })
  }

  /// Whole numbers are written as such; what JSON cannot say, not a number or infinite, is null.
  var json: JSON {
    switch self {
    case .nil: .null
    case .bool(let value): .bool(value)
    case .number(let value):
      if !value.isFinite { .null } else { Int64(exactly: value).map(JSON.integer) ?? .number(value) }
    case .string(let value): .string(value)
    case .array(let elements): .array(elements.map(\.json))
    case .dictionary(let members): Self.json(members)
    }
  }

  /// In the order of their names, so that the same is always written the same.
  static func json(_ members: [String: RawJSON]) -> JSON {
    var object = JSONObject()
    for (name, value) in members.sorted(by: { $0.key < $1.key }) { object[name] = value.json }
    return .object(object)
  }
}
