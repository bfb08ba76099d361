/// What is told while calls are searched for.
struct Strays: Sendable {
  /// More than come while one answer is under way.
  private static let most = 10_000

  private var searches = 0
  private(set) var events: [CallEvent] = []

  mutating func begin() { searches += 1 }

  mutating func end() {
    searches -= 1
    if searches == 0 { events = [] }
  }

  mutating func take(_ event: CallEvent) {
    if searches > 0, event.callCid != nil, events.count < Self.most { events.append(event) }
  }
}
