import MeetingCore

extension Reducing {
  /// The vendor tells all that somebody may publish now, also of what rooms of this kind do not have. Nothing is told of
  /// what is so already, nor of older news.
  mutating func observePermissions(of person: String, _ told: Set<Permission>, _ fact: Fact) {
    guard state.room.phase != .creating, state.room.phase != .ended else { return }
    let effective = told.intersection(Permission.known(in: state.room.kind))
    switch note(person, effective, fact) {
    case .newest:
      set(person, to: effective, by: nil, fact)
      askAgain(person, after: fact)
    case .missing(let first, let second):
      tellMissing(of: person, from: second.value, to: first)
      tellMissing(of: person, from: first.value, to: second)
    case .nothing: break
    }
  }

  /// A change that is told late, in its place: hands that were up then came down with it.
  private mutating func tellMissing(
    of person: String, from before: Set<Permission>, to entry: Timeline<Set<Permission>>.Entry
  ) {
    let settled = settleRequests(of: person, with: entry.value, until: entry.fact.occurredAt, by: nil, entry.fact)
    tellChange(of: person, from: before.union(settled), to: entry.value, by: nil, entry.fact)
  }

  mutating func permit(
    _ person: String, granting granted: Set<Permission>, revoking revoked: Set<Permission>, by: String?
  ) {
    guard state.room.phase != .ended else { return }
    let effective = state.permissions(of: person).union(granted).subtracting(revoked)
    let fact = own(.permissionsChanged(person: person, effective: effective, by: by))
    _ = note(person, effective, fact)
    set(person, to: effective, by: by, fact)
  }

  /// A role given by us brings what belongs to it, whatever was given or taken before.
  mutating func changingRole(of person: String, _ change: (inout Self) -> Void) {
    let (oldRole, before) = (state.role(of: person), state.permissions(of: person))
    change(&self)
    let role = state.role(of: person)
    guard role != oldRole else { return }
    let effective = role.permissions(in: state.room.kind)
    let fact = own(.permissionsChanged(person: person, effective: effective, by: nil))
    if before != effective || state.latest.permissions[person] != nil { _ = note(person, effective, fact) }
    if state.changedPermissions(of: person) != nil { remember(person, effective, fact) }
    settleRequests(of: person, by: nil, fact)
  }

  // MARK: What changes with it

  private mutating func set(_ person: String, to effective: Set<Permission>, by: String?, _ fact: Fact) {
    let before = state.permissions(of: person)
    if before != effective { remember(person, effective, fact) }
    let settled = settleRequests(of: person, by: by, fact)
    tellChange(of: person, from: before.union(settled), to: effective.union(settled), by: by, fact)
  }

  private mutating func remember(_ person: String, _ effective: Set<Permission>, _ fact: Fact) {
    let known = state.changedPermissions(of: person)
    put(
      .permissions(
        PersonPermissions(
          room: state.room.id, holder: person, permissions: effective,
          isOverride: effective != state.role(of: person).permissions(in: state.room.kind),
          createdAt: known?.createdAt ?? fact.occurredAt, changedAt: fact.occurredAt)))
  }

  private mutating func tellChange(
    of person: String, from before: Set<Permission>, to after: Set<Permission>, by: String?, _ fact: Fact
  ) {
    let (added, removed) = (after.subtracting(before), before.subtracting(after))
    if !added.isEmpty {
      emit(.permissionGranted(change(person, added, request: nil, by: by, .enablePublishing)), fact)
    }
    if !removed.isEmpty {
      emit(.permissionRevoked(change(person, removed, request: nil, by: by, .disablePublishing)), fact)
    }
  }

  /// Somebody who is not there has nothing to do.
  func change(
    _ person: String, _ permissions: Set<Permission>, request: String?, by: String?,
    _ action: PermissionChange.ClientAction
  ) -> PermissionChange {
    PermissionChange(
      request: request, person: person, permissions: Permission.listed(permissions),
      effective: Permission.listed(state.permissions(of: person)), by: by,
      clientAction: state.isConnected(person) ? action : .none)
  }

  private mutating func note(_ person: String, _ effective: Set<Permission>, _ fact: Fact)
    -> Timeline<Set<Permission>>.Place
  {
    var timeline = timeline(of: person)
    defer { state.latest.permissions[person] = timeline }
    return timeline.insert(effective, fact)
  }

  /// The first entry is what the room's rows remember.
  private func timeline(of person: String) -> Timeline<Set<Permission>> {
    if let known = state.latest.permissions[person] { return known }
    let effective = state.permissions(of: person)
    guard let changed = state.changedPermissions(of: person) else { return Timeline(before: effective) }
    var timeline = Timeline<Set<Permission>>(before: nil)
    let detail = Fact.Detail.permissionsChanged(person: person, effective: effective, by: nil)
    _ = timeline.insert(effective, Fact(occurredAt: changed.changedAt, source: .reconcile, detail))
    return timeline
  }
}
