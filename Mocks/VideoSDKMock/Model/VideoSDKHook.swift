/// Where a room's or an account's events go, and which.
struct VideoSDKHook: Sendable, Equatable {
  let url: String
  /// Exact names, `*`, or patterns such as `session*`; empty means every event.
  let events: [String]

  func wants(_ type: String) -> Bool {
    events.isEmpty || events.contains { Self.matches($0, type) }
  }

  private static func matches(_ pattern: String, _ type: String) -> Bool {
    pattern.hasSuffix("*") ? type.hasPrefix(pattern.dropLast()) : pattern == type
  }
}
