import MeetingCore
import RoomReducer

/// Feeds arrivals to the reducer as the engine does, one commit each, and looks at the state after every one.
struct DisorderRun {
  private(set) var state: RoomState
  private(set) var log = DisorderLog()
  /// What was wrong, the first thing first.
  private(set) var faults: [String] = []
  /// What the last arrival told.
  private(set) var lastEvents: [String] = []
  private var reads: [Int: Int64] = [:]
  private var keys: Set<String> = []
  private let numbers = Scene.Counter()

  init(_ arrivals: [DisorderedHistory.Arrival]) {
    var room = Room(
      id: "room_1", tenant: "ten_a", kind: .audioRoom, provider: "p", providerKind: "k",
      createdAt: Timestamp(nanoseconds: 0), host: "nadia", settings: RoomSettings(backstage: true))
    room.phase = .backstage
    room.version = 1
    state = RoomState(room: room)
    for arrival in arrivals where faults.isEmpty { take(arrival) }
  }

  private mutating func take(_ arrival: DisorderedHistory.Arrival) {
    switch arrival.step {
    case .fact(let fact): fold(fact, at: arrival.at)
    case .read(let number): reads[number] = state.room.version
    case .answer(let number, let snapshot, let began):
      guard let version = reads[number] else { return }
      var fresh = RoomSnapshot(
        asOf: version, stage: snapshot.stage, endedAt: snapshot.endedAt, session: snapshot.session,
        sessionStartedAt: snapshot.sessionStartedAt, participants: snapshot.participants,
        anonymousCount: snapshot.anonymousCount, banned: snapshot.banned)
      fresh.egress = snapshot.egress
      fold(Fact(occurredAt: began, source: .reconcile, .snapshot(fresh)), at: arrival.at)
    }
  }

  private mutating func fold(_ fact: Fact, at now: Timestamp) {
    if let key = fact.key, !keys.insert(key).inserted { return lastEvents = [] }
    let (before, version, numbers) = (state, state.room.version + 1, numbers)
    let context = ReductionContext(now: now, version: version, rules: GatewayRules(), makeID: { numbers.next($0) })
    let reduction = RoomReducer.reduce(state, [.fact(fact)], context)
    state = reduction.state
    if !reduction.changes.isEmpty || !reduction.events.isEmpty { state.room.version = version }
    lastEvents = reduction.events.map(\.type)
    for event in reduction.events { log.add(event, now: now) }
    faults += log.faults + StateInvariants.faults(state)
    faults += StateInvariants.unmarked(before, state, reduction.changes)
  }
}
