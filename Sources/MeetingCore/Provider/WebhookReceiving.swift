/// Verifies and reads what a vendor posts to us. Synchronous: signing keys are fetched elsewhere.
public protocol WebhookReceiving: Sendable {
  /// Checks the signature over the received bytes. Returns what the vendor calls this delivery, the same on retries; nil
  /// when it names none. `now` serves the age check.
  func verify(_ body: [UInt8], header: (String) -> [String], now: Timestamp) throws(WebhookRejection) -> String?
  /// Reads a verified body. Never fails: an unknown type is a fact, an unreadable body is a delivery without facts.
  func read(_ body: [UInt8], receivedAt: Timestamp) -> WebhookDelivery
  /// A verified body as it may be stored until its room is there: without secrets and signed addresses, and read to the
  /// same facts.
  func kept(_ body: [UInt8]) -> [UInt8]
}
