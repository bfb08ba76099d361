import JSONCoding
import MeetingCore
import Store

/// Puts what a vendor offers into the event that tells of it, for whoever may answer and as long as it waits. The log has
/// the event without: a description holds passwords.
struct PendingOffers: Sendable {
  let voice: CallConnections
  let caller: Caller

  func dressed(_ record: EventRecord) -> EventRecord {
    guard record.type == "call.offer", let body = try? JSON.parse(record.body, mode: .strict),
      let id = body["data"]?["call_id"]?.stringValue, let session = voice.session(id), mayAnswer(session.call),
      let offer = session.offer, body["data"]?["generation"]?.integerValue == Int64(offer.generation),
      var event = body.objectValue, var data = body["data"]?.objectValue
    else { return record }
    data["sdp"] = .string(offer.sdp.text)
    event["data"] = .object(data)
    return EventRecord(
      position: record.position, room: record.room, sequence: record.sequence, tenant: record.tenant,
      type: record.type, recordedAt: record.recordedAt, body: JSON.object(event).bytes())
  }

  private func mayAnswer(_ call: VoiceCall) -> Bool {
    switch caller.principal {
    case .key: caller.onBehalfOf == nil || caller.onBehalfOf == call.caller
    case .client(let client): client.role.runsTheRoom || client.person == call.caller
    }
  }
}
