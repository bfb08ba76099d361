import MeetingCore
import Synchronization

/// What a seat told so far, and how it ended.
final class SeatInbox: Sendable {
  /// How a connection came to its end.
  enum Ending: Sendable, Hashable { case returned, threw(ProviderFailure) }

  private struct State {
    var facts: [Fact] = []
    var ending: Ending?
  }

  private let state = Mutex(State())

  var details: [Fact.Detail] { state.withLock { $0.facts.map(\.detail) } }
  var facts: [Fact] { state.withLock { $0.facts } }
  /// nil while the connection runs.
  var ending: Ending? { state.withLock { $0.ending } }
  var isThere: Bool { details.contains(.seat(isThere: true)) }

  func take(_ facts: [Fact]) { state.withLock { $0.facts += facts } }
  func end(_ ending: Ending) { state.withLock { $0.ending = ending } }
}
