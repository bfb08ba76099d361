import JSONCoding
import MeetingCore

/// Deliveries without a time or an id: `{"room","type","place","session","tracks"}`. Their signature is a sum.
struct BareHooks: WebhookReceiving {
  static func signature(of body: [UInt8]) -> String { String(body.reduce(7) { ($0 &* 31) &+ UInt64($1) }) }

  static func joined(_ place: String, session: String?) -> Fact.Joined {
    Fact.Joined(
      connection: place, naming: .place, person: place.hasPrefix("_") ? nil : place, session: session,
      providerRefs: ["place": place])
  }

  func verify(_ body: [UInt8], header: (String) -> [String], now: Timestamp) throws(WebhookRejection) -> String? {
    guard let signature = header(BareProvider.signatureField).first else { throw .missingSignature }
    guard signature == Self.signature(of: body) else { throw .badSignature }
    return nil
  }

  func kept(_ body: [UInt8]) -> [UInt8] { body }

  func read(_ body: [UInt8], receivedAt: Timestamp) -> WebhookDelivery {
    guard let json = try? JSON.parse(body, mode: .vendor), let type = json["type"]?.stringValue,
      let place = json["place"]?.stringValue
    else { return WebhookDelivery(roomKey: nil, facts: [], isReadable: false) }
    let detail: Fact.Detail =
      switch type {
      case "joined": .joined(Self.joined(place, session: json["session"]?.stringValue))
      case "left": .left(connection: place, person: nil, reason: .left)
      case "may": .mode(connection: place, publishes: true)
      case "may_not": .mode(connection: place, publishes: false)
      case "tracks": .tracks(connection: place, Self.tracks(json))
      default: .unknown(type: type, payload: JSONText(json.text()))
      }
    let fact = Fact(occurredAt: receivedAt, source: .webhook, vendorType: type, detail)
    return WebhookDelivery(roomKey: json["room"]?.stringValue, facts: [fact])
  }

  private static func tracks(_ json: JSON) -> [TrackKind: TrackState] {
    let on = Set((json["tracks"]?.arrayValue ?? []).compactMap { $0.stringValue.flatMap(TrackKind.init) })
    let states = TrackKind.allCases.map { kind in
      (kind, TrackState(publishing: on.contains(kind), muted: on.contains(kind) ? false : nil))
    }
    return Dictionary(uniqueKeysWithValues: states)
  }
}
