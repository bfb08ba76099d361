import AdapterKit
import Cryptography
import JSONCoding
import MeetingCore
import StructuredLogging

/// A delivery of the service as facts. Shapes that say nothing give no fact of their own kind; nothing here can fail.
///
/// The service tells of sessions when they began and ended, and of nothing else when it happened: that is when it came.
struct EventReader: Sendable {
  /// Deliveries that are alike and come within so many seconds count as one.
  private static let windowSeconds: Int64 = 120

  let event: JSON
  let receivedAt: Timestamp

  var type: String? { event["webhookType"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
  var data: JSON { event["data"] ?? .null }

  /// The service's id of the room, in the name that deliveries have for it.
  var room: String? { text("meetingId") ?? text("roomId") }
  var session: String? { text("sessionId") }

  /// An event without a canonical form, or of a known type in a shape that tells nothing, is kept as it is.
  func facts() -> [Fact] {
    guard let type else { return [] }
    if let facts = sessionFacts(type) ?? peopleFacts(type) ?? egressFacts(type) { return facts }
    return [fact(unknown(type), key: contentKey(type))]
  }

  /// When it happened, where that is told.
  var occurredAt: Timestamp? {
    switch type {
    case "session-started": WireTime.read(data["start"])
    case "session-ended": WireTime.read(data["end"])
    default: nil
    }
  }

  /// What tells the delivery from all others; nil for one whose like may come again and mean something new.
  func deliveryKey(of body: [UInt8]) -> String? {
    guard isUnique else { return nil }
    return Hex.encode(SHA256.digest(body))
  }

  /// Whether the body holds something that nothing else has: an id or a file of its own, or the times of a session.
  private var isUnique: Bool {
    guard let type else { return false }
    if type.hasPrefix("session-") { return data["start"] != nil && session != nil }
    return text("id") != nil || text("filePath") != nil || text("fileUrl") != nil
      || data["fileDetails"]?.arrayValue?.isEmpty == false
  }

  func text(_ name: String) -> String? { FileName.text(data[name]) }

  func bounded(_ time: Timestamp?) -> Timestamp { min(time ?? receivedAt, receivedAt) }

  func fact(_ detail: Fact.Detail, at time: Timestamp? = nil, key: String? = nil) -> Fact {
    let told = time ?? occurredAt
    return Fact(
      occurredAt: bounded(told), isTimed: told != nil, source: .webhook, key: key, vendorType: type, detail)
  }

  private func unknown(_ type: String) -> Fact.Detail {
    .unknown(
      type: String(type.unicodeScalars.prefix(120)), payload: JSONText(PayloadRedaction.redacted(event)))
  }

  /// The content tells a repeat, for a short while: what is alike later is something new.
  private func contentKey(_ type: String) -> String {
    let window = receivedAt.seconds / Self.windowSeconds
    return "\(type.unicodeScalars.prefix(60)):\(window):" + Hex.encode(SHA256.digest(event.canonicalBytes()))
  }
}
