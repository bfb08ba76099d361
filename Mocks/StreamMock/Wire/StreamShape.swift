import Clocks
import JSONCoding

/// What a request body may look like: the interface's own types, written as data.
indirect enum StreamShape: Sendable {
  case string(ClosedRange<Int>)
  case bool
  case int(ClosedRange<Int>)
  case time
  case oneOf([String])
  case anything
  case list(StreamShape, most: Int)
  case map(StreamShape)
  case object([StreamField])

  static let text = StreamShape.string(0...65_536)
  static let flag = StreamShape.bool
  static let custom = StreamShape.map(.anything)

  /// Adds what is wrong with `value` to `problems`, by path.
  func check(_ value: JSON, at path: String, _ rules: StreamShapeRules, into problems: inout [String: String]) {
    switch (self, value) {
    case (.anything, _), (.bool, .bool): break
    case (.string(let lengths), .string(let text)):
      if !lengths.contains(text.unicodeScalars.count) { problems[path] = "must have \(lengths) characters" }
    case (.int(let range), .integer(let number)):
      if !range.contains(Int(number)) { problems[path] = "must be within \(range)" }
    case (.time, .string(let text)):
      if RFC3339.parse(text) == nil { problems[path] = "must be an RFC 3339 time" }
    case (.oneOf(let values), .string(let text)):
      if !values.contains(text) { problems[path] = "must be one of \(values.joined(separator: ", "))" }
    case (.list(let element, let most), .array(let items)):
      if items.count > most { problems[path] = "must have at most \(most) items" }
      for (index, item) in items.enumerated() { element.check(item, at: "\(path)[\(index)]", rules, into: &problems) }
    case (.map(let element), .object(let object)):
      for (key, item) in object.pairs { element.check(item, at: "\(path).\(key)", rules, into: &problems) }
    case (.object(let fields), .object(let object)): Self.check(object, fields, path, rules, &problems)
    default: problems[path] = "has the wrong type"
    }
  }

  private static func check(
    _ object: JSONObject, _ fields: [StreamField], _ path: String, _ rules: StreamShapeRules,
    _ problems: inout [String: String]
  ) {
    let prefix = path.isEmpty ? "" : path + "."
    for field in fields {
      let value = object[field.name] ?? .null
      if value.isNull {
        if field.isRequired(rules) { problems[prefix + field.name] = "is a required field" }
      } else if !field.exists(rules) {
        problems[prefix + field.name] = "is not allowed on this side of the interface"
      } else {
        field.shape.check(value, at: prefix + field.name, rules, into: &problems)
      }
    }
    guard rules.refusesUnknownFields else { return }
    for key in object.keys where !fields.contains(where: { $0.name == key }) {
      problems[prefix + key] = "is not a known field"
    }
  }
}

/// Under which circumstances a body is checked.
struct StreamShapeRules: Sendable {
  let isServer: Bool
  let refusesUnknownFields: Bool
}
