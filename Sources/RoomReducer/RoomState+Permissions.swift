package import MeetingCore

extension RoomState {
  /// What somebody may publish here: what was given or taken last, else what their role may.
  package func permissions(of person: String?, as role: ParticipantRole? = nil) -> Set<Permission> {
    guard let person else { return [] }
    if let changed = changedPermissions(of: person), changed.isOverride { return changed.permissions }
    return (role ?? self.role(of: person)).permissions(in: room.kind)
  }

  package func request(_ id: String) -> PermissionRequest? {
    if case .request(let request) = resources[id] { request } else { nil }
  }

  /// The pending request that asks for all of these already.
  package func pendingRequest(of person: String, covering wanted: Set<Permission>) -> PermissionRequest? {
    requests(of: person).first { $0.isOpen && $0.covers(wanted) }
  }

  /// The request by which somebody got all of these.
  package func grantedRequest(of person: String, covering wanted: Set<Permission>) -> PermissionRequest? {
    requests(of: person).last { $0.state == .granted && $0.covers(wanted) }
  }

  func changedPermissions(of person: String) -> PersonPermissions? {
    let id = PersonPermissions.id(room: room.id, holder: person)
    if case .permissions(let permissions) = resources[id] { return permissions }
    return nil
  }
}
