import AdapterKit
import JSONCoding
import MeetingCore

/// Options of a room: there are none at this vendor, and one that is given is a mistake.
enum PolyRoomOptions {
  static func issues(_ options: JSONText) -> [FieldIssue] {
    guard let object = try? JSON.parse(Array(options.text.utf8), mode: .strict).objectValue else {
      return [.wrongType("", "an object")]
    }
    return object.pairs.map { .unknownOption("/" + FieldIssue.pointed($0.key)) }
  }
}
