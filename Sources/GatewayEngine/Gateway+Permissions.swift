package import MeetingCore

extension Gateway {
  package func permissionRequests(
    _ room: String, _ filter: RequestFilter, limit: Int, cursor: String?, caller: Caller
  ) async throws(GatewayError) -> Page<PermissionRequestView> {
    try await RequestControls(services: services).list(room, filter, limit: limit, cursor: cursor, caller)
  }

  /// `isNew` is false for a hand that was up already, and for what the person may do anyway.
  package func requestPermissions(
    _ room: String, _ person: PersonInput, _ permissions: Set<Permission>, caller: Caller
  ) async throws(GatewayError) -> (view: PermissionRequestView, isNew: Bool) {
    try await services.gate.control(room) { () throws(GatewayError) in
      try await RequestControls(services: services).raise(room, person, permissions, caller)
    }
  }

  package func grantRequest(_ room: String, _ id: String, caller: Caller) async throws(GatewayError)
    -> (outcome: Outcome, view: PermissionRequestView)
  {
    try await services.gate.control(room) { () throws(GatewayError) in
      try await RequestControls(services: services).grant(room, id, caller)
    }
  }

  package func rejectRequest(_ room: String, _ id: String, caller: Caller) async throws(GatewayError)
    -> (outcome: Outcome, view: PermissionRequestView)
  {
    try await services.gate.control(room) { () throws(GatewayError) in
      try await RequestControls(services: services).reject(room, id, caller)
    }
  }

  package func cancelRequest(_ room: String, _ id: String, caller: Caller) async throws(GatewayError) {
    try await RequestControls(services: services).cancel(room, id, caller)
  }

  package func permissions(_ room: String, of person: String, caller: Caller) async throws(GatewayError)
    -> PermissionsView
  {
    try await PermissionControls(services: services).read(room, person, caller)
  }

  package func changePermissions(_ room: String, of person: String, _ changes: [Permission: Bool], caller: Caller)
    async throws(GatewayError) -> (outcome: Outcome, view: PermissionsView)
  {
    try await services.gate.control(room) { () throws(GatewayError) in
      try await PermissionControls(services: services).change(room, person, changes, caller)
    }
  }
}
