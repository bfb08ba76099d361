/// Something said to a room in data: passed on, never kept.
public struct RoomMessage: Sendable, Hashable {
  /// External id of who says it; nil when that is nobody whom we know.
  public let from: String?
  /// Whom it is meant for, by external id; nil = everybody.
  public let to: [String]?
  public let topic: String?
  /// Any JSON value.
  public let payload: JSONText

  public init(from: String?, to: [String]? = nil, topic: String? = nil, payload: JSONText) {
    self.from = from
    self.to = to
    self.topic = topic
    self.payload = payload
  }

  /// The key of the fact that a message with our `id` was sent: the vendor's echo of it tells the same. Nobody can take
  /// another sender's message away by using its id.
  public func factKey(id: String) -> String { "message:\(id):\(from ?? "")" }
}
