package import MeetingCore

extension Gateway {
  package func startEgress(_ room: String, _ request: StartEgress, caller: Caller) async throws(GatewayError)
    -> EgressView
  {
    try await EgressControls(services: services).start(room, request, caller)
  }

  package func stopEgress(_ room: String, _ id: String, _ sort: EgressSort, caller: Caller) async throws(GatewayError)
    -> Outcome
  {
    try await EgressControls(services: services).stop(room, id, sort, caller)
  }

  package func egress(_ room: String, _ id: String, _ sort: EgressSort, caller: Caller) async throws(GatewayError)
    -> EgressView
  {
    try await EgressReader(services: services).read(room, id, sort, caller)
  }

  package func egresses(_ room: String, _ sort: EgressSort, limit: Int, cursor: String?, caller: Caller)
    async throws(GatewayError) -> Page<EgressView>
  {
    try await EgressReader(services: services).list(room, sort, limit: limit, cursor: cursor, caller)
  }

  package func deleteEgress(_ room: String, _ id: String, _ sort: EgressSort, caller: Caller)
    async throws(GatewayError)
  {
    try await EgressDeletion(services: services).delete(room, id, sort, caller)
  }
}
