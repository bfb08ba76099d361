/// A vendor's delivery, kept with its effects.
package struct InboxRecord: Sendable, Hashable {
  package let id: String
  package let provider: String
  /// Unique per provider where the vendor names deliveries.
  package let deliveryKey: String?
  /// `applied`, `parked`, `unverified` or `failed`.
  package let state: String
  /// The room it waits for while parked.
  package let roomKey: String?
  /// What is needed to read it later: nothing once it is applied, since vendors put secrets into what they post.
  package let raw: [UInt8]
  /// Nanoseconds since 1970.
  package let receivedAt: Int64

  package init(
    id: String, provider: String, deliveryKey: String? = nil, state: String, roomKey: String? = nil, raw: [UInt8],
    receivedAt: Int64
  ) {
    self.id = id
    self.provider = provider
    self.deliveryKey = deliveryKey
    self.state = state
    self.roomKey = roomKey
    self.raw = raw
    self.receivedAt = receivedAt
  }

  /// The same once its effects are in the room: only its key is needed any more.
  package var applied: InboxRecord {
    InboxRecord(
      id: id, provider: provider, deliveryKey: deliveryKey, state: "applied", roomKey: roomKey, raw: [],
      receivedAt: receivedAt)
  }
}
