package import MeetingCore
package import Store

extension Gateway {
  package func createRoom(_ request: CreateRoom, claim: IdempotencyClaim?, caller: Caller) async throws(GatewayError)
    -> (view: RoomView, existed: Bool)
  {
    let begun = claim.flatMap { idempotency.resource(of: $0) }
    return try await creator.create(request, claim: claim, begun: begun, caller: caller)
  }

  package func room(_ id: String, caller: Caller) async throws(GatewayError) -> RoomView {
    try await RoomReader(services: services).room(id, caller)
  }

  /// `query.tenant` is overwritten with the caller's; `cursor` is the opaque one of the page before.
  package func rooms(_ query: RoomQuery, cursor: String?, caller: Caller) async throws(GatewayError) -> Page<RoomView> {
    try await RoomReader(services: services).rooms(query, cursor: cursor, caller)
  }

  package func updateRoom(_ id: String, _ request: UpdateRoom, caller: Caller) async throws(GatewayError) -> RoomView {
    try await RoomUpdater(services: services).update(id, request, caller)
  }

  package func goLive(_ room: String, caller: Caller) async throws(GatewayError) -> Outcome {
    try await goLive(room, with: [], caller: caller).outcome
  }

  /// What cannot be started along does not keep the room from going live. Only keys start what leaves the room.
  package func goLive(_ room: String, with extras: [GoLiveExtra], caller: Caller) async throws(GatewayError)
    -> GoLiveOutcome
  {
    if !extras.isEmpty, case .client = caller.principal {
      throw GatewayError(.forbidden, "a client token starts no recording, broadcast or transcription")
    }
    var result = GoLiveOutcome(
      outcome: try await services.control(room) { () throws(GatewayError) in
        try await RoomControls(services: services).goLive(room, caller)
      })
    for extra in extras {
      do {
        let view = try await EgressControls(services: services).startOrDefer(room, extra.request, caller)
        result.started.append((extra, view.egress.id))
      } catch { result.failed.append((extra, error)) }
    }
    return result
  }

  package func stopLive(_ room: String, keeping: Set<EgressSort> = [], caller: Caller) async throws(GatewayError)
    -> Outcome
  {
    try await services.control(room) { () throws(GatewayError) in
      try await RoomControls(services: services).stopLive(room, keeping: keeping, caller)
    }
  }

  package func lock(_ room: String, caller: Caller) async throws(GatewayError) -> Outcome {
    try await RoomControls(services: services).lock(room, caller)
  }

  package func unlock(_ room: String, caller: Caller) async throws(GatewayError) -> Outcome {
    try await RoomControls(services: services).unlock(room, caller)
  }

  package func end(_ room: String, caller: Caller) async throws(GatewayError) -> Outcome {
    try await services.control(room) { () throws(GatewayError) in
      try await RoomControls(services: services).end(room, caller)
    }
  }

  /// Reads the room from its vendor now and takes in what was missed. False when the vendor could not be read.
  package func reconcile(_ room: String) async -> Bool { await reconciler.reconcile(room) }
}
