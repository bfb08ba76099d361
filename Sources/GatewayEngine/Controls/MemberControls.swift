import MeetingCore
import RoomReducer
import Store

/// Who belongs to a room, and in which role.
struct MemberControls: Sendable {
  let services: Services

  /// By external id.
  func list(_ id: String, limit: Int, cursor: String?, _ caller: Caller) async throws(GatewayError) -> Page<MemberView>
  {
    let state = try await services.room(id, caller)
    try RoleRules.requireControl(caller, in: state, now: services.now)
    let after = try cursor.map { (text) throws(GatewayError) in try Cursors.person(text) } ?? ""
    let people = state.members.keys.filter { $0 > after }.sorted()
    let shown = Array(people.prefix(limit))
    let next = people.count > limit ? shown.last.map { Cursors.text(person: $0) } : nil
    return Page(items: try await views(shown, state), next: next)
  }

  /// Makes people members, or changes their roles; each as they are afterwards, in the order given.
  func set(_ id: String, _ members: [MemberInput], _ caller: Caller) async throws(GatewayError) -> [MemberView] {
    let state = try await services.controllable(id, caller)
    var roles: [String: ParticipantRole] = [:]
    for (index, member) in members.enumerated() {
      let person = member.person.externalID
      let role = member.role ?? state.role(of: person)
      try RoleRules.requireAssignable(role, to: person, caller, in: state, at: "/members/\(index)/role")
      try requireTellable(role, to: person, state, at: "/members/\(index)/role")
      roles[person] = role
    }
    let rows = try await services.stored { () throws(StoreFailure) in
      try await services.people.merged(members.map(\.person), caller.tenant)
    }
    let awaited = try await asking(roles, state, caller) { () throws(GatewayError) in
      try await tellVendor(rows.map(Self.person), roles, state, caller)
    }
    let by = RoleRules.by(caller, in: state)
    var submission = RoomSubmission([.intent(.membersSet(roles, by: by, held: Set(awaited.keys)))])
    submission.people = rows
    let committed = try await services.commit(submission, to: id)
    for (person, awaited) in awaited.sorted(by: { $0.key < $1.key }) {
      let purpose = OperationPurpose.setRole(person: person, role: roles[person] ?? state.role(of: person))
      _ = try await Operations(services: services).begin(purpose, awaited, by: by, in: id)
    }
    return try await views(members.map(\.person.externalID), committed.state)
  }

  func remove(_ id: String, _ person: String, _ caller: Caller) async throws(GatewayError) {
    let state = try await services.controllable(id, caller)
    guard state.members[person] != nil else { return try await confirmRemoval(of: person, state, caller) }
    try RoleRules.requireAuthority(caller, over: person, in: state)
    guard person != state.room.host else { throw RoleRules.hostStays("path:external_id") }
    if let editing = try services.offering(of: state.room).port(.memberEditing) {
      try await asking([person: nil], state, caller) { () throws(GatewayError) in
        try await services.ask(state.room, caller) { (room, context) throws(ProviderFailure) in
          try await editing.removeMembers([person], from: room, context)
        }
      }
    } else {
      try await tellOfRemoval(person, state, caller)
    }
    let by = RoleRules.by(caller, in: state)
    _ = try await services.commit(RoomSubmission([.intent(.memberRemoved(person: person, by: by))]), to: id)
  }

  /// Somebody who is no member because an earlier try, whose answer was lost, has removed them.
  private func confirmRemoval(of person: String, _ state: RoomState, _ caller: Caller) async throws(GatewayError) {
    guard let change = state.room.memberChanges[person], change.role == nil else {
      throw GatewayError(.notFound, "this person is no member")
    }
    try RoleRules.requireAuthority(caller, over: person, in: state)
    let by = RoleRules.by(caller, in: state)
    _ = try await services.commit(
      RoomSubmission([.intent(.memberRemoved(person: person, by: by))]), to: state.room.id)
  }

