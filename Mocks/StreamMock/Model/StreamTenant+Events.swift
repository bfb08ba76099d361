import JSONCoding
import MockKit

extension StreamTenant {
  /// Puts an event of a call into the outbox, addressed to every webhook that wants its type.
  mutating func emit(_ type: String, _ cid: String, at now: Int64, _ members: JSONObject = [:]) {
    var payload: JSONObject = [
      "type": .string(type), "created_at": StreamView.hook.time(now), "call_cid": .string(cid),
    ]
    for (key, value) in members.pairs { payload[key] = value }
    var deliveries: [MockEvent.Delivery] = []
    for url in app.webhooks(for: type) { deliveries.append(.init(id: identifiers.uuid(), url: url)) }
    outbox.append(
      MockEvent(
        tenant: account.apiKey, type: type, payload: .object(payload), deliveries: deliveries,
        sockets: audience(of: type, cid)))
  }

  /// An event that carries the call itself.
  mutating func emitCall(_ type: String, _ call: StreamCall, at now: Int64, _ members: JSONObject = [:]) {
    var all: JSONObject = ["call": document(call, .hook)]
    for (key, value) in members.pairs { all[key] = value }
    emit(type, call.cid, at: now, all)
  }

  mutating func takeEvents() -> [MockEvent] {
    defer { outbox = [] }
    return outbox
  }
}
