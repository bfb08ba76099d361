import Clocks
import JSONCoding
import MeetingCore

/// Everything the vendor did in one room, as its own log of stays and its deliveries have it.
struct VideoSDKRecord {
  /// Somebody at a place, from coming to going.
  struct Stay {
    let session: String
    let place: String
    let start: Timestamp
    /// nil while it goes on.
    let end: Timestamp?
    /// Whether the delivery of its beginning arrived.
    var isToldToBegin = false
    /// The same of its end.
    var isToldToEnd = false
  }

  private(set) var stays: [Stay]
  /// Sessions that began, each with whether the delivery that says so arrived.
  private(set) var started: [String: Bool] = [:]
  private(set) var ended: Set<String> = []
  let isClosed: Bool
  /// Whether the gateway sits in some of the rooms.
  let isSeated: Bool

  init(_ view: JSON, _ deliveries: [(id: String, payload: JSON)], lost: Set<String>, isSeated: Bool) {
    stays = Self.stays(view)
    self.isSeated = isSeated
    isClosed = view["room"]?["disabled"] == true && view["session_id"]?.stringValue == nil
    var counts: [String: Int] = [:]
    for (id, payload) in deliveries {
      let session = payload["data"]?["sessionId"]?.stringValue ?? ""
      switch payload["webhookType"]?.stringValue {
      case "session-started": started[session] = !lost.contains(id)
      case "session-ended": ended.insert(session)
      case let type? where type.hasPrefix("participant-"):
        let place = payload["data"]?["participantId"]?.stringValue ?? ""
        let number = counts["\(type) \(session) \(place)", default: 0]
        counts["\(type) \(session) \(place)"] = number + 1
        if !lost.contains(id) { mark(type, session, place, number) }
      default: break
      }
    }
  }

  private mutating func mark(_ type: String, _ session: String, _ place: String, _ number: Int) {
    let own = stays.indices.filter { stays[$0].session == session && stays[$0].place == place }
    guard own.indices.contains(number) else { return }
    if type == "participant-joined" {
      stays[own[number]].isToldToBegin = true
    } else {
      stays[own[number]].isToldToEnd = true
    }
  }

  /// In the order in which they began, by place.
  static func stays(_ view: JSON) -> [Stay] {
    (view["sessions"]?.arrayValue ?? []).flatMap { session in
      (session["participants"]?.arrayValue ?? []).flatMap { row -> [Stay] in
        let place = row["participantId"]?.stringValue ?? ""
        guard !place.hasPrefix("sb-seat-") else { return [] }
        return (row["timelog"]?.arrayValue ?? []).map { entry in
          Stay(
            session: session["id"]?.stringValue ?? "", place: place,
            start: time(entry["start"]) ?? Timestamp(nanoseconds: 0),
            end: time(entry["end"]))
        }
      }
    }
  }

  private static func time(_ value: JSON?) -> Timestamp? {
    value?.stringValue.flatMap(RFC3339.parse).map(Timestamp.init(nanoseconds:))
  }
}
