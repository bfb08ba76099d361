import MeetingCore
import RoomReducer
import Synchronization

/// A room to try the reducer on: feeds input, remembers the state, numbers ids.
struct Scene {
  var state: RoomState
  private(set) var now: Int64 = 1_000
  private var version: Int64 = 1
  /// What the gateway keeps by itself, unless told otherwise.
  var rules = GatewayRules()
  private let counter = Counter()

  final class Counter: Sendable {
    private let value = Mutex(0)
    func next(_ prefix: String) -> String {
      value.withLock {
        $0 += 1
        return "\(prefix)\($0)"
      }
    }
  }

  init(
    kind: RoomKind = .audioRoom, phase: RoomPhase = .live, settings: RoomSettings = RoomSettings(backstage: true),
    host: String = "nadia"
  ) {
    var room = Room(
      id: "room_1", tenant: "ten_a", kind: kind, provider: "p", providerKind: "k", createdAt: Scene.time(0),
      host: host, settings: settings)
    room.phase = phase
    room.version = 1
    state = RoomState(room: room)
  }

  static func time(_ seconds: Int64) -> Timestamp { Timestamp(nanoseconds: seconds * 1_000_000_000) }

  static func fact(_ at: Int64, _ detail: Fact.Detail, source: FactSource = .webhook) -> RoomInput {
    .fact(Fact(occurredAt: time(at), source: source, detail))
  }

  static func joined(_ at: Int64, _ connection: String, _ person: String?, session: String = "s-1") -> RoomInput {
    fact(at, .joined(.init(connection: connection, person: person, session: session)))
  }

  static func left(_ at: Int64, _ connection: String, _ person: String? = nil, _ reason: LeaveReason? = .left)
    -> RoomInput
  {
    fact(at, .left(connection: connection, person: person, reason: reason))
  }

  mutating func wait(until seconds: Int64) { now = seconds }

  /// Feeds one commit's input; returns the types of the events that came of it.
  @discardableResult
  mutating func feed(_ inputs: RoomInput..., rules: GatewayRules? = nil) -> [String] {
    reduce(inputs, rules: rules).events.map(\.type)
  }

  mutating func reduce(_ inputs: [RoomInput], rules: GatewayRules? = nil) -> Reduction {
    version += 1
    let counter = counter
    let context = ReductionContext(
      now: Self.time(now), version: version, rules: rules ?? self.rules, makeID: { counter.next($0) })
    let reduction = RoomReducer.reduce(state, inputs, context)
    state = reduction.state
    state.room.version = version
    return reduction
  }

  var present: [String] { state.connected.map(\.connection).sorted() }
}
