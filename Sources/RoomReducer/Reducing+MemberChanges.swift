import MeetingCore

/// Memberships that the vendor is asked for: written down before, so that neither a lost answer nor a dead process loses what
/// is to be told of them.
extension Reducing {
  /// More are not remembered: these are requests whose answers were lost.
  private static let limit = 64

  mutating func askMembers(_ roles: [String: ParticipantRole?], by: String?) {
    for (person, role) in roles where state.members[person] != role {
      state.room.memberChanges[person] = MemberChange(role: role, by: by)
      reduction.changes.room = true
    }
  }

  mutating func doubtMembers(_ people: [String]) {
    for person in people where state.room.memberChanges[person]?.state == .asked {
      state.room.memberChanges[person]?.state = .uncertain
      reduction.changes.room = true
    }
  }

  /// Returns those of whom nothing was told yet.
  @discardableResult
  mutating func forgetMembers(_ people: [String]) -> Set<String> {
    var untold: Set<String> = []
    for person in people {
      guard let change = state.room.memberChanges.removeValue(forKey: person) else { continue }
      if change.state != .told { untold.insert(person) }
      reduction.changes.room = true
    }
    return untold
  }

  /// A vendor's roles are coarser than ours: what may be the role that we asked for is that role.
  func awaitedRole(of person: String, told: ParticipantRole?) -> ParticipantRole? {
    guard let change = state.room.memberChanges[person], change.state != .told, let role = change.role else {
      return nil
    }
    guard let told else { return role }
    return told == role || told.runsTheRoom && role.runsTheRoom ? role : nil
  }

  /// Whatever has shown in the meantime that a change came about whose answer is lost.
  mutating func tellConfirmedMembers() {
    guard !state.room.memberChanges.isEmpty else { return }
    let confirmed = state.room.memberChanges.filter {
      $0.value.state == .uncertain && state.members[$0.key] == $0.value.role
    }
    guard !confirmed.isEmpty else { return }
    for (person, change) in confirmed.sorted(by: { $0.key < $1.key }) {
      state.room.memberChanges[person]?.state = .told
      giveRole(change.role ?? state.role(of: person), to: person)
    }
    for by in Set(confirmed.values.map(\.by)).sorted(by: { ($0 ?? "") < ($1 ?? "") }) { tellMembers(by: by) }
    dropOldMemberChanges()
  }

  private mutating func dropOldMemberChanges() {
    let told = state.room.memberChanges.filter { $0.value.state == .told }.keys.sorted()
    for person in told.dropLast(Self.limit) { state.room.memberChanges[person] = nil }
  }
}
