package import JSONCoding

/// Reads the members of a control body; a member nobody asked about is refused by name.
package struct ControlFields: Sendable {
  private let object: JSONObject
  private let prefix: String

  /// Throws when `object` has a member outside `allowed`.
  package init(_ object: JSONObject, in prefix: String = "", allowed: [String]) throws(ControlRefusal) {
    self.object = object
    self.prefix = prefix
    for key in object.keys where !allowed.contains(key) {
      throw ControlRefusal("unknown field", field: prefix + key)
    }
  }

  /// The member, nil when missing or null.
  package subscript(key: String) -> JSON? {
    guard let value = object[key], !value.isNull else { return nil }
    return value
  }

  package func string(_ key: String) throws(ControlRefusal) -> String? {
    try read(key, "a string", \.stringValue)
  }

  package func bool(_ key: String) throws(ControlRefusal) -> Bool? {
    try read(key, "true or false", \.boolValue)
  }

  package func number(_ key: String) throws(ControlRefusal) -> Double? {
    try read(key, "a number", \.numberValue)
  }

  /// A whole number of at least `minimum`.
  package func int(_ key: String, minimum: Int = 0) throws(ControlRefusal) -> Int? {
    guard let value = try read(key, "a whole number", \.integerValue) else { return nil }
    guard value >= Int64(minimum) else { throw ControlRefusal("must be at least \(minimum)", field: prefix + key) }
    return Int(value)
  }

  package func object(_ key: String) throws(ControlRefusal) -> JSONObject? {
    try read(key, "an object", \.objectValue)
  }

  package func strings(_ key: String) throws(ControlRefusal) -> [String]? {
    try read(key, "a list of strings") { value in
      guard let items = value.arrayValue else { return nil }
      let texts = items.compactMap(\.stringValue)
      return texts.count == items.count ? texts : nil
    }
  }

  /// The value, or a refusal that names the member.
  package func required<Value>(_ key: String, _ value: Value?) throws(ControlRefusal) -> Value {
    guard let value else { throw ControlRefusal("missing field", field: prefix + key) }
    return value
  }

  private func read<Value>(
    _ key: String, _ kind: String, _ read: (JSON) -> Value?
  ) throws(ControlRefusal) -> Value? {
    guard let member = self[key] else { return nil }
    guard let value = read(member) else { throw ControlRefusal("must be \(kind)", field: prefix + key) }
    return value
  }
}
