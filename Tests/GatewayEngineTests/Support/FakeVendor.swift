import MeetingCore
import Synchronization

/// A vendor in memory that does what it is told: answers, fails, hangs, or does the work and loses the answer.
final class FakeVendor: MeetingProvider, Staging, Removing, Banning, Muting, Joining, PresenceReading, Sendable {
  enum Behaviour: Sendable { case works, refuses(ProviderFailure), losesTheAnswer, worksLate, waits(Gate) }

  private struct State {
    var rooms: Set<String> = []
    /// Asked for, and there once somebody has looked in vain.
    var late: Set<String> = []
    var create: [Behaviour] = []
    var find: [ProviderFailure] = []
    var end: [ProviderFailure] = []
    var calls: [String] = []
    var snapshot: RoomSnapshot?
    var live: Gate?
    var lives: [ProviderFailure] = []
    var talk: [ProviderFailure] = []
    var talking: Gate?
    var reading: ProviderFailure?
  }

  private let state = Mutex(State())
  /// Records, broadcasts and transcribes.
  let studio = FakeStudio()
  /// Brings agents.
  let host = FakeHost()
  private let watcher: FakeWatcher?
  private let keeper: FakeKeeper?
  private let seats: (any Seating)?
  private let keys: FakeKeys?
  /// What it can mute.
  let stoppable: Set<TrackKind>
  /// What controls are answered with; nil = they are done at once.
  let answers: FakeAnswers?

  /// With a watcher, its rooms are followed over a connection; with a keeper, the account can be looked at; with seats, the
  /// gateway sits in its rooms; with keys, what its deliveries are signed with must be fetched.
  init(
    watcher: FakeWatcher? = nil, keeper: FakeKeeper? = nil, seats: (any Seating)? = nil, answers: FakeAnswers? = nil,
    keys: FakeKeys? = nil, stoppable: Set<TrackKind> = Set(TrackKind.allCases)
  ) {
    self.stoppable = stoppable
    self.answers = answers
    self.watcher = watcher
    self.keeper = keeper
    self.seats = seats
    self.keys = keys
  }

  func nextCreates(_ behaviours: Behaviour...) { state.withLock { $0.create = behaviours } }
  func failFinds(_ failures: ProviderFailure...) { state.withLock { $0.find = failures } }
  func failEnds(_ failures: ProviderFailure...) { state.withLock { $0.end = failures } }
  func failLives(_ failures: ProviderFailure...) { state.withLock { $0.lives = failures } }
  /// Rooms cannot be read from now on; nil = they can.
  func failReads(_ failure: ProviderFailure?) { state.withLock { $0.reading = failure } }
  func show(_ snapshot: RoomSnapshot) { state.withLock { $0.snapshot = snapshot } }
  /// Further calls to go live wait at the gate.
  func holdGoLive(at gate: Gate) { state.withLock { $0.live = gate } }
  /// What is said, and changes of members and roles, fail as told, one after the other.
  func failTalk(_ failures: ProviderFailure...) { state.withLock { $0.talk = failures } }
  /// Changes of memberships wait at the gate.
  func holdTalk(at gate: Gate) { state.withLock { $0.talking = gate } }
  func waitToTalk() async { await state.withLock({ $0.talking })?.wait() }
  var calls: [String] { state.withLock { $0.calls } }
  var roomCount: Int { state.withLock { $0.rooms.count } }

  /// Notes a call, and fails if it is to.
  func talk(_ call: String) throws(ProviderFailure) {
    note(call)
    if let failure = state.withLock({ $0.talk.isEmpty ? nil : $0.talk.removeFirst() }) { throw failure }
  }

  private func note(_ call: String) { state.withLock { $0.calls.append(call) } }

  func offering(for kind: RoomKind) -> Offering? {
    guard kind == .audioRoom else { return nil }
    var offering = Offering()
    offering.offer(.stage, .native, by: self as any Staging)
    offering.offer(.presence, .native, by: self as any PresenceReading)
    offering.offer(.mute, .native, by: self as any Muting)
    offering.offer(.remove, .native, by: self as any Removing)
    offering.offer(.ban, .native, by: self as any Banning)
    offering.keep(Set(RoomRule.allCases))
    studio.offer(&offering)
    offering.offer(.messages, .native, by: self as any Messaging)
    offering.offer(.reactions, .native, by: self as any Reacting)
    offering.offer(.unmute, .requested, by: self as any Unmuting)
    offering.offer(.role, .native, by: self as any RoleChanging)
    offering.supply(.memberEditing, by: self as any MemberEditing)
    offering.offer(.agent, .native, by: host as any AgentHosting)
    offering.supply(.joining, by: self as any Joining)
    offering.supply(.webhooks, by: FakeHooks(keys: keys) as any WebhookReceiving)
    if let keys { offering.supply(.deliveryKeys, by: keys as any DeliveryKeyFetching) }
    if let keeper { offering.supply(.accountKeeping, by: keeper as any AccountKeeping) }
    if answers != nil { offering.offer(.permissions, .requested, by: self as any Permitting) }
    if let seats { offering.supply(.seating, by: seats) }
    if let watcher { offering.supply(.watching, by: watcher as any RoomWatching) }
    return offering
  }

