import JSONCoding
import MeetingCore

/// `custom` of a call: the caller's own, with title and description where the service's clients look for them. A copy for
/// clients; what does not fit the service's 5 KB stays out, since our store has it.
enum CallCustom {
  private static let limit = 5_000

  static func custom(_ spec: RoomSpec) -> JSON {
    var object = (try? JSON.parse(Array(spec.custom.text.utf8), mode: .strict))?.objectValue ?? JSONObject()
    if let title = spec.title { object["title"] = .string(title) }
    if let description = spec.description { object["description"] = .string(description) }
    if JSON.object(object).bytes().count <= limit { return .object(object) }
    var short = JSONObject()
    short["title"] = spec.title.map(JSON.string)
    return .object(short)
  }
}
