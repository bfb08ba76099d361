import MeetingCore
import RoomReducer
import Store

/// What several controls have in common.
extension Services {
  /// One write at the vendor of the room, in the caller's name.
  func ask<Value: Sendable>(
    _ room: Room, _ caller: Caller,
    _ call: @Sendable (ProviderRoom, CallContext) async throws(ProviderFailure) -> Value
  ) async throws(GatewayError) -> Value {
    let account = try account(of: room)
    let context = context(caller, actor: caller.actor)
    let provided = providerRoom(room)
    do {
      return try await calls.run(account, .write, context) { () throws(ProviderFailure) in
        try await call(provided, context)
      }
    } catch { throw self.error(error, room) }
  }

  /// What is told of a control at the vendor; `changed` counts only where the vendor has executed it.
  func outcome(of result: ControlOutcome, changed: Bool, affected: [String], _ room: Room) -> Outcome {
    let kind: Outcome.Kind =
      switch result {
      case .applied: .applied
      case .requested, .asked: .requested
      case .pending: .pending
      }
    return Outcome(
      kind, changed: result.isApplied ? changed : nil, reason: result.isApplied && !changed ? .already : nil,
      affected: affected, provider: room.provider, providerKind: room.providerKind)
  }

  /// What is told of a control whose outcome comes later; one that finds all as it is to be has changed nothing.
  func outcome(of begun: Operations.Begun, _ awaited: Awaited, affected: [String], _ room: Room) -> Outcome {
    guard let operation = begun.operation else {
      return outcome(of: .applied([]), changed: begun.committed.changed, affected: affected, room)
    }
    return Outcome(
      awaited.isWish ? .requested : .pending, changed: nil, affected: affected, operation: operation.id,
      provider: room.provider, providerKind: room.providerKind)
  }

  /// Somebody by external id, with what is known of them.
  func person(_ id: String, _ room: Room) async throws(GatewayError) -> Person {
    let known = try await stored { () throws(StoreFailure) in try await people.people([id], room.tenant) }
    return known[id] ?? Person(externalID: id)
  }

  /// Refuses kinds of track that a control does not reach at this provider.
  func requireTracks(
    _ wanted: Set<TrackKind>, among known: Set<TrackKind>, _ capability: Capability, _ room: Room
  ) throws(GatewayError) {
    guard let first = TrackKind.allCases.first(where: { wanted.contains($0) && !known.contains($0) }) else { return }
    throw .unsupported(
      "\(room.provider) cannot \(capability.rawValue) tracks of kind \(first.rawValue)", capability, room)
  }

  /// Refuses what cannot be published in rooms of this kind at all.
  func requireKnown(_ wanted: Set<Permission>, among known: Set<Permission>? = nil, _ room: Room) throws(GatewayError) {
    let unknown = Permission.listed(wanted.subtracting(known ?? Permission.known(in: room.kind)))
    guard let first = unknown.first else { return }
    throw .unsupported(
      "\(first.rawValue) is not to be had in a room of kind \(room.kind.rawValue)", .permissions, room)
  }
}
