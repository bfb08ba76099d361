import MeetingCore

/// Memberships that the gateway changes. Those of the vendor's own are taken over without an event: what is told of them
/// may come late and has no order. One that we asked for is told once, by whatever first shows that it came about.
extension Reducing {
  mutating func setMembers(_ roles: [String: ParticipantRole], by: String?, held: Set<String> = []) {
    // What came about before its answer was not told then.
    let awaited = forgetMembers(Array(roles.keys))
    let changed = roles.filter { state.members[$0.key] != $0.value || awaited.contains($0.key) }
    for (person, role) in roles.sorted(by: { $0.key < $1.key }) {
      noteMember(person, at: context.now)
      changingRole(of: person) { $0.store(person, role) }
      if !held.contains(person) { giveRole(role, to: person) }
    }
    if !changed.isEmpty { tellMembers(by: by) }
  }

  /// Who is inside stays, in the role that anybody has there.
  mutating func dropMember(_ person: String, by: String?) {
    let isAwaited = !forgetMembers([person]).isEmpty
    guard state.members[person] != nil || isAwaited else { return }
    changingRole(of: person) { $0.removeMember(person, $0.own(.memberRemoved(person: person))) }
    giveRole(state.role(of: person), to: person)
    tellMembers(by: by)
  }

  mutating func tellMembers(by: String?) {
    state.room.updatedAt = context.now
    reduction.changes.room = true
    emit(.roomUpdated(changed: ["members"], by: by))
  }

  mutating func giveRole(_ role: ParticipantRole, to person: String) {
    for var participant in state.connections(of: person) where participant.role != role {
      participant.role = role
      put(participant)
      emit(.participantUpdated(state.participants[participant.connection] ?? participant, changed: ["role"]))
    }
  }
}
