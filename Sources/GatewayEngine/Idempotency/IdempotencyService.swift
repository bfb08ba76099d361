import Clocks
import MeetingCore
import RoomReducer
import Store
import Synchronization

/// Runs a keyed request once, however often it is sent, also across a crash.
struct IdempotencyService: Sendable {
  let services: Services
  let sealing: AnswerSealing
  let settler: RoomSettler
  private let running = RunningClaims()

  init(services: Services, sealing: AnswerSealing, settler: RoomSettler) {
    self.services = services
    self.sealing = sealing
    self.settler = settler
  }

  func begin(_ claim: IdempotencyClaim) async throws(GatewayError) -> IdempotencyDecision {
    let deadline = ContinuousClock.now.advanced(by: services.options.patience)
    while true {
      switch try await ask(claim) {
      case .given(let isBegun): if isBegun { return .run }
      case .held(let record): if let decision = try await decide(record, claim) { return decision }
      }
      guard ContinuousClock.now < deadline else { throw inProgress() }
      do { try await services.time.sleep(for: .milliseconds(20)) } catch { throw inProgress() }
    }
  }

  private enum Asked {
    /// By the store; begun unless somebody here was faster to take it over.
    case given(isBegun: Bool)
    case held(IdempotencyRecord)
  }

  /// Between the store's word and ours that it runs, nobody else here may think a claim unattended.
  private func ask(_ claim: IdempotencyClaim) async throws(GatewayError) -> Asked {
    let store = services.store
    running.asks(claim)
    do {
      let result = try await services.stored { () throws(StoreFailure) in
        try await store.claim(claim, now: services.now.nanoseconds)
      }
      switch result {
      case .claimed: return .given(isBegun: running.answered(claim, given: true))
      case .existing(let record):
        _ = running.answered(claim, given: false)
        return .held(record)
      }
    } catch {
      _ = running.answered(claim, given: false)
      throw error
    }
  }

  func finish(_ claim: IdempotencyClaim, _ answer: StoredAnswer) async throws(GatewayError) {
    defer { running.end(claim) }
    guard let sealed = sealing.seal(answer, for: RunningClaims.name(claim)) else { return }
    let store = services.store
    try await services.stored { () throws(StoreFailure) in try await store.complete(claim, answer: sealed) }
  }

  func abandon(_ claim: IdempotencyClaim) async {
    try? await services.store.release(claim)
    running.end(claim)
  }

  /// The request stopped without an answer to keep: its outcome is an operation's now.
  func suspend(_ claim: IdempotencyClaim) { running.end(claim) }

  /// The store failed on the way, perhaps after the vendor had done its work: the claim stays, so that a repeat finds
  /// what there is before it runs again.
  func interrupt(_ claim: IdempotencyClaim) async {
    if OnceOnly.includes(claim.route) { return await abandon(claim) }
    suspend(claim)
  }

  /// What an earlier run of this claim had begun to create; nil when it had not come that far.
  func resource(of claim: IdempotencyClaim) -> String? { running.resource(of: claim) }

  /// nil = still running, ask again.
  private func decide(_ record: IdempotencyRecord, _ claim: IdempotencyClaim) async throws(GatewayError)
    -> IdempotencyDecision?
  {
    guard record.claim.fingerprint == claim.fingerprint else {
      throw GatewayError(.idempotencyMismatch, "this Idempotency-Key was used with another request")
    }
    if let sealed = record.answer {
      guard let answer = sealing.open(sealed, for: RunningClaims.name(record.claim)) else {
        throw services.unavailable("a stored answer cannot be opened")
      }
      return .replay(answer)
    }
    if running.contains(record.claim) { return nil }
    return try await adopt(record, claim)
  }

  /// A claim that nobody runs: an earlier process died with it, or its outcome was unknown.
  private func adopt(_ record: IdempotencyRecord, _ claim: IdempotencyClaim) async throws(GatewayError)
    -> IdempotencyDecision?
  {
    guard !OnceOnly.includes(claim.route) else {
      throw GatewayError(
        .idempotencyOutcomeUnknown, "whether the first request with this key did its work is not known")
    }
    guard running.begin(claim, resource: record.resource) else { return nil }
    let store = services.store
    do {
      let isOurs = try await services.stored { () throws(StoreFailure) in
        try await store.takeOver(claim, from: record.claim.owner)
      }
      guard isOurs else {
        running.end(claim)
        return nil
      }
      if let resource = record.resource { try await settle(resource) }
      return .run
    } catch {
      running.end(claim)
      throw error
    }
  }

  /// Before a create runs again: whether its room exists must be known.
  private func settle(_ room: String) async throws(GatewayError) {
    services.mailboxes.forget(room)
    guard let state = try await services.anyRoom(room), state.room.phase == .creating else { return }
    let context = services.context(nil, actor: nil)
    if case .unknown = await settler.settle(state, by: state.room.host, context, mayBeLate: true) {
      throw GatewayError(.providerTimeout, "whether the room was created is not known yet").with {
        $0.provider = state.room.provider
        $0.providerKind = state.room.providerKind
      }
    }
  }

  private func inProgress() -> GatewayError {
    GatewayError(.idempotencyInProgress, "the first request with this Idempotency-Key is still running").with {
      $0.retryAfterSeconds = 1
    }
  }
}
