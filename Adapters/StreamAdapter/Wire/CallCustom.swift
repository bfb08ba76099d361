import JSONCoding
import MeetingCore

/// `custom` of a call: a copy for clients, with title and description where the service's own clients look for them; a
/// caller's members of these names give way. What does not fit the service's 5 KB stays out, since our store has it.
enum CallCustom {
  private static let limit = 5_000

  static func custom(_ spec: RoomSpec) -> JSON {
    var object = JSONObject()
    object["title"] = spec.title.map(JSON.string)
    add("description", spec.description.map(JSON.string), to: &object)
    let own = (try? JSON.parse(Array(spec.custom.text.utf8), mode: .strict))?.objectValue?.pairs ?? []
    for (key, value) in own where object[key] == nil { add(key, value, to: &object) }
    return .object(object)
  }

  private static func add(_ key: String, _ value: JSON?, to object: inout JSONObject) {
    var grown = object
    grown[key] = value
    if JSON.object(grown).bytes().count <= limit { object = grown }
  }
}
