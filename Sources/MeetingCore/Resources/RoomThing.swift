/// Something that lives within a room and has a life of its own: a raised hand, a recording, an agent.
public protocol RoomThing: Sendable, Hashable {
  /// Ours, prefixed.
  var id: String { get }
  /// Whose it is, by external id; nil when it is nobody's.
  var person: String? { get }
  /// False once its life is over.
  var isOpen: Bool { get }
  var createdAt: Timestamp { get }
  /// When it last changed; what is over for long is no longer kept in memory.
  var changedAt: Timestamp { get }
}
