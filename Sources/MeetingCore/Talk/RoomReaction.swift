/// A gesture shown in a room: passed on, never kept.
public struct RoomReaction: Sendable, Hashable {
  /// External id of who shows it; nil when that is nobody whom we know.
  public let from: String?
  /// What it is, in the application's own words, e.g. `clap`.
  public let type: String
  public let emoji: String?
  /// A JSON object of the application's own.
  public let custom: JSONText

  public init(from: String?, type: String, emoji: String? = nil, custom: JSONText = .emptyObject) {
    self.from = from
    self.type = type
    self.emoji = emoji
    self.custom = custom
  }

  /// The key of the fact that a reaction with our `id` was shown: the vendor's echo of it tells the same.
  public func factKey(id: String) -> String { "reaction:\(id):\(from ?? "")" }
}
