/// About a piece of a topic's history.
public struct OldMessagesInfo: Sendable, Hashable {
  /// Whether this is the end of it.
  public let isLast: Bool
}
