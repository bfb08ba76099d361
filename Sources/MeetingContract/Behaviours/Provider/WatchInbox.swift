import MeetingCore
import Synchronization

/// What a watching connection said so far.
final class WatchInbox: Sendable {
  private struct State {
    var followed: Set<String> = []
    var deliveries: [WebhookDelivery] = []
    var hasEnded = false
  }

  private let state = Mutex(State())

  var followed: Set<String> { state.withLock { $0.followed } }
  /// The facts of a room, in the order in which they came.
  func facts(of room: String) -> [Fact] {
    state.withLock { $0.deliveries.filter { $0.roomKey == room }.flatMap(\.facts) }
  }
  /// Whether the connection is over.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  func follow(_ keys: [String]) { state.withLock { $0.followed.formUnion(keys) } }
  func take(_ delivery: WebhookDelivery) { state.withLock { $0.deliveries.append(delivery) } }
  func end() { state.withLock { $0.hasEnded = true } }
}
