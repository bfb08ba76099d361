import JSONCoding
import MockKit

/// Everything the vendor did in one room, as its own record of deliveries has it: what happened, and the id of the delivery
/// that told it.
struct StreamRecord {
  private(set) var joined: [String: String] = [:]
  private(set) var left: [String: String] = [:]
  private(set) var started: [String: String] = [:]
  private(set) var ended: [String: String] = [:]
  /// The deliveries of a session's people.
  private(set) var within: [String: [String]] = [:]
  private(set) var wentLive: [String] = []
  private(set) var stoppedLive: [String] = []
  private(set) var roomEnded: [String] = []
  private(set) var count = 0
  private var isLive = false

  /// By cid.
  static func records(_ deliveries: [WebhookDelivery]) -> [String: StreamRecord] {
    var records: [String: StreamRecord] = [:]
    for delivery in deliveries {
      guard let cid = delivery.payload["call_cid"]?.stringValue else { continue }
      records[cid, default: StreamRecord()].take(delivery)
    }
    return records
  }

  private mutating func take(_ delivery: WebhookDelivery) {
    count += 1
    let (event, id) = (delivery.payload, delivery.id)
    let connection = event["participant"]?["user_session_id"]?.stringValue ?? ""
    let session = event["session_id"]?.stringValue ?? ""
    switch delivery.type {
    case "call.session_participant_joined":
      joined[connection] = id
      within[session, default: []].append(id)
    case "call.session_participant_left":
      left[connection] = id
      within[session, default: []].append(id)
    case "call.session_started": started[session] = id
    case "call.session_ended": ended[session] = id
    case "call.ended": roomEnded.append(id)
    case "call.live_started", "call.updated": observe(event["call"]?["backstage"]?.boolValue == false, id)
    default: break
    }
  }

  private mutating func observe(_ live: Bool, _ id: String) {
    guard live != isLive else { return }
    isLive = live
    if live { wentLive.append(id) } else { stoppedLive.append(id) }
  }
}
