import JSONCoding
import MockKit

/// What befalls messaging sessions.
extension PolyModel {
  static let reasons = ["REASON_USER_END", "REASON_USER_ABANDONED", "REASON_NATURAL_END"]

  /// `name` is a session's id, or `latest`.
  mutating func befall(
    session name: String, _ act: String, _ body: JSONObject, at now: Int64
  ) throws(ControlRefusal) {
    guard let session = name == "latest" ? latestSession.flatMap({ sessions[$0] }) : sessions[name] else {
      throw ControlRefusal(404, "no such session")
    }
    guard !session.isOver else { throw ControlRefusal(409, "the session is over") }
    switch act {
    case "events":
      let fields = try ControlFields(body, allowed: ["type", "payload", "passing"])
      let type = try fields.required("type", fields.string("type"))
      let payload = try fields.object("payload") ?? [:]
      emit(type, payload, in: session.id, passing: try fields.bool("passing") ?? false, at: now)
    case "end":
      let fields = try ControlFields(body, allowed: ["reason"])
      let reason = try fields.string("reason") ?? "REASON_NATURAL_END"
      guard Self.reasons.contains(reason) else {
        throw ControlRefusal("must be one of \(Self.reasons.joined(separator: ", "))", field: "reason")
      }
      endSession(session.id, reason: reason, at: now)
    default: throw ControlRefusal(404, "no such control route")
    }
  }
}
