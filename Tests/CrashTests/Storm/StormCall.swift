import JSONCoding
import ProgramTesting

/// A call as the mock vendor has it.
struct StormCall: Sendable {
  let id: String
  let title: String
  let connected: Set<String>
  let hasEnded: Bool

  init(_ json: JSON) {
    id = json["call", "id"]?.stringValue ?? ""
    title = json["call", "custom", "title"]?.stringValue ?? ""
    hasEnded = json["call", "ended_at"].map { !$0.isNull } ?? false
    let devices = (json["devices"]?.arrayValue ?? []).filter { $0["connected"]?.boolValue == true }
    connected = Set(devices.compactMap { $0["session_id"]?.stringValue })
  }
}
