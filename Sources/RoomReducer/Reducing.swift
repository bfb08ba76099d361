import MeetingCore

/// The reducer at work: one mutable copy of the state, and what has come of it so far.
struct Reducing {
  var reduction: Reduction
  let context: ReductionContext
  /// Who was read to publish something just now, by connection.
  var stillHeard: Set<String> = []

  init(state: RoomState, context: ReductionContext) {
    reduction = Reduction(state: state)
    self.context = context
  }

  var state: RoomState {
    get { reduction.state }
    set { reduction.state = newValue }
  }

  mutating func apply(_ fact: Fact) {
    switch fact.detail {
    case .roomObserved(let stage, let endedAt, let endedBy, let reason):
      observe(stage, endedAt: endedAt, by: endedBy, reason: reason, fact)
    case .sessionStarted(let vendorID): _ = session(vendorID, at: fact.occurredAt, fact)
    case .sessionEnded(let vendorID, let startedAt, let reason):
      endSession(vendorID, startedAt: startedAt, reason: reason, fact)
    case .joined(let joined): join(joined, at: fact.occurredAt, fact)
    case .left(let connection, let person, let reason, let stay): leave(connection, person, reason, stay, fact)
    case .muted(let person, let tracks, let by): mute(person, tracks, by: by, fact)
    case .removed(let person, let by): markRemoved(person, by: by, fact)
    case .banned(let person, let until, let by): ban(Ban(person: person, until: until, by: by), fact)
    case .unbanned(let person, let by): unban(person, by: by, fact)
    case .memberChanged(let person, let role): setMember(person, told: role, fact)
    case .memberRemoved(let person): removeMember(person, fact)
    case .anonymousCount(let count): countAnonymous(count, fact)
    case .snapshot(let snapshot): reconcile(snapshot, fact)
    case .egress(let report): take(report, fact)
    case .caption(let caption): emit(.captionReceived(caption), fact)
    case .message(let message, let id): tell(message, id, fact)
    case .reaction(let reaction, let id): tell(reaction, id, fact)
    case .agent(let id, let news): hear(news, of: id, fact)
    case .call(let id, let news): hear(news, ofCall: id, fact)
    case .unknown(let type, let payload): emit(.providerEvent(type: type, payload: payload), fact)
    case .permissionsChanged(let person, let effective, _): observePermissions(of: person, effective, fact)
    case .permissionRequested(let person, let permissions): ask(person, permissions, fact)
    case .seat, .tracks, .speaker, .mode: hear(fact)
    }
  }

  /// What only a seat in the room tells.
  private mutating func hear(_ fact: Fact) {
    switch fact.detail {
    case .seat(let isThere): sit(isThere, fact)
    case .tracks(let connection, let tracks): takeTracks(of: connection, tracks, fact)
    case .speaker(let connection, let level): takeSpeaker(connection, level: level, fact)
    case .mode(let connection, let publishes): takeMode(of: connection, publishes: publishes, fact)
    default: break
    }
  }

  /// An event that a fact brought about.
  mutating func emit(_ detail: RoomEvent.Detail, _ fact: Fact, at time: Timestamp? = nil) {
    reduction.events.append(
      RoomEvent(
        occurredAt: time ?? fact.occurredAt, source: fact.source, vendorType: fact.vendorType,
        session: session(of: detail), detail))
  }

  /// An event that the gateway itself brought about.
  mutating func emit(_ detail: RoomEvent.Detail) {
    reduction.events.append(
      RoomEvent(occurredAt: context.now, source: .api, session: session(of: detail), detail))
  }

  /// The session an event belongs to: the one it speaks of, else the open one.
  private func session(of detail: RoomEvent.Detail) -> String? {
    switch detail {
    case .sessionStarted(let session), .sessionEnded(let session, _): session.id
    case .participantJoined(let participant), .participantUpdated(let participant, _),
      .participantLeft(let participant):
      participant.session.isEmpty ? nil : participant.session
    case .egress(let egress, _): egress.session
    default: state.openSession?.id
    }
  }

  /// What is told followed on something that nobody has told: that may still come, or be lost, and more with it.
  mutating func doubt(_ fact: Fact) {
    guard fact.isTold, !reduction.directives.contains(.doubt) else { return }
    reduction.directives.append(.doubt)
  }

  /// Stores a participant and marks its row.
  mutating func put(_ participant: Participant) {
    var changed = participant
    changed.changedVersion = context.version
    state.keep(changed)
    reduction.changes.participants.insert(participant.connection)
  }

  mutating func put(_ session: Session) {
    state.sessions[session.id] = session
    reduction.changes.sessions.insert(session.id)
  }

  /// Whether a vendor's news is older than the last change of what it speaks of.
  func isOld(_ fact: Fact, than change: Timestamp?) -> Bool {
    guard fact.isTold, let change else { return false }
    return fact.occurredAt < change
  }

  /// A fact that stands for what the gateway does now, so that both ways share one path.
  func own(_ detail: Fact.Detail) -> Fact { Fact(occurredAt: context.now, source: .api, detail) }
}
