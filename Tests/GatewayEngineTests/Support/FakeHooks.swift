import JSONCoding
import MeetingCore

/// Deliveries as small JSON: `{"room","id","type","connection","person","at"}`; the header `X-Sign: good` is the signature.
struct FakeHooks: WebhookReceiving {
  func verify(_ body: [UInt8], header: (String) -> [String], now: Timestamp) throws(WebhookRejection) -> String? {
    guard header("X-Sign") == ["good"] else { throw .badSignature }
    return header("X-Id").first
  }

  func read(_ body: [UInt8], receivedAt: Timestamp) -> WebhookDelivery {
    guard let json = try? JSON.parse(body, mode: .vendor), let type = json["type"]?.stringValue else {
      return WebhookDelivery(roomKey: nil, facts: [], isReadable: false)
    }
    let at = json["at"]?.integerValue.map(Timestamp.init(nanoseconds:)) ?? receivedAt
    let connection = json["connection"]?.stringValue ?? ""
    let person = json["person"]?.stringValue
    let detail: Fact.Detail =
      switch type {
      case "joined": .joined(.init(connection: connection, person: person, session: "s-1"))
      case "left": .left(connection: connection, person: person, reason: .left)
      case "banned": .banned(person: person ?? "", until: nil, by: nil)
      case "member": .memberChanged(person: person ?? "", role: .speaker)
      case "ended": .roomObserved(stage: .ended, endedAt: at, endedBy: nil, reason: nil)
      default: .unknown(type: type, payload: JSONText(json.text()))
      }
    return WebhookDelivery(
      roomKey: json["room"]?.stringValue, facts: [Fact(occurredAt: at, source: .webhook, vendorType: type, detail)])
  }
}
