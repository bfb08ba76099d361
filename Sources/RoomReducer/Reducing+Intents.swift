import MeetingCore

extension Reducing {
  mutating func apply(_ intent: Intent) {
    switch intent {
    case .created(let refs, let attempts, let by): create(refs, attempts, by: by)
    case .updated(let patch, let by): update(patch, by: by)
    case .wentLive(let by):
      setStage(.live, by: by, own(.roomObserved(stage: .live, endedAt: nil, endedBy: by, reason: nil)))
    case .stoppedLive(let by):
      setStage(.backstage, by: by, own(.roomObserved(stage: .backstage, endedAt: nil, endedBy: by, reason: nil)))
    case .locked(let by): setLock(true, by: by)
    case .unlocked(let by): setLock(false, by: by)
    case .ended(let reason, let by):
      endRoom(
        at: context.now, reason: reason, by: by,
        own(.roomObserved(stage: .ended, endedAt: context.now, endedBy: by, reason: reason)))
    case .removed(let connections, let person, let rejoin, let by): remove(connections, person, rejoin, by: by)
    case .expelled(let connection): expelled(connection)
    case .banned(let ban): impose(ban, own(.banned(person: ban.person, until: ban.until, by: ban.by)))
    case .unbanned(let person, let by): unban(person, by: by, own(.unbanned(person: person, by: by)))
    case .memberSet(let person, let role):
      noteMember(person, at: context.now)
      changingRole(of: person) { $0.store(person, role) }
    case .permissionRequested(let person, let permissions):
      ask(person, permissions, own(.permissionRequested(person: person, permissions: permissions)))
    case .requestClosed(let id, let outcome, let by): closeRequest(id, outcome, by: by)
    case .permissionsSet(let person, let granted, let revoked, let by):
      permit(person, granting: granted, revoking: revoked, by: by)
    case .egress(let intent): apply(intent)
    case .membersSet(let roles, let by, let held): setMembers(roles, by: by, held: held)
    case .muted(let connections, let tracks, let by): mute(connections, tracks, by: by)
    case .memberRemoved(let person, let by): dropMember(person, by: by)
    case .membersAsked(let roles, let by): askMembers(roles, by: by)
    case .membersUncertain(let people): doubtMembers(people)
    case .membersRefused(let people): forgetMembers(people)
    case .agentStarted(let agent): startAgent(agent)
    case .callStarted(let call): startCall(call)
    case .agentUpdated(let id, let settings): updateAgent(id, settings)
    case .operationBegun(let operation): begin(operation)
    case .opposed(let wanted): oppose(wanted)
    case .operationEnded(let operation): finish(operation)
    case .operationsDue(let isRead): closeDueOperations(isRead: isRead)
    case .seatLost: state.latest.isSeated = false
    }
  }

  private mutating func create(_ refs: [String: String], _ attempts: [CreateAttempt], by: String?) {
    guard state.room.phase == .creating else { return }
    state.room.phase = state.room.settings.backstage ? .backstage : .live
    state.room.providerRefs = refs
    state.room.attempts = attempts
    state.room.stageChangedVersion = context.version
    reduction.changes.room = true
    emit(.roomCreated(by: by))
  }

  private mutating func update(_ patch: RoomPatch, by: String?) {
    var changed: [String] = []
    func note(_ name: String, _ differs: Bool) { if differs { changed.append(name) } }
    note("title", state.room.title.map { Array($0.utf8) } != patch.title.map { Array($0.utf8) })
    note("description", state.room.description.map { Array($0.utf8) } != patch.description.map { Array($0.utf8) })
    note("custom", !state.room.custom.text.utf8.elementsEqual(patch.custom.text.utf8))
    note("settings", state.room.settings != patch.settings)
    note("starts_at", state.room.startsAt != patch.startsAt)
    guard !changed.isEmpty else { return }
    state.room.title = patch.title
    state.room.description = patch.description
    state.room.custom = patch.custom
    state.room.settings = patch.settings
    state.room.startsAt = patch.startsAt
    state.room.updatedAt = context.now
    reduction.changes.room = true
    emit(.roomUpdated(changed: changed, by: by))
    reviewAdmissions()
  }

  private mutating func setLock(_ locked: Bool, by: String?) {
    guard state.room.locked != locked, state.room.phase != .ended else { return }
    state.room.locked = locked
    state.room.updatedAt = context.now
    reduction.changes.room = true
    emit(locked ? .locked(by: by) : .unlocked(by: by))
    if !locked { reviewAdmissions() }
  }

  private mutating func remove(_ connections: [String], _ person: String?, _ rejoin: RejoinPolicy, by: String?) {
    let targets = connections.compactMap { state.participants[$0] }
    let gone = targets.filter(\.isConnected)
    guard !targets.isEmpty else { return }
    if targets.contains(where: { !$0.isRemovalTold }) {
      emit(.participantRemoved(participants: targets.map(\.id), person: person, rejoin: rejoin.rawValue, by: by))
    }
    for var target in targets {
      target.isRemovalTold = true
      if target.isConnected { target.leaveReason = .removed }
      put(target)
    }
    for target in gone {
      leaveNow(
        target, at: context.now, reason: .removed,
        own(.left(connection: target.connection, person: person, reason: .removed)))
    }
  }

  private mutating func expelled(_ connection: String) {
    guard let target = state.participants[connection] else { return }
    tellRemoval(of: target)
    leaveNow(
      target, at: context.now, reason: .notAdmitted,
      own(.left(connection: connection, person: target.person, reason: .notAdmitted)))
  }

  /// Somebody who had come in rightly and was thrown out by the gateway itself.
  private mutating func tellRemoval(of participant: Participant) {
    guard participant.leaveReason == .removed, !participant.isRemovalTold else { return }
    var told = participant
    told.isRemovalTold = true
    put(told)
    emit(
      .participantRemoved(
        participants: [told.id], person: told.person, rejoin: RejoinPolicy.none.rawValue, by: nil))
  }
}
