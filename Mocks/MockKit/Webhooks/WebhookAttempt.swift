/// One sending of one delivery, as the vendor's signature sees it.
package struct WebhookAttempt: Sendable {
  package let tenant: String
  /// The same on every attempt.
  package let id: String
  /// 1, 2, …
  package let number: Int
  /// What is sent, before compression.
  package let body: [UInt8]
  package let isGzip: Bool
  /// Sign wrongly on purpose.
  package let corrupt: Bool
}
