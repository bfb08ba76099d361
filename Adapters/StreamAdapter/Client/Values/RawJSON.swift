import JSONCoding

/// A value of an application's own, as calls, members, events and reactions carry it: any JSON.
///
/// Whole numbers beyond what a `Double` holds exactly come as `string`, digit for digit.
public enum RawJSON: Sendable, Hashable {
  case `nil`
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([RawJSON])
  case dictionary([String: RawJSON])

  /// nil for everything that is no string; the others likewise.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  public var numberValue: Double? { if case .number(let value) = self { value } else { nil } }
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var arrayValue: [RawJSON]? { if case .array(let value) = self { value } else { nil } }
  public var dictionaryValue: [String: RawJSON]? { if case .dictionary(let value) = self { value } else { nil } }

  /// A member of a dictionary; nil for everything else.
  public subscript(name: String) -> RawJSON? { dictionaryValue?[name] }
}

extension RawJSON: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(nilLiteral: ()) { self = .nil }
  public init(arrayLiteral elements: RawJSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, RawJSON)...) {
    self = .dictionary(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}
