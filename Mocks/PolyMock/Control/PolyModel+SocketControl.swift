import Cryptography
import JSONCoding
import MockKit

/// What befalls sockets.
extension PolyModel {
  mutating func befall(_ act: String, _ body: JSONObject, at now: Int64) throws(ControlRefusal) {
    switch act {
    case "close":
      let fields = try fields(body, "code", "reason")
      let code = try fields.int("code", minimum: 1000) ?? 1011
      guard let code = UInt16(exactly: code), code < 5000 else {
        throw ControlRefusal("must be a close code", field: "code")
      }
      let reason = try fields.string("reason") ?? ""
      for line in try named(fields) { leave(line.id, .close(code: code, reason: reason), at: now) }
    case "drop": for line in try named(try fields(body)) { leave(line.id, .drop, at: now) }
    case "silence":
      let fields = try fields(body, "on")
      let isSilent = try fields.bool("on") ?? true
      for line in try named(fields) { line.queue.isSilent = isSilent }
    case "send":
      let fields = try fields(body, "text", "base64")
      let act = try message(fields)
      for line in try named(fields) { say(act, on: line.id) }
    default: throw ControlRefusal(404, "no such control route")
    }
  }

  /// A text, or with `base64` a binary message.
  private func message(_ fields: ControlFields) throws(ControlRefusal) -> PolyOutgoing.Act {
    if let text = try fields.string("text") { return .text(text) }
    guard let bytes = Base64.decode(try fields.required("text", fields.string("base64"))) else {
      throw ControlRefusal("must be base64", field: "base64")
    }
    return .binary(bytes)
  }

  private func fields(_ body: JSONObject, _ names: String...) throws(ControlRefusal) -> ControlFields {
    try ControlFields(body, allowed: names + ["kind", "call", "connection"])
  }

  /// All sockets, or those of a kind, of a call, or one by its id.
  private func named(_ fields: ControlFields) throws(ControlRefusal) -> [PolyLine] {
    let kind = try fields.string("kind")
    if let kind, !["messaging", "signalling", "events"].contains(kind) {
      throw ControlRefusal("must be one of messaging, signalling, events", field: "kind")
    }
    var found = lines.values.filter { !$0.isLeaving && (kind ?? $0.kind.name) == $0.kind.name }
    if let id = try fields.string("connection") { found = found.filter { $0.id == id } }
    if let name = try fields.string("call") {
      guard let call = call(named: name) else { throw ControlRefusal(404, "no such call", field: "call") }
      let session = links[call.callSid]
      found = found.filter { line in
        line.id == call.line || session.map { line.kind == .messaging(session: $0) } ?? false
      }
    }
    return found.sorted { ($0.openedAt, $0.id) < ($1.openedAt, $1.id) }
  }

  var lineDocuments: [JSON] {
    lines.values.sorted { ($0.openedAt, $0.id) < ($1.openedAt, $1.id) }.map { line in
      var document: JSONObject = [
        "connection": .string(line.id), "kind": .string(line.kind.name), "ready": .bool(line.isReady),
        "received": .int(line.received), "sent": .int(line.sent),
        "calls": .strings(line.calls),
      ]
      if case .messaging(let session) = line.kind { document["session_id"] = .string(session) }
      if case .events(let call) = line.kind { document["call"] = .string(call) }
      return .object(document)
    }
  }
}
