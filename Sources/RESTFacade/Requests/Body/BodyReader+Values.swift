import JSONCoding
import MeetingCore

/// Single values. Each returns nil where the field is absent or was reported.
extension BodyReader {
  func boolean(_ name: String) -> Bool? {
    guard let value = value(name) else { return nil }
    if let flag = value.boolValue { return flag }
    report(name, "wrong_type", "must be true or false")
    return nil
  }

  func integer(_ name: String, _ range: ClosedRange<Int>, nullable: Bool = false) -> Int? {
    guard let value = nullable ? optional(name) : value(name) else { return nil }
    guard let number = value.integerValue ?? value.numberValue.flatMap({ Int64(exactly: $0) }) else {
      let isNumber = value.numberValue != nil
      report(
        name, isNumber ? "out_of_range" : "wrong_type",
        "must be a whole number \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    if let number = Int(exactly: number), range.contains(number) { return number }
    report(name, "out_of_range", "must be \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  /// A text that people read, kept as it is.
  func text(_ name: String, maximum: Int, nullable: Bool = true, minimum: Int = 0) -> String? {
    guard let value = nullable ? optional(name) : value(name) else { return nil }
    guard let text = value.stringValue else {
      report(name, "wrong_type", "must be a string")
      return nil
    }
    return checked(text, maximum: maximum, minimum: minimum) { report(name, $0, $1) }
  }

  func externalID(_ name: String, nullable: Bool = false) -> String? {
    guard let value = nullable ? optional(name) : value(name) else { return nil }
    if let text = value.stringValue, ExternalID.isValid(text) { return text }
    report(name, value.stringValue == nil ? "wrong_type" : "invalid_id", "must be " + ExternalID.rule)
    return nil
  }

  func time(_ name: String) -> Timestamp? {
    guard let value = optional(name) else { return nil }
    guard let text = value.stringValue else {
      report(name, "wrong_type", "must be a string with an RFC 3339 time")
      return nil
    }
    if let time = Time.parse(text) { return time }
    let issue = Time.issue(with: text)
    report(name, issue.code, issue.message)
    return nil
  }

  func choice<Value: RawRepresentable<String>>(_ name: String, _ names: [Value]) -> Value? {
    guard let value = value(name) else { return nil }
    if let chosen = chosen(value, names) { return chosen }
    report(name, value.stringValue == nil ? "wrong_type" : "invalid", Self.oneOf(names))
    return nil
  }

  /// An array of different choices, in the order given.
  func choices<Value: RawRepresentable<String> & Hashable>(_ name: String, _ names: [Value]) -> [Value] {
    var seen: Set<Value> = []
    return array(name, maximum: names.count) { value, pointer in
      guard let chosen = chosen(value, names) else {
        report(at: pointer, value.stringValue == nil ? "wrong_type" : "invalid", Self.oneOf(names))
        return nil
      }
      if seen.insert(chosen).inserted { return chosen }
      report(at: pointer, "duplicate", "is given twice")
      return nil
    }
  }

  /// An array of short texts.
  func texts(_ name: String, count: Int, maximum: Int) -> [String] {
    array(name, maximum: count) { value, pointer in
      guard let text = value.stringValue else {
        report(at: pointer, "wrong_type", "must be a string")
        return nil
      }
      return checked(text, maximum: maximum, minimum: 1) { report(at: pointer, $0, $1) }
    }
  }

  func externalIDs(_ name: String, count: Int) -> [String] {
    array(name, maximum: count) { value, pointer in
      if let text = value.stringValue, ExternalID.isValid(text) { return text }
      report(at: pointer, "invalid_id", "must be " + ExternalID.rule)
      return nil
    }
  }

  private func chosen<Value: RawRepresentable<String>>(_ value: JSON, _ names: [Value]) -> Value? {
    value.stringValue.flatMap { text in names.first { $0.rawValue.utf8.elementsEqual(text.utf8) } }
  }

  private static func oneOf<Value: RawRepresentable<String>>(_ names: [Value]) -> String {
    "must be one of " + names.map(\.rawValue).joined(separator: ", ")
  }

  private func checked(_ text: String, maximum: Int, minimum: Int, _ complain: (String, String) -> Void) -> String? {
    let length = text.unicodeScalars.count
    if length > maximum {
      complain("too_long", "must have at most \(maximum) characters")
    } else if length < minimum {
      complain("too_short", "must have at least \(minimum) characters")
    } else if Text.hasControl(text) {
      complain("control_character", "must not hold control characters")
    } else {
      return text
    }
    return nil
  }
}
