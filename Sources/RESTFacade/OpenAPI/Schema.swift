import JSONCoding
import MeetingCore

/// The vocabulary that the component schemas are written in: JSON Schema 2020-12, as OpenAPI 3.1 uses it.
enum Schema {
  static let boolean: JSON = ["type": "boolean"]
  static let time: JSON = ["type": "string", "format": "date-time"]
  /// A time as callers give it.
  static let givenTime: JSON = ["type": "string", "format": "date-time", "pattern": .string(Time.pattern)]
  static let anyObject: JSON = ["type": "object"]
  /// An object of a caller's own, of what our reader of JSON takes.
  static let ownObject = reference("OwnObject")
  static let externalID: JSON = ["type": "string", "pattern": .string(ExternalID.pattern)]
  static let string: JSON = ["type": "string"]
  static let count: JSON = ["type": "integer", "minimum": 0]

  /// A text that people read: so many code points, no control characters.
  static func text(_ maximum: Int, minimum: Int = 0) -> JSON {
    var schema = JSONObject()
    schema["type"] = "string"
    if minimum > 0 { schema["minLength"] = .integer(Int64(minimum)) }
    schema["maxLength"] = .integer(Int64(maximum))
    schema["pattern"] = .string(withoutControls)
    return .object(schema)
  }

  static let withoutControls = #"^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$"#

  static func id(_ prefix: String) -> JSON { ["type": "string", "pattern": .string("^" + prefix + "[A-Za-z0-9_]+$")] }

  static func integer(_ range: ClosedRange<Int>) -> JSON {
    ["type": "integer", "minimum": .integer(Int64(range.lowerBound)), "maximum": .integer(Int64(range.upperBound))]
  }

  static func choice(_ names: [String]) -> JSON { ["type": "string", "enum": .array(names.map(JSON.string))] }

  static func choice<Name: CaseIterable & RawRepresentable<String>>(of type: Name.Type) -> JSON {
    choice(type.allCases.map(\.rawValue))
  }

  static func list(_ items: JSON, minimum: Int = 0, maximum: Int? = nil, unique: Bool = false) -> JSON {
    var schema: JSONObject = JSONObject()
    schema["type"] = "array"
    schema["items"] = items
    if minimum > 0 { schema["minItems"] = .integer(Int64(minimum)) }
    if let maximum { schema["maxItems"] = .integer(Int64(maximum)) }
    if unique { schema["uniqueItems"] = true }
    return .object(schema)
  }

  /// Some of a few names, each once.
  static func choices<Name: CaseIterable & RawRepresentable<String>>(of type: Name.Type, minimum: Int = 0) -> JSON {
    list(choice(of: type), minimum: minimum, maximum: type.allCases.count, unique: true)
  }

  static func map(_ values: JSON) -> JSON { ["type": "object", "additionalProperties": values] }

  static func nullable(_ schema: JSON) -> JSON { ["anyOf": .array([schema, ["type": "null"]])] }

  static func reference(_ name: String) -> JSON { ["$ref": .string("#/components/schemas/" + name)] }

  static func described(_ schema: JSON, _ text: String) -> JSON {
    guard var object = schema.objectValue else { return schema }
    object["description"] = .string(text)
    return .object(object)
  }

  /// An object that we answer: every property is there unless named in `optional`, and more may come with time.
  static func answer(_ properties: KeyValuePairs<String, JSON>, optional: Set<String> = []) -> JSON {
    object(properties, required: properties.map(\.key).filter { !optional.contains($0) })
  }

  /// An object that we answer, of two groups of properties that are always there.
  static func answer(_ first: KeyValuePairs<String, JSON>, _ second: KeyValuePairs<String, JSON>) -> JSON {
    var (members, names) = (JSONObject(), [JSON]())
    for (name, schema) in Array(first) + Array(second) {
      members[name] = schema
      names.append(.string(name))
    }
    return ["type": "object", "required": .array(names), "properties": .object(members)]
  }

  /// An object that we read, with something in it.
  static func filled(_ properties: KeyValuePairs<String, JSON>) -> JSON {
    guard var schema = request(properties).objectValue else { return .null }
    schema["minProperties"] = 1
    return .object(schema)
  }

  /// An object that we read: nothing but these properties, and only `required` ones must be there.
  static func request(_ properties: KeyValuePairs<String, JSON>, required: [String] = []) -> JSON {
    guard var schema = object(properties, required: required).objectValue else { return .null }
    schema["additionalProperties"] = false
    return .object(schema)
  }

  static func page(of name: String, alwaysContinues: Bool = false) -> JSON {
    answer(["items": list(reference(name)), "next_cursor": alwaysContinues ? string : nullable(string)])
  }

  private static func object(_ properties: KeyValuePairs<String, JSON>, required: [String]) -> JSON {
    var members = JSONObject()
    for (name, schema) in properties { members[name] = schema }
    var result = JSONObject()
    result["type"] = "object"
    if !required.isEmpty { result["required"] = .array(required.map(JSON.string)) }
    result["properties"] = .object(members)
    return .object(result)
  }
}
