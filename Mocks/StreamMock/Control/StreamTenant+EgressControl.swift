import JSONCoding
import MockKit

extension StreamTenant {
  /// Files come before their time, or something breaks off: of the egress named, or of the latest.
  mutating func moveEgress(_ cid: String, _ body: JSONObject, fails: Bool, at now: Int64) throws(ControlRefusal) {
    let id = try ControlFields(body, allowed: ["egress_id"]).string("egress_id")
    guard calls[cid] != nil else { throw ControlRefusal("there is no such call") }
    let isDone =
      fails
      ? failEgress(id, cid, at: now) : makeFilesReady(cid, at: now) { id == nil || $0.egressID == id } > 0
    if !isDone { throw ControlRefusal("nothing is waited for", field: "egress_id") }
  }

  /// Somebody says something: it is a caption while captions are on, and else goes unheard.
  mutating func somebodySays(_ cid: String, _ body: JSONObject, at now: Int64) throws(ControlRefusal) {
    let fields = try ControlFields(body, allowed: ["user_id", "text", "language"])
    guard let user = try fields.string("user_id"), let text = try fields.string("text") else {
      throw ControlRefusal("give user_id and text", field: "text")
    }
    guard let call = calls[cid] else { throw ControlRefusal("there is no such call") }
    guard let captions = call.running(.captions) else { return }
    let language = try fields.string("language") ?? captions.language ?? "en"
    emitCaption(cid, speaker: user, ["text": .string(text), "language": .string(language)], at: now)
  }
}
