import AdapterKit
import JSONCoding
import MeetingCore

/// An event of the service as facts. Shapes that say nothing give no fact of their own kind; nothing here can fail.
struct EventReader: Sendable {
  let event: JSON
  let roles: RoleMap
  let receivedAt: Timestamp
  /// How the event came.
  var source = FactSource.webhook
  /// Whether the same event comes another way as well.
  var isDoubled = false

  var type: String? { event["type"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }

  /// When it happened; never later than its arrival, whatever the service's clock says.
  var occurredAt: Timestamp { bounded(WireTime.read(event["created_at"])) }

  /// An event without a canonical form, or of a known type in a shape that tells nothing, is kept as it is.
  func facts() -> [Fact] {
    guard let type else { return [] }
    let known =
      roomFacts(type) ?? presenceFacts(type) ?? peopleFacts(type) ?? egressFacts(type)
      ?? permissionFacts(type) ?? talkFacts(type)
    let facts = known ?? [fact(unknown(type), key: contentKey(type))]
    return isDoubled ? keyed(facts, contentKey(type)) : facts
  }

  /// The same event has the same keys, whichever way it comes.
  private func keyed(_ facts: [Fact], _ key: String) -> [Fact] {
    facts.enumerated().map { index, fact in
      Fact(
        occurredAt: fact.occurredAt, source: fact.source, key: fact.key ?? "\(key):\(index)",
        vendorType: fact.vendorType, fact.detail)
    }
  }

  func bounded(_ time: Timestamp?) -> Timestamp { min(time ?? receivedAt, receivedAt) }

  func fact(_ detail: Fact.Detail, at time: Timestamp? = nil, key: String? = nil) -> Fact {
    Fact(occurredAt: time ?? occurredAt, source: source, key: key, vendorType: type, detail)
  }

  var call: CallReading { CallReading(event["call"]) }

  var session: String? { event["session_id"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }

  /// The external id of a user; nil when absent or not one of ours.
  func person(_ user: JSON?) -> String? { user?["id"]?.stringValue.flatMap(UserID.decode) }

  private func unknown(_ type: String) -> Fact.Detail {
    .unknown(
      type: String(type.unicodeScalars.prefix(120)),
      payload: JSONText(PayloadRedaction.redacted(KeptEvent.plain(event))))
  }

  /// Without a delivery id the content tells a repeat; what only one way of telling adds does not count.
  func contentKey(_ type: String) -> String { "\(type.unicodeScalars.prefix(60)):" + KeptEvent.digest(event) }
}
