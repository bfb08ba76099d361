import JSONCoding
import MeetingCore

/// Deliveries as small JSON: `{"room","call","id","type","connection","person","at","key","payload"}`; the header
/// `X-Sign: good` is the signature.
struct FakeHooks: WebhookReceiving {
  /// nil = the signature is `good`, always.
  var keys: FakeKeys?

  func verify(_ body: [UInt8], header: (String) -> [String], now: Timestamp) throws(WebhookRejection) -> String? {
    if let keys {
      try keys.check(header("X-Sign"))
    } else if header("X-Sign") != ["good"] {
      throw .badSignature
    }
    return header("X-Id").first
  }

  func kept(_ body: [UInt8]) -> [UInt8] {
    guard case .object(var object)? = try? JSON.parse(body, mode: .vendor) else { return [] }
    object["secret"] = nil
    return JSON.object(object).bytes()
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
      case "member_removed": .memberRemoved(person: person ?? "")
      case "session_ended": .sessionEnded(vendorID: "s-1", reason: nil)
      case "rec_started", "rec_stopped", "rec_ready", "rec_failed": .egress(Self.report(type, json))
      case "trn_started": .egress(EgressReport(.transcription(language: nil, captions: false), .started))
      case "trn_stopped": .egress(EgressReport(.transcription(language: nil, captions: false), .stopped))
      case "hls_started": .egress(EgressReport(.hls, .started, playbackURL: "https://play.example/1.m3u8?sig=abc"))
      case "hls_stopped": .egress(EgressReport(.hls, .stopped))
      case "said":
        .message(
          RoomMessage(from: person, payload: JSONText(json["payload"]?.text() ?? "null")), id: json["id"]?.stringValue)
      case "ended": .roomObserved(stage: .ended, endedAt: at, endedBy: nil, reason: nil)
      default: .unknown(type: type, payload: JSONText(json.text()))
      }
    let fact = Fact(occurredAt: at, source: .webhook, key: json["key"]?.stringValue, vendorType: type, detail)
    return WebhookDelivery(
      roomKey: json["room"]?.stringValue, refs: json["call"]?.stringValue.map { ["call": $0] } ?? [:], facts: [fact])
  }

  private static func report(_ type: String, _ json: JSON) -> EgressReport {
    let name = json["file"]?.stringValue ?? "a.mp4"
    let step: EgressReport.Step =
      switch type {
      case "rec_started": .started
      case "rec_stopped": .stopped
      case "rec_failed": .failed(reason: json["why"]?.stringValue)
      default: .ready(EgressFile(session: "s-1", name: name))
      }
    return EgressReport(.recording(.room), step, vendorID: json["egress"]?.stringValue)
  }
}
