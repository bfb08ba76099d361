import JSONCoding
import MeetingCore

/// Deliveries without a time or an id: `{"room","type","place","tracks"}`. Whoever posts is believed.
struct BareHooks: WebhookReceiving {
  static let session = "s-1"

  static func delivery(_ type: String, _ place: String, _ room: String, _ tracks: Set<TrackKind> = []) -> JSON {
    [
      "room": .string(room), "type": .string(type), "place": .string(place),
      "tracks": .array(tracks.map { .string($0.rawValue) }),
    ]
  }

  static func joined(_ place: String) -> Fact.Joined {
    Fact.Joined(
      connection: place, naming: .place, person: place.hasPrefix("_") ? nil : place, session: session,
      providerRefs: ["place": place])
  }

  func verify(_ body: [UInt8], header: (String) -> [String], now: Timestamp) throws(WebhookRejection) -> String? { nil }
  func kept(_ body: [UInt8]) -> [UInt8] { body }

  func read(_ body: [UInt8], receivedAt: Timestamp) -> WebhookDelivery {
    guard let json = try? JSON.parse(body, mode: .vendor), let type = json["type"]?.stringValue,
      let place = json["place"]?.stringValue
    else { return WebhookDelivery(roomKey: nil, facts: [], isReadable: false) }
    let detail: Fact.Detail =
      switch type {
      case "joined": .joined(Self.joined(place))
      case "left": .left(connection: place, person: nil, reason: .left)
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
