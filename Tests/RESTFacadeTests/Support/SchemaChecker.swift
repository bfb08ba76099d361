import JSONCoding

/// As much of JSON Schema as the API document uses, to hold answers against it.
struct SchemaChecker {
  private let document: JSON

  init(_ document: JSON) { self.document = document }

  /// What does not fit, by pointer.
  func faults(in value: JSON, schema: JSON, at pointer: String = "") -> [String] {
    if let reference = schema["$ref"]?.stringValue {
      let target = reference.dropFirst(2).split(separator: "/").reduce(JSON?.some(document)) { $0?[String($1)] }
      return target.map { faults(in: value, schema: $0, at: pointer) } ?? ["\(pointer): nothing at \(reference)"]
    }
    if let forms = schema["anyOf"]?.arrayValue {
      let fits = forms.contains { faults(in: value, schema: $0, at: pointer).isEmpty }
      return fits ? [] : ["\(pointer): fits no form"]
    }
    return simpleFaults(value, schema, pointer) + memberFaults(value, schema, pointer)
  }

  private func simpleFaults(_ value: JSON, _ schema: JSON, _ pointer: String) -> [String] {
    var faults: [String] = []
    if let type = schema["type"]?.stringValue, !Self.isType(value, type) { faults.append("\(pointer): no \(type)") }
    if let names = schema["enum"]?.arrayValue, !names.contains(value) { faults.append("\(pointer): not in the enum") }
    if let constant = schema["const"], constant != value { faults.append("\(pointer): not the constant") }
    if let minimum = schema["minimum"]?.integerValue, let number = value.integerValue, number < minimum {
      faults.append("\(pointer): below \(minimum)")
    }
    if let pattern = schema["pattern"]?.stringValue, let text = value.stringValue,
      let regex = try? Regex(pattern), text.wholeMatch(of: regex) == nil
    {
      faults.append("\(pointer): not of the pattern")
    }
    return faults
  }

  private func memberFaults(_ value: JSON, _ schema: JSON, _ pointer: String) -> [String] {
    var faults: [String] = []
    for name in schema["required"]?.arrayValue?.compactMap(\.stringValue) ?? [] where value[name] == nil {
      faults.append("\(pointer)/\(name): missing")
    }
    for (name, member) in value.objectValue?.pairs ?? [] {
      if let inner = schema["properties"]?[name]
        ?? schema["additionalProperties"].flatMap({ $0.boolValue == nil ? $0 : nil })
      {
        faults += self.faults(in: member, schema: inner, at: "\(pointer)/\(name)")
      } else if schema["properties"]?.objectValue?.isEmpty == false {
        faults.append("\(pointer)/\(name): not in the document")
      }
    }
    for (index, element) in (value.arrayValue ?? []).enumerated() {
      if let items = schema["items"] { faults += self.faults(in: element, schema: items, at: "\(pointer)/\(index)") }
    }
    return faults
  }

  private static func isType(_ value: JSON, _ type: String) -> Bool {
    switch type {
    case "object": value.objectValue != nil
    case "array": value.arrayValue != nil
    case "string": value.stringValue != nil
    case "boolean": value.boolValue != nil
    case "integer": value.integerValue != nil
    case "number": value.numberValue != nil
    case "null": value.isNull
    default: false
    }
  }
}
