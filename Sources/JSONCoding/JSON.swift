/// A JSON value. Integers that fit 64 bits keep their exact digits; other numbers are doubles.
package enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSON])
  case object(JSONObject)
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(nilLiteral: ()) { self = .null }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSON)...) {
    var object = JSONObject()
    for (key, value) in elements { object[key] = value }
    self = .object(object)
  }
}

extension JSON {
  /// The member `key` of an object; nil for every other value and for a missing member.
  package subscript(key: String) -> JSON? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  package var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  package var integerValue: Int64? { if case .integer(let value) = self { value } else { nil } }
  package var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var arrayValue: [JSON]? { if case .array(let value) = self { value } else { nil } }
  package var objectValue: JSONObject? { if case .object(let value) = self { value } else { nil } }
  /// Integers count as numbers too.
  package var numberValue: Double? {
    switch self {
    case .number(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }
  package var isNull: Bool { self == .null }
}
