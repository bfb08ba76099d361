/// A verified delivery, read.
public struct WebhookDelivery: Sendable, Hashable {
  /// The key of the room (our id) it is about; nil when it is about none of ours.
  public let roomKey: String?
  public let facts: [Fact]
  /// False when the body was well signed but could not be read: answered 2xx, counted, no event.
  public let isReadable: Bool
  /// When the vendor says it happened; nil when it does not tell.
  public let occurredAt: Timestamp?

  public init(roomKey: String?, facts: [Fact], isReadable: Bool = true, occurredAt: Timestamp? = nil) {
    self.roomKey = roomKey
    self.facts = facts
    self.isReadable = isReadable
    self.occurredAt = occurredAt
  }
}
