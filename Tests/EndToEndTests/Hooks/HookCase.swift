import Testing

/// What arrives at the hook of one new room, and what must come of it.
struct HookCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The answers, one for each delivery.
  let statuses: [Int]
  /// What the room is like afterwards: its state, `session` while one is open, `recording`, and who is there.
  let room: String
  /// The types of the events that the room has got, in their order.
  let events: [String]
  let posts: @Sendable (HookWriter) throws -> [HookPost]

  /// With one status for all.
  init(
    _ name: String, _ status: Int = 200, room: String, _ events: [String] = [],
    _ posts: @escaping @Sendable (HookWriter) throws -> [HookPost]
  ) {
    self.init(name, statuses: [status], room: room, events, posts)
  }

  init(
    _ name: String, statuses: [Int], room: String, _ events: [String] = [],
    _ posts: @escaping @Sendable (HookWriter) throws -> [HookPost]
  ) {
    (testDescription, self.statuses, self.room, self.events, self.posts) = (name, statuses, room, events, posts)
  }

  static let all = broken + repeated + swapped + odd + strange
}
