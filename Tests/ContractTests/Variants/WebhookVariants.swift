import MeetingCore

/// Believes every delivery.
struct TrustingReceiving: WebhookReceiving {
  let base: any WebhookReceiving

  func verify(_ body: [UInt8], header: (String) -> [String], now: Timestamp) throws(WebhookRejection) -> String? { nil }
  func read(_ body: [UInt8], receivedAt: Timestamp) -> WebhookDelivery { base.read(body, receivedAt: receivedAt) }
  func kept(_ body: [UInt8]) -> [UInt8] { base.kept(body) }
}

/// Reads deliveries, and understands their facts otherwise than they are meant.
struct MisreadingReceiving: WebhookReceiving {
  let base: any WebhookReceiving
  let reading: @Sendable (Fact) -> Fact

  func verify(_ body: [UInt8], header: (String) -> [String], now: Timestamp) throws(WebhookRejection) -> String? {
    try base.verify(body, header: header, now: now)
  }

  func read(_ body: [UInt8], receivedAt: Timestamp) -> WebhookDelivery {
    let read = base.read(body, receivedAt: receivedAt)
    return WebhookDelivery(
      roomKey: read.roomKey, refs: read.refs, facts: read.facts.map(reading), isReadable: read.isReadable,
      occurredAt: read.occurredAt)
  }

  func kept(_ body: [UInt8]) -> [UInt8] { base.kept(body) }
}
