import MeetingCore
import Synchronization

/// What the bare vendor knows: its rooms, who is in them, and what it was asked for.
final class BareHall: Sendable {
  /// Somebody at a place.
  struct Guest: Sendable {
    let since: Timestamp
    var tracks: Set<TrackKind> = []
    var muted: Set<TrackKind> = []
  }

  private struct State {
    var rooms: [String: [String: Guest]] = [:]
    /// How often each room has filled.
    var sessions: [String: Int] = [:]
    var calls: [String] = []
    var failures: [(call: String, failure: ProviderFailure)] = []
    var pause: Duration?
    var removals = (now: 0, most: 0)
  }

  private let state = Mutex(State())

  var calls: [String] { state.withLock { $0.calls } }
  var mostRemovalsAtOnce: Int { state.withLock { $0.removals.most } }
  var removalPause: Duration? { state.withLock { $0.pause } }
  func slowRemovals(by duration: Duration) { state.withLock { $0.pause = duration } }
  func people(in room: String) -> [String] { state.withLock { ($0.rooms[room] ?? [:]).keys.sorted() } }
  func guests(in room: String) -> [String: Guest]? { state.withLock { $0.rooms[room] } }
  func isOpen(_ room: String) -> Bool { state.withLock { $0.rooms[room] != nil } }
  func close(_ room: String) { state.withLock { $0.rooms[room] = nil } }

  func fail(_ call: String, with failures: [ProviderFailure]) {
    state.withLock { $0.failures += failures.map { (call, $0) } }
  }

  /// Notes a call, and fails if it is to.
  func note(_ call: String) throws(ProviderFailure) {
    let failure = state.withLock { state -> ProviderFailure? in
      state.calls.append(call)
      guard let index = state.failures.firstIndex(where: { call.hasPrefix($0.call) }) else { return nil }
      return state.failures.remove(at: index).failure
    }
    if let failure { throw failure }
  }

  /// Whether it was open already.
  func open(_ room: String) -> Bool {
    state.withLock { state in
      guard state.rooms[room] == nil else { return true }
      state.rooms[room] = [:]
      return false
    }
  }

  /// The first to come begins another session.
  func come(_ place: String, to room: String, at time: Timestamp) {
    state.withLock { state in
      if state.rooms[room]?.isEmpty ?? true { state.sessions[room, default: 0] += 1 }
      state.rooms[room, default: [:]][place] = Guest(since: time)
    }
  }

  /// The last session of a room, open as long as somebody is in.
  func session(of room: String) -> String? { state.withLock { $0.sessions[room].map { "s-\($0)" } } }

  /// False when nobody was there.
  @discardableResult
  func go(_ place: String, from room: String) -> Bool {
    state.withLock { $0.rooms[room]?.removeValue(forKey: place) != nil }
  }

  func publish(_ kinds: Set<TrackKind>, _ place: String, in room: String) {
    state.withLock { state in
      state.rooms[room]?[place]?.tracks = kinds
      state.rooms[room]?[place]?.muted.subtract(kinds)
    }
  }

  func mute(_ kinds: Set<TrackKind>, _ place: String, in room: String) {
    state.withLock { $0.rooms[room]?[place]?.muted.formUnion(kinds) }
  }

  func countRemoval(_ change: Int) {
    state.withLock { state in
      state.removals.now += change
      state.removals.most = max(state.removals.most, state.removals.now)
    }
  }
}
