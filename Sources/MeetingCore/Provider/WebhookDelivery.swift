/// A verified delivery, read.
public struct WebhookDelivery: Sendable, Hashable {
  /// The key of the room (our id) it is about; nil when it is about none of ours.
  public let roomKey: String?
  /// The vendor's names of what it is about, as in the room's `provider_refs`: a room that has others there is not meant.
  public let refs: [String: String]
  public let facts: [Fact]
  /// False when the body was well signed but could not be read: answered 2xx, counted, no event.
  public let isReadable: Bool
  /// When the vendor says it happened; nil when it does not tell.
  public let occurredAt: Timestamp?

  public init(
    roomKey: String?, refs: [String: String] = [:], facts: [Fact], isReadable: Bool = true, occurredAt: Timestamp? = nil
  ) {
    self.roomKey = roomKey
    self.refs = refs
    self.facts = facts
    self.isReadable = isReadable
    self.occurredAt = occurredAt
  }

  /// Whether it may be about a room with these refs.
  public func concerns(_ roomRefs: [String: String]) -> Bool {
    refs.allSatisfy { name, value in roomRefs[name].map { $0 == value } ?? true }
  }
}
