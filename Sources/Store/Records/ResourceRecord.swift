/// Something that lives within a room and has a life of its own: a raised hand, a recording, a broadcast, an agent.
package struct ResourceRecord: Sendable, Hashable {
  package let room: String
  /// Ours, unique in the store.
  package let id: String
  /// The engine's name of its sort.
  package let kind: String
  /// Whose it is, by external id; nil when it is nobody's.
  package let person: String?
  /// False once its life is over.
  package let isOpen: Bool
  /// Nanoseconds since 1970.
  package let createdAt: Int64
  /// Nanoseconds since 1970.
  package let changedAt: Int64
  /// The thing itself in the engine's coding.
  package let body: [UInt8]

  package init(
    room: String, id: String, kind: String, person: String? = nil, isOpen: Bool, createdAt: Int64, changedAt: Int64,
    body: [UInt8]
  ) {
    self.room = room
    self.id = id
    self.kind = kind
    self.person = person
    self.isOpen = isOpen
    self.createdAt = createdAt
    self.changedAt = changedAt
    self.body = body
  }
}