  /// Writes down what is asked for before it is asked, so that it is told once whatever becomes of the answer.
  @discardableResult
  func asking<Value>(
    _ roles: [String: ParticipantRole?], _ state: RoomState, _ caller: Caller,
    _ work: () async throws(GatewayError) -> Value
  ) async throws(GatewayError) -> Value {
    guard roles.contains(where: { state.members[$0.key] != $0.value }) else { return try await work() }
    let (id, people) = (state.room.id, Array(roles.keys))
    let by = RoleRules.by(caller, in: state)
    _ = try await services.commit(RoomSubmission([.intent(.membersAsked(roles, by: by))]), to: id)
    do { return try await work() } catch {
      // Of several, some may be done where the last is refused.
      let mayBeDone = people.count > 1 || error.failure.map { $0.executed != .no } ?? true
      let outcome: Intent = mayBeDone ? .membersUncertain(people) : .membersRefused(people)
      // Where this is lost as well, the next process takes it for uncertain.
      _ = try? await services.commit(RoomSubmission([.intent(outcome)]), to: id)
      throw error
    }
  }

  // MARK: The vendor

  /// Memberships all at once; whoever is inside, or was a member, and gets another role is told to the vendor by
  /// themselves, so that it holds at once and with the tokens they have. What will show it, of those for whom it does not
  /// hold at once, by external id.
  private func tellVendor(
    _ people: [Person], _ roles: [String: ParticipantRole], _ state: RoomState, _ caller: Caller
  ) async throws(GatewayError) -> [String: Awaited] {
    let offering = try services.offering(of: state.room)
    let changing = offering.handle(.role)
    var plain: [RoomSpec.SpecMember] = []
    var inside: [RoomSpec.SpecMember] = []
    for person in people {
      guard let role = roles[person.externalID] else { continue }
      let known = state.members[person.externalID]
      let isMoved =
        known.map { $0 != role } ?? state.connections(of: person.externalID).contains { $0.role != role }
      if changing != nil, isMoved, isAsked(person.externalID, offering, state) {
        inside.append(.init(person: person, role: role))
      } else {
        plain.append(.init(person: person, role: role))
      }
    }
    try await setMembers(plain, offering.port(.memberEditing), state, caller)
    guard let changing else { return [:] }
    var awaited: [String: Awaited] = [:]
    for member in inside {
      let result = try await services.ask(state.room, caller) { (room, context) throws(ProviderFailure) in
        try await changing.setRole(of: member.person, to: member.role, in: room, context)
      }
      awaited[member.person.externalID] = result.awaited
    }
    return awaited
  }

  private func setMembers(
    _ members: [RoomSpec.SpecMember], _ editing: (any MemberEditing)?, _ state: RoomState, _ caller: Caller
  ) async throws(GatewayError) {
    guard let editing, !members.isEmpty else { return }
    _ = try await services.ask(state.room, caller) { (room, context) throws(ProviderFailure) in
      try await editing.setMembers(members, in: room, context)
    }
  }

  // MARK: Views

  func outcome(_ kind: Outcome.Kind, _ changed: Bool?, _ affected: [String], _ room: Room) -> Outcome {
    Outcome(
      kind, changed: changed, reason: changed == false ? .already : nil, affected: affected, provider: room.provider,
      providerKind: room.providerKind)
  }

  private static func person(_ row: PersonRecord) -> Person {
    Person(externalID: row.externalID, name: row.name, imageURL: row.imageURL)
  }

  func people(_ ids: [String], _ state: RoomState) async throws(GatewayError) -> [String: Person] {
    try await services.stored { () throws(StoreFailure) in
      try await services.people.people(Set(ids), state.room.tenant)
    }
  }

  private func views(_ ids: [String], _ state: RoomState) async throws(GatewayError) -> [MemberView] {
    let people = try await people(ids, state)
    return ids.map { id in
      MemberView(person: people[id] ?? Person(externalID: id), role: state.members[id] ?? state.role(of: id))
    }
  }
}
