import MeetingCore
import RoomReducer
import Store

/// Submissions folded over one state: what to commit, and what each submission brought about.
struct Fold {
  let base: RoomState
  let folding: RoomFolding
  private(set) var state: RoomState
  private(set) var people: [PersonRecord] = []
  private(set) var directives: [Directive] = []
  private var changes = RoomChanges()
  private var parts: [(index: Int, events: [RoomEvent], state: RoomState)] = []
  private var inbox: [InboxRecord] = []
  private var factKeys: [FactKey] = []
  private var fences: Set<LeaseFence> = []
  private var seenKeys: Set<String> = []

  init(base: RoomState, folding: RoomFolding) {
    self.base = base
    self.folding = folding
    state = base
  }

  private var version: Int64 { base.room.version + 1 }

  mutating func add(_ submission: RoomSubmission, index: Int) {
    let identifiers = folding.identifiers
    let context = ReductionContext(
      now: folding.now, version: version, rules: folding.rules(state.room),
      makeID: { identifiers.make($0) })
    let inputs = fresh(submission.inputs)
    let reduction = RoomReducer.reduce(state, inputs, context)
    state = reduction.state
    changes.formUnion(reduction.changes)
    for directive in reduction.directives where !(directive.isOnce && directives.contains(directive)) {
      directives.append(directive)
    }
    people += submission.people
    inbox += submission.inbox
    if let fence = submission.fence { fences.insert(fence) }
    parts.append((index, reduction.events, state))
  }

  /// Everybody that the events name.
  var names: Set<String> {
    parts.reduce(into: [state.room.host]) { names, part in
      for event in part.events { names.formUnion(event.people) }
    }
  }

  /// The state after the commit, with its version and last sequence.
  var finalState: RoomState { numbered(state, lastSequence: base.room.lastSequence + Int64(eventCount)) }

  /// One result per submission, each with the state after it.
  var committed: [(index: Int, result: RoomCommitted)] {
    var sequence = base.room.lastSequence
    return parts.map { part in
      sequence += Int64(part.events.count)
      return (part.index, RoomCommitted(state: numbered(part.state, lastSequence: sequence), events: part.events))
    }
  }

  /// nil when nothing needs to be written.
  func storeCommit(people: [String: Person]) -> StoreCommit? {
    var commit = StoreCommit()
    commit.people = self.people
    commit.inbox = inbox
    commit.operations = changes.operations.values.sorted { $0.id < $1.id }.map(record)
    guard eventCount > 0 || !changes.isEmpty else {
      // A fact that changed nothing changes nothing again: its key need not be remembered, nor its lease be asked.
      return commit == StoreCommit() ? nil : commit
    }
    commit.factKeys = factKeys
    commit.fences = fences.sorted { ($0.name, $0.epoch) < ($1.name, $1.epoch) }
    let final = finalState
    commit.room = .update(RoomCoding.record(final.room), expectedVersion: base.room.version)
    addRows(of: final, to: &commit)
    commit.events = encoded(people: people)
    return commit
  }

  private func record(_ operation: Operation) -> OperationRecord {
    OperationCoding.record(operation, tenant: state.room.tenant)
  }

  private var eventCount: Int { parts.reduce(0) { $0 + $1.events.count } }

  private func numbered(_ state: RoomState, lastSequence: Int64) -> RoomState {
    guard eventCount > 0 || !changes.isEmpty else { return state }
    var numbered = state
    numbered.room.version = version
    numbered.room.lastSequence = lastSequence
    return numbered
  }

  private func addRows(of state: RoomState, to commit: inout StoreCommit) {
    let room = state.room.id
    commit.participants = changes.participants.sorted().compactMap { key in
      state.participants[key].map { ParticipantCoding.record($0, room: room) }
    }
    commit.sessions = changes.sessions.sorted().compactMap { key in
      state.sessions[key].map { StateCoding.record($0, room: room) }
    }
    commit.members = changes.members.sorted().compactMap { person in
      state.members[person].map { MemberRecord(room: room, person: person, role: $0.rawValue) }
    }
    commit.removedMembers = changes.removedMembers.sorted()
    commit.bans = changes.bans.sorted().compactMap { person in
      state.bans[person].map { StateCoding.record($0, room: room, at: folding.now.nanoseconds) }
    }
    commit.removedBans = changes.removedBans.sorted()
    commit.resources = changes.resources.sorted().compactMap { id in
      state.resources[id].map { ResourceCoding.record($0, room: room) }
    }
  }

  private func encoded(people: [String: Person]) -> [NewEvent] {
    var sequence = base.room.lastSequence
    return parts.flatMap { part in
      part.events.map { event in
        sequence += 1
        return encode(event, sequence, part.state, people)
      }
    }
  }

  private func encode(
    _ event: RoomEvent, _ sequence: Int64, _ after: RoomState, _ people: [String: Person]
  ) -> NewEvent {
    let now = folding.now
    let view = RoomViews.view(numbered(after, lastSequence: sequence), people: people)
    let frame = EventFrame(
      id: Identifiers.event(room: after.room.id, sequence: sequence), sequence: sequence, recordedAt: now, view: view,
      people: people, permissions: permissions(in: event, after))
    return NewEvent(
      sequence: sequence, type: event.type, recordedAt: now.nanoseconds,
      body: folding.encoding.encode(event, in: frame))
  }

  private func permissions(in event: RoomEvent, _ after: RoomState) -> Set<Permission> {
    switch event.detail {
    case .participantJoined(let participant), .participantUpdated(let participant, _):
      after.permissions(of: participant.person, as: participant.role)
    default: []
    }
  }

  /// Without the facts whose repeat is in this very fold, which the store does not know yet. Their keys are remembered.
  private mutating func fresh(_ inputs: [RoomInput]) -> [RoomInput] {
    let expires = folding.now.advanced(bySeconds: RoomFolding.memorySeconds).nanoseconds
    return inputs.filter { input in
      guard case .fact(let fact) = input, let key = fact.key else { return true }
      guard seenKeys.insert(key).inserted else { return false }
      factKeys.append(FactKey(key: key, expiresAt: expires))
      return true
    }
  }
}
