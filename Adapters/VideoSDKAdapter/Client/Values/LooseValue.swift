import JSONCoding

/// Between JSON and the loose dictionaries that the vendor's SDK takes and gives: texts, numbers, truths, lists and
/// dictionaries.
enum LooseValue {
  /// A member that JSON has no words for.
  struct Unsuitable: Error {
    /// Where it is, e.g. `payload.colours[2]`.
    let path: String
  }

  /// Nothing where there is null: such members and elements are left out.
  static func any(_ json: JSON) -> Any? {
    switch json {
    case .null: nil
    case .bool(let value): value
    case .integer(let value): Int(value)
    case .number(let value): value
    case .string(let value): value
    case .array(let elements): elements.compactMap(any)
    case .object(let object): dictionary(object)
    }
  }

  static func dictionary(_ object: JSONObject) -> [String: Any] {
    var members: [String: Any] = [:]
    for (name, value) in object.pairs { if let value = any(value) { members[name] = value } }
    return members
  }

  /// In the order of their names, so that the same is always written the same.
  static func json(_ members: [String: Any], at path: String) throws(Unsuitable) -> JSON {
    var object = JSONObject()
    for (name, value) in members.sorted(by: { $0.key < $1.key }) { object[name] = try json(value, path + "." + name) }
    return .object(object)
  }

  private static func json(_ value: Any, _ path: String) throws(Unsuitable) -> JSON {
    switch value {
    case let value as String: return .string(value)
    case let value as Bool: return .bool(value)
    case let value as any BinaryInteger:
      guard let whole = Int64(exactly: value) else { throw Unsuitable(path: path) }
      return .integer(whole)
    case let value as Double where value.isFinite: return .number(value)
    case let value as Float where value.isFinite: return .number(Double(value))
    case let value as [String: Any]: return try json(value, at: path)
    case let value as [Any]:
      var elements: [JSON] = []
      for (index, element) in value.enumerated() { elements.append(try json(element, "\(path)[\(index)]")) }
      return .array(elements)
    default: throw Unsuitable(path: path)
    }
  }
}
