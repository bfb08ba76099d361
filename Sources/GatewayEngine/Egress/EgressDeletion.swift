import MeetingCore
import RoomReducer

/// Deletes recordings, with their files at the vendor.
struct EgressDeletion: Sendable {
  let services: Services

  func delete(_ room: String, _ id: String, _ sort: EgressSort, _ caller: Caller) async throws(GatewayError) {
    let state = try await services.room(room, caller)
    try RoleRules.requireControl(caller, in: state, now: services.now)
    let egress = try await EgressReader(services: services).egress(id, sort, in: room)
    guard !egress.isOpen else {
      throw GatewayError(.conflict, "what is not over yet cannot be deleted").with { $0.retryAfterSeconds = 5 }
    }
    for file in egress.files { try await delete(file, sort, state.room, caller) }
    _ = try await services.commit(RoomSubmission([.intent(.egress(.deleted(egress)))]), to: room)
  }

  /// A file that is not there is as good as deleted.
  private func delete(_ file: EgressFile, _ sort: EgressSort, _ room: Room, _ caller: Caller)
    async throws(GatewayError)
  {
    let reading = try services.require(.recordingRead, room)
    let account = try services.account(of: room)
    let (context, provided) = (services.context(caller, actor: caller.actor), services.providerRoom(room))
    do {
      try await services.calls.run(account, .write, context) { () throws(ProviderFailure) in
        try await reading.delete(file, of: sort, in: provided, context)
      }
    } catch { if error.reason != .notFound { throw services.error(error, room) } }
  }
}
