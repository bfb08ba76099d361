import JSONCoding
import MeetingCore
import Store

/// A call as a row: what became of it, and nothing of what was negotiated.
extension ResourceCoding {
  static func body(_ call: VoiceCall) -> JSON {
    var object = JSONObject()
    object["state"] = .string(call.state.rawValue)
    object["answered"] = call.isAnswered ? true : nil
    object["connection"] = call.connection.map { .string($0.rawValue) }
    object["muted"] = call.muted.map(JSON.bool)
    object["audio"] = call.audio == .none ? nil : body(call.audio)
    object["generation"] = call.generation > 0 ? .integer(Int64(call.generation)) : nil
    object["error"] = call.error.map(body)
    object["ending"] = call.ending.map { .string($0.rawValue) }
    object["agent"] = call.hasAgent ? true : nil
    return .object(object)
  }

  static func call(_ record: ResourceRecord, _ body: HeaderReader) -> VoiceCall? {
    guard let state = body.text("state").flatMap(VoiceCall.State.init) else { return nil }
    return VoiceCall(
      id: record.id, caller: record.person, state: state, isAnswered: body.flag("answered"),
      connection: body.text("connection").flatMap(CallReport.Connection.init), muted: body.optionalFlag("muted"),
      audio: audio(body.nested("audio")), generation: Int(body.integer("generation") ?? 0),
      error: error(body.nested("error")), ending: body.text("ending").flatMap(VoiceCall.Ending.init),
      hasAgent: body.flag("agent"), createdAt: Timestamp(nanoseconds: record.createdAt),
      changedAt: Timestamp(nanoseconds: record.changedAt))
  }

  private static func body(_ audio: CallAudio) -> JSON {
    var object = JSONObject()
    object["selected"] = audio.selected.map(JSON.string)
    object["available"] = .array(
      audio.available.map { device in
        var entry = JSONObject()
        entry["id"] = .string(device.id)
        entry["kind"] = .string(device.kind.rawValue)
        entry["name"] = device.name.map(JSON.string)
        return .object(entry)
      })
    return .object(object)
  }

  private static func audio(_ read: HeaderReader) -> CallAudio {
    CallAudio(available: read.list("available").compactMap(device), selected: read.text("selected"))
  }

  private static func device(_ json: JSON) -> AudioDevice? {
    let read = HeaderReader(json)
    return read.text("id").map {
      AudioDevice(
        id: $0, kind: read.text("kind").flatMap(AudioDevice.Kind.init) ?? .unknown, name: read.text("name"))
    }
  }

  private static func body(_ error: CallError) -> JSON {
    ["code": .string(error.code.rawValue), "message": .string(error.message), "retryable": .bool(error.isRetryable)]
  }

  private static func error(_ read: HeaderReader) -> CallError? {
    guard let code = read.text("code").flatMap(CallError.Code.init) else { return nil }
    return CallError(code, read.text("message") ?? "", isRetryable: read.flag("retryable"))
  }
}
