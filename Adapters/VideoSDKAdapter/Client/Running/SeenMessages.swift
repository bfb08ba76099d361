/// Which messages have been told, as far as one can remember: those that a new connection shows again are not told twice.
struct SeenMessages: Sendable {
  private static let most = 1_024

  private var ids: Set<String> = []
  private var order: [String] = []

  /// Whether it is new. What has no id always is.
  mutating func insert(_ id: String) -> Bool {
    if id.isEmpty { return true }
    guard ids.insert(id).inserted else { return false }
    order.append(id)
    if order.count > Self.most { ids.remove(order.removeFirst()) }
    return true
  }
}
