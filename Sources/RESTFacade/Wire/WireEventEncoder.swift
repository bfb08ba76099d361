package import GatewayEngine
import JSONCoding
package import MeetingCore

/// The form in which events are stored, streamed and posted: one line of JSON.
package struct WireEventEncoder: EventEncoding {
  package init() {}

  package func encode(_ event: RoomEvent, in frame: EventFrame) -> [UInt8] {
    var json = JSONWriter()
    json.event(event, in: frame)
    return json.bytes
  }

  package func encode(_ change: ConditionChange, kind: String, id: String, recordedAt: Timestamp) -> [UInt8] {
    var json = JSONWriter()
    json.event(change, kind: kind, id: id, recordedAt: recordedAt)
    return json.bytes
  }
}
