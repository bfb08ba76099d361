import AdapterKit
import JSONCoding
import MeetingCore

extension RoomOptions {
  /// What is no option, or no value of one.
  static func issues(_ text: JSONText) -> [FieldIssue] {
    guard let options = object(text) else { return [.wrongType("", "an object")] }
    return options.pairs.flatMap { name, value -> [FieldIssue] in
      switch name {
      case "multi_composition": compositionIssues(value)
      case "geo_fence": regionIssues(value)
      case "auto_close": closingIssues(value)
      default: [.unknownOption("/" + FieldIssue.pointed(name))]
      }
    }
  }

  private static func compositionIssues(_ value: JSON) -> [FieldIssue] {
    let here = "/multi_composition"
    guard let given = value.objectValue else { return [.wrongType(here, "an object")] }
    return given.pairs.compactMap { name, value in
      let pointer = here + "/" + FieldIssue.pointed(name)
      if !compositions.contains(name) { return .unknownOption(pointer) }
      return value.boolValue == nil ? .wrongType(pointer, "true or false") : nil
    }
  }

  private static func regionIssues(_ value: JSON) -> [FieldIssue] {
    guard let region = value.stringValue else { return [.wrongType("/geo_fence", "a string")] }
    if region.wholeMatch(of: /[a-z0-9\-]{2,20}/) != nil { return [] }
    return [FieldIssue(pointer: "/geo_fence", code: "invalid", message: "must be a region such as eu001")]
  }

  private static func closingIssues(_ value: JSON) -> [FieldIssue] {
    let here = "/auto_close"
    guard let given = value.objectValue else { return [.wrongType(here, "an object")] }
    let missing =
      given["type"] == nil ? [FieldIssue(pointer: here + "/type", code: "required", message: "is required")] : []
    return missing
      + given.pairs.compactMap { name, value in
        switch name {
        case "type": closingTypeIssue(value, here + "/type")
        case "after_minutes": minutesIssue(value, here + "/after_minutes")
        default: FieldIssue.unknownOption(here + "/" + FieldIssue.pointed(name))
        }
      }
  }

  private static func closingTypeIssue(_ value: JSON, _ pointer: String) -> FieldIssue? {
    if closings.contains(where: { .string($0.ours) == value }) { return nil }
    let names = closings.map(\.ours).joined(separator: ", ")
    return FieldIssue(pointer: pointer, code: "not_allowed", message: "must be one of " + names)
  }

  private static func minutesIssue(_ value: JSON, _ pointer: String) -> FieldIssue? {
    guard let minutes = value.integerValue else { return .wrongType(pointer, "a whole number") }
    if (1...mostMinutes).contains(minutes) { return nil }
    return FieldIssue(pointer: pointer, code: "out_of_range", message: "must be from 1 to \(mostMinutes)")
  }
}
