import JSONCoding
import ProgramTesting

/// One answer on the way through an audio room.
struct JourneyAnswer: Sendable {
  let step: String
  let reply: Reply

  /// What is the vendor's own to say, and looks as the vendor likes.
  private static let vendors: Set<String> = [
    "connect", "packages", "provider_refs", "conventions", "hidden_vendor_ids",
  ]

  /// All fields with their values, by path. Ids, times and tokens count as such; of what is the vendor's own only that it is
  /// there.
  var fields: [String: String] {
    var found: [String: String] = ["status": String(reply.status)]
    Self.collect(reply.json, "", &found)
    return found
  }

  private static func collect(_ value: JSON, _ path: String, _ found: inout [String: String]) {
    if let name = path.split(separator: ".").last, vendors.contains(String(name)), !value.isNull {
      found[path] = "the vendor's"
    } else if let object = value.objectValue {
      for (key, value) in object.pairs { collect(value, path.isEmpty ? key : path + "." + key, &found) }
      if object.pairs.isEmpty { found[path] = "{}" }
    } else if let items = value.arrayValue {
      for (index, value) in items.enumerated() { collect(value, "\(path).\(index)", &found) }
      if items.isEmpty { found[path] = "[]" }
    } else {
      found[path] = value.stringValue.map(normalized) ?? value.text()
    }
  }

  /// `room_01m8…` as `room_`, a time as `time`.
  private static func normalized(_ text: String) -> String {
    if text.wholeMatch(of: #/\d{4}-\d\d-\d\dT.*Z/#) != nil { return "time" }
    if text.hasPrefix("eyJ") { return "token" }
    return text.replacing(#/\b([a-z]{2,7}_)(?:[0-9a-z]{26}|[0-9a-f]{24})\b/#) { $0.1 }
  }
}
