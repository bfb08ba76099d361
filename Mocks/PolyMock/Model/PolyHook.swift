/// Where alerts of an account are sent.
struct PolyHook: Sendable, Equatable {
  let accountID: String
  let url: String
  /// Empty = all.
  let events: [String]

  func wants(_ type: String) -> Bool { events.isEmpty || events.contains(type) }
}
