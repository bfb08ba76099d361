import Clocks
import JSONCoding

/// A parsed filter of the vendor's query language.
indirect enum StreamFilter: Sendable {
  case all([StreamFilter])
  case any([StreamFilter])
  case none([StreamFilter])
  case compare(path: [String], operation: String, value: JSON)

  /// Refuses unknown fields and operators by name.
  init(_ conditions: JSONObject, _ fields: [String: StreamQueryFields.Rule]) throws(StreamRefusal) {
    var parts: [StreamFilter] = []
    for (key, value) in conditions.pairs {
      switch key {
      case "$and": parts.append(.all(try Self.list(value, fields)))
      case "$or": parts.append(.any(try Self.list(value, fields)))
      case "$nor": parts.append(.none(try Self.list(value, fields)))
      default: parts += try Self.comparisons(key, value, fields)
      }
    }
    self = .all(parts)
  }

  private static func list(
    _ value: JSON, _ fields: [String: StreamQueryFields.Rule]
  ) throws(StreamRefusal) -> [StreamFilter] {
    guard let items = value.arrayValue else { throw .input("a logical operator takes a list of conditions") }
    var filters: [StreamFilter] = []
    for item in items {
      guard let conditions = item.objectValue else { throw .input("a condition must be an object") }
      filters.append(try StreamFilter(conditions, fields))
    }
    return filters
  }

  private static func comparisons(
    _ key: String, _ value: JSON, _ fields: [String: StreamQueryFields.Rule]
  ) throws(StreamRefusal) -> [StreamFilter] {
    let path = key.hasPrefix("custom.") ? ["custom", String(key.dropFirst(7))] : [key]
    guard let rule = fields[path[0]], path != ["custom"] else {
      throw .input("filter field \"\(key)\" is not supported", fields: ["filter_conditions": "unknown field \(key)"])
    }
    guard let operators = value.objectValue, !operators.isEmpty, operators.keys.allSatisfy({ $0.hasPrefix("$") }) else {
      return [try comparison(path, "$eq", value, rule)]
    }
    var filters: [StreamFilter] = []
    for (name, operand) in operators.pairs { filters.append(try comparison(path, name, operand, rule)) }
    return filters
  }

  private static func comparison(
    _ path: [String], _ name: String, _ operand: JSON, _ rule: StreamQueryFields.Rule
  ) throws(StreamRefusal) -> StreamFilter {
    guard rule.operators.contains(name) else {
      throw .input("operator \(name) is not supported for field \"\(path[0])\"")
    }
    if ["$in", "$nin"].contains(name), operand.arrayValue == nil { throw .input("\(name) takes a list") }
    if name == "$exists", operand.boolValue == nil { throw .input("$exists takes true or false") }
    let isDate = rule.isDate && name != "$exists"
    return .compare(path: path, operation: name, value: isDate ? try date(operand, path[0]) : operand)
  }

  /// Dates are compared as nanoseconds.
  private static func date(_ operand: JSON, _ field: String) throws(StreamRefusal) -> JSON {
    switch operand {
    case .null: return .null
    case .array(let items):
      var dates: [JSON] = []
      for item in items { dates.append(try date(item, field)) }
      return .array(dates)
    case .string(let text):
      if let time = RFC3339.parse(text) { return .integer(time) }
    default: break
    }
    throw .input("field \"\(field)\" takes an RFC 3339 time")
  }

  func accepts(_ record: JSONObject) -> Bool {
    switch self {
    case .all(let parts): parts.allSatisfy { $0.accepts(record) }
    case .any(let parts): parts.contains { $0.accepts(record) }
    case .none(let parts): !parts.contains { $0.accepts(record) }
    case .compare(let path, let operation, let value): Self.holds(Self.field(path, record), operation, value)
    }
  }

  private static func field(_ path: [String], _ record: JSONObject) -> JSON {
    let value = record[path[0]] ?? .null
    return path.count > 1 ? value[path[1]] ?? .null : value
  }

  private static func holds(_ field: JSON, _ operation: String, _ value: JSON) -> Bool {
    let candidates = field.arrayValue ?? [field]
    switch operation {
    case "$eq": return field == value || candidates.contains(value)
    case "$ne": return field != value
    case "$in": return candidates.contains { value.arrayValue?.contains($0) == true }
    case "$nin": return !candidates.contains { value.arrayValue?.contains($0) == true }
    case "$exists": return field.isNull != value.boolValue
    case "$contains": return candidates.contains(value)
    case "$autocomplete", "$q":
      return field.stringValue?.lowercased().hasPrefix(value.stringValue?.lowercased() ?? "") ?? false
    default: return isOrdered(field, operation, value)
    }
  }

  private static func isOrdered(_ field: JSON, _ operation: String, _ value: JSON) -> Bool {
    guard let order = compare(field, value) else { return false }
    return switch operation {
    case "$gt": order > 0
    case "$gte": order >= 0
    case "$lt": order < 0
    default: order <= 0
    }
  }

  /// Below, equal or above zero; nil for values of different kinds.
  static func compare(_ left: JSON, _ right: JSON) -> Int? {
    if case .integer(let left) = left, case .integer(let right) = right {
      return left < right ? -1 : left > right ? 1 : 0
    }
    if let left = left.numberValue, let right = right.numberValue { return left < right ? -1 : left > right ? 1 : 0 }
    guard let left = left.stringValue?.utf8, let right = right.stringValue?.utf8 else { return nil }
    if left.elementsEqual(right) { return 0 }
    return left.lexicographicallyPrecedes(right) ? -1 : 1
  }
}