  func createRoom(_ spec: RoomSpec, _ context: CallContext) async throws(ProviderFailure) -> RoomCreation {
    let behaviour = state.withLock { state in
      state.calls.append("create")
      return state.create.isEmpty ? Behaviour.works : state.create.removeFirst()
    }
    if case .refuses(let failure) = behaviour { throw failure }
    if case .worksLate = behaviour {
      state.withLock { _ = $0.late.insert(spec.key) }
      throw ProviderFailure(.timeout, executed: .maybe, operation: "create")
    }
    if case .waits(let gate) = behaviour { await gate.wait() }
    let isNew = state.withLock { $0.rooms.insert(spec.key).inserted }
    if case .losesTheAnswer = behaviour { throw ProviderFailure(.timeout, executed: .maybe, operation: "create") }
    return RoomCreation(
      room: ProviderRoom(key: spec.key, kind: spec.kind, refs: ["call": "x:\(spec.key)"]), existed: !isNew)
  }

  func findRoom(key: String, kind: RoomKind, _ context: CallContext) async throws(ProviderFailure) -> ProviderRoom? {
    let failure = state.withLock { state in
      state.calls.append("find")
      return state.find.isEmpty ? nil : state.find.removeFirst()
    }
    if let failure { throw failure }
    let isThere = state.withLock { state in
      defer { if state.late.remove(key) != nil { state.rooms.insert(key) } }
      return state.rooms.contains(key)
    }
    return isThere ? ProviderRoom(key: key, kind: kind, refs: ["call": "x:\(key)"]) : nil
  }

  func endRoom(_ room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> ControlOutcome {
    note("end")
    if let failure = state.withLock({ $0.end.isEmpty ? nil : $0.end.removeFirst() }) { throw failure }
    return answers?.end ?? .applied([])
  }

  func goLive(_ room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> ControlOutcome {
    note("go_live")
    await state.withLock(\.live)?.wait()
    if let failure = state.withLock({ $0.lives.isEmpty ? nil : $0.lives.removeFirst() }) { throw failure }
    return .applied([])
  }

  func stopLive(_ room: ProviderRoom, keeping: Set<EgressSort>, _ context: CallContext) async throws(ProviderFailure)
    -> ControlOutcome
  {
    note("stop_live")
    return .applied([])
  }

  var reach: ControlReach { .person }
  var enforcesRejoin: Bool { false }

  func remove(_ target: Target, rejoin: RejoinPolicy, from room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    note("remove \(target.person ?? "-") \(rejoin.rawValue)")
    return answers?.remove ?? .applied([])
  }

  func ban(_ person: String, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure)
    -> ControlOutcome
  {
    note("ban \(person)")
    return .applied([])
  }

  func unban(_ person: String, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure)
    -> ControlOutcome
  {
    note("unban \(person)")
    return .applied([])
  }

  func mute(_ targets: [Target], tracks: Set<TrackKind>, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    if targets.contains(where: { $0.person == "stranger" }) {
      throw ProviderFailure(.participantNotFound, executed: .no, operation: "mute")
    }
    note("mute \(targets.compactMap(\.person).joined(separator: ","))")
    return try answers?.mute ?? .applied([])
  }

  func credentials(for admission: Admission, to room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> JoinCredentials
  {
    note("token")
    return JoinCredentials(
      token: "t", expiresAt: admission.expiresAt, sdkPackages: [:], connect: JSONText(#"{"kind":"fake"}"#))
  }

  func cost(of kind: RoomKind) -> PresenceCost { PresenceCost(roomsPerRequest: 2, requestsForTracks: 1) }

  func snapshots(of queries: [PresenceQuery], _ context: CallContext) async throws(ProviderFailure) -> [String:
    RoomSnapshot]
  {
    note("snapshot")
    if let failure = state.withLock({ $0.reading }) { throw failure }
    guard let snapshot = state.withLock({ $0.snapshot }) else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: queries.map { query in
        (
          query.room.key,
          Self.snapshot(snapshot, asOf: query.version)
        )
      })
  }

  private static func snapshot(_ shown: RoomSnapshot, asOf version: Int64) -> RoomSnapshot {
    var snapshot = RoomSnapshot(
      asOf: version, stage: shown.stage, session: shown.session, participants: shown.participants)
    snapshot.egress = shown.egress
    return snapshot
  }
}
