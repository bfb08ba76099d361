package import HTTPTypes
package import MeetingCore
package import Store

// INTERFACE SKETCH; bodies come next.
package final class Gateway: Sendable {
  package init() {}
}

extension Gateway {
  private func later() -> GatewayError { GatewayError(.notReady, "") }

  // credentials
  package func authenticate(bearer: String) async throws(GatewayError) -> Principal { throw later() }
  package func origins(ofTenant tenant: String) -> [String] { [] }
  package var allOrigins: [String] { [] }
  package func createKey(name: String, scopes: [Scope], caller: Caller) async throws(GatewayError) -> KeyView {
    throw later()
  }
  package func keys(caller: Caller) async throws(GatewayError) -> [KeyView] { throw later() }
  package func revokeKey(_ id: String, caller: Caller) async throws(GatewayError) { throw later() }

  // rooms
  package func createRoom(_ request: CreateRoom, claim: IdempotencyClaim?, caller: Caller) async throws(GatewayError)
    -> (view: RoomView, existed: Bool)
  { throw later() }
  package func room(_ id: String, caller: Caller) async throws(GatewayError) -> RoomView { throw later() }
  /// `query.tenant` is overwritten with the caller's; `cursor` is the opaque one of the page before.
  package func rooms(_ query: RoomQuery, cursor: String?, caller: Caller) async throws(GatewayError) -> Page<RoomView> {
    throw later()
  }
  package func updateRoom(_ id: String, _ request: UpdateRoom, caller: Caller) async throws(GatewayError) -> RoomView {
    throw later()
  }
  package func goLive(_ room: String, caller: Caller) async throws(GatewayError) -> Outcome { throw later() }
  package func stopLive(_ room: String, caller: Caller) async throws(GatewayError) -> Outcome { throw later() }
  package func lock(_ room: String, caller: Caller) async throws(GatewayError) -> Outcome { throw later() }
  package func unlock(_ room: String, caller: Caller) async throws(GatewayError) -> Outcome { throw later() }
  package func end(_ room: String, caller: Caller) async throws(GatewayError) -> Outcome { throw later() }

  // tokens
  package func clientToken(_ room: String, _ request: TokenRequest, caller: Caller) async throws(GatewayError)
    -> ClientGrant
  { throw later() }
  package func joinToken(_ room: String, _ request: TokenRequest, caller: Caller) async throws(GatewayError)
    -> JoinGrant
  { throw later() }

  // people
  package func participants(_ room: String, _ filter: ParticipantFilter, limit: Int, cursor: String?, caller: Caller)
    async throws(GatewayError) -> Page<ParticipantView>
  { throw later() }
  package func participant(_ room: String, _ id: String, caller: Caller) async throws(GatewayError) -> ParticipantView {
    throw later()
  }
  package func mute(_ room: String, _ scope: ControlScope, tracks: Set<TrackKind>, caller: Caller)
    async throws(GatewayError) -> Outcome
  { throw later() }
  package func muteAll(_ room: String, tracks: Set<TrackKind>, except: [String], caller: Caller)
    async throws(GatewayError) -> BatchOutcome
  { throw later() }
  package func remove(_ room: String, _ scope: ControlScope, rejoin: RejoinPolicy, caller: Caller)
    async throws(GatewayError) -> (outcome: Outcome, enforced: Outcome.RejoinEnforcement)
  { throw later() }
  package func bans(_ room: String, limit: Int, cursor: String?, caller: Caller) async throws(GatewayError) -> Page<
    BanView
  > { throw later() }
  package func ban(_ room: String, _ person: PersonInput, until: Timestamp?, caller: Caller) async throws(GatewayError)
    -> BanView
  { throw later() }
  package func unban(_ room: String, _ person: String, caller: Caller) async throws(GatewayError) { throw later() }

  // the rest
  package func operation(_ id: String, caller: Caller) async throws(GatewayError) -> OperationView { throw later() }
  package func providers() -> [ProviderView] { [] }
  package func provider(_ name: String) throws(GatewayError) -> ProviderView { throw later() }
  package func capabilities(ofProvider name: String) throws(GatewayError) -> [CapabilityRow] { throw later() }
  package var providerDescriptions: [ProviderDescription] { [] }
  package func receiveHook(provider: String, body: [UInt8], header: @Sendable (String) -> [String])
    async throws(GatewayError) -> HookAnswer
  { throw later() }

  // events
  /// Oldest first; `next` is the position to go on behind, never nil.
  package func events(_ scope: EventsScope, from start: EventsStart, types: String?, limit: Int, caller: Caller)
    async throws(GatewayError) -> (events: [EventRecord], next: Int64)
  { throw later() }
  /// A client token's subscription ends with the token, its ban and its room. `types` as in the query; nil = all (for client tokens: all but `participant.*`).
  package func subscribe(_ scope: EventsScope, from start: EventsStart, types: String?, caller: Caller)
    async throws(GatewayError) -> any HTTPBodySource
  { throw later() }

  // operating
  /// Each check by name; ready when all are true.
  package func readiness() async -> [(check: String, ok: Bool)] { [] }
  /// Begins a keyed request; see IdempotencyDecision.
  package func beginIdempotent(_ claim: IdempotencyClaim) async throws(GatewayError) -> IdempotencyDecision {
    throw later()
  }
  package func finishIdempotent(_ claim: IdempotencyClaim, _ answer: StoredAnswer) async throws(GatewayError) {
    throw later()
  }
  /// Forgets the claim: the request was refused or failed in a way that must not be remembered.
  package func abandonIdempotent(_ claim: IdempotencyClaim) async {}
  /// The process's name in claims.
  package var instance: String { "" }
  /// Runs to its end even if the caller's task is cancelled; waited for at shutdown.
  package func shielded<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value { await work() }
}
