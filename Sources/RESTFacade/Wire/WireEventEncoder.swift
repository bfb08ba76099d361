import Clocks
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

  package func conditionChange(in body: [UInt8]) -> ConditionChange? {
    guard let json = try? JSON.parse(body, mode: .strict), let account = json["provider"]?.stringValue,
      let operations = json["data"]?["operation_class"]?.stringValue.flatMap(OperationClass.init),
      let reason = json["data"]?["reason"]?.stringValue.flatMap(ProviderTrouble.init),
      let time = json["occurred_at"]?.stringValue.flatMap(RFC3339.parse)
    else { return nil }
    let at = Timestamp(nanoseconds: time)
    switch json["type"]?.stringValue {
    case "provider.degraded":
      return ConditionChange(account: account, operations: operations, at: at, change: .degraded(reason))
    case "provider.recovered":
      return ConditionChange(account: account, operations: operations, at: at, change: .recovered(reason))
    default: return nil
    }
  }
}
