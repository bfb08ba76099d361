import AdapterKit
import JSONCoding
import MeetingCore

/// The body of an update that brings a call in line with a room; nil when it is already so. The service replaces `custom`
/// as a whole, so it is sent whole.
enum CallPatch {
  static func body(_ spec: RoomSpec, over call: CallReading) throws(ProviderFailure) -> JSON? {
    let operation = "UpdateCall"
    let settings = try CallSettings(
      spec, try RoomOptions(spec, operation: operation), isExplicit: true, operation: operation)
    var body = JSONObject()
    let custom = CallCustom.custom(spec)
    if call.json["custom"] ?? [:] != custom { body["custom"] = custom }
    let changed = settings.differing(from: call.json["settings"] ?? .null, kind: spec.kind)
    if !changed.isEmpty { body["settings_override"] = .object(changed) }
    if milliseconds(call.startsAt) != milliseconds(spec.startsAt) {
      body["starts_at"] = spec.startsAt.map { .string(WireTime.text($0)) } ?? .null
    }
    return body.isEmpty ? nil : .object(body)
  }

  private static func milliseconds(_ time: Timestamp?) -> Int64? { time.map { $0.nanoseconds / 1_000_000 } }
}
