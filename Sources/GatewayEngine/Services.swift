import Clocks
import JSONCoding
import MeetingCore
import Metrics
import RoomReducer
import Store
import StructuredLogging

/// What every use case works with.
struct Services: Sendable {
  let options: GatewayOptions
  let store: any Store
  let people: PeopleDirectory
  let registry: ProviderRegistry
  let mailboxes: RoomMailboxes
  let calls: ProviderCalls
  let health: ProviderHealth
  let breakers: ProviderBreakers
  let conditions: ProviderConditions
  let identifiers: Identifiers
  let time: any TimeSource
  let tasks: TaskTracker
  let gate: ControlGate
  let hints: ReconciliationHints
  let turns = RoomTurns()
  let watched: WatchBell
  let seats: SeatRoster
  let agents: AgentConnections
  let voice = CallConnections()
  let removals: RemovalQueue
  let deadlines = RoomDeadlines()
  let inspections = AccountInspections()
  let logger: Logger
  let meters: EngineMeters

  var now: Timestamp { Timestamp(nanoseconds: time.wallNanoseconds) }

  /// The context of one vendor operation of a caller's request.
  func context(_ caller: Caller?, actor: String?, key: String? = nil) -> CallContext {
    CallContext(
      deadline: ContinuousClock.now.advanced(by: options.requestDeadline), actor: actor, idempotencyKey: key,
      trace: caller?.trace)
  }

  /// Runs store work; its failure is the API's `store_unavailable`.
  func stored<Value: Sendable>(_ work: () async throws(StoreFailure) -> Value) async throws(GatewayError) -> Value {
    do { return try await work() } catch { throw unavailable(error.detail) }
  }

  func commit(_ submission: RoomSubmission, to room: String) async throws(GatewayError) -> RoomCommitted {
    do { return try await mailboxes.submit(submission, to: room) } catch { throw mapped(error) }
  }

  /// The tenant's room out of creation; anything else is not found.
  func room(_ id: String, _ caller: Caller) async throws(GatewayError) -> RoomState {
    guard let state = try await anyRoom(id), state.room.tenant == caller.tenant, state.room.phase != .creating else {
      throw GatewayError(.notFound, "there is no such room")
    }
    if case .client(let client) = caller.principal, client.room != id {
      throw GatewayError(.forbidden, "this token is for another room")
    }
    return state
  }

  /// A room that the caller may control and that has not ended.
  func controllable(_ id: String, _ caller: Caller) async throws(GatewayError) -> RoomState {
    let state = try await room(id, caller)
    try RoleRules.requireControl(caller, in: state, now: now)
    guard state.room.phase != .ended else { throw GatewayError(.roomEnded, "the room has ended") }
    return state
  }

  func anyRoom(_ id: String) async throws(GatewayError) -> RoomState? {
    do { return try await mailboxes.state(of: id) } catch { throw mapped(error) }
  }

  /// Where the room lives. A room whose account is no longer configured cannot be controlled.
  func account(of room: Room) throws(GatewayError) -> ProviderAccount {
    guard let account = registry.account(room.provider) else {
      throw GatewayError(.providerUnavailable, "the room's provider account is not configured").with {
        $0.provider = room.provider
        $0.providerKind = room.providerKind
        $0.retryAfterSeconds = 60
      }
    }
    return account
  }

  func offering(of room: Room) throws(GatewayError) -> Offering {
    guard let offering = registry.offering(of: try account(of: room), for: room.kind) else {
      throw unsupported(nil, room)
    }
    return offering
  }

  /// The handle of a capability of the room's provider, or `capability_unsupported` with the accounts that have it.
  func require<Handle: Sendable>(_ role: Role<Handle>, _ room: Room) throws(GatewayError) -> Handle {
    do { return try offering(of: room).require(role) } catch let refusal as CapabilityUnsupported {
      throw unsupported(refusal.capability, room)
    } catch { throw (error as? GatewayError) ?? unsupported(nil, room) }
  }

  /// What the room's provider declares of a capability, with a handle or without, or `capability_unsupported`.
  func offered(_ capability: Capability, _ room: Room) throws(GatewayError) -> Offering {
    let offering = try offering(of: room)
    guard offering.cells[capability] != nil else { throw unsupported(capability, room) }
    return offering
  }

  func unsupported(_ capability: Capability?, _ room: Room) -> GatewayError {
    let what = capability.map { "cannot do \($0.rawValue)" } ?? "has no rooms of kind \(room.kind.rawValue)"
    return .unsupported("\(room.provider) \(what)", capability, room).with {
      $0.alternatives =
        capability.map { registry.alternatives(with: $0, kind: room.kind, except: room.provider) } ?? []
    }
  }

  /// What is to be had only for people who are not there: with their next token.
  func unsupportedInside(_ capability: Capability, _ room: Room) -> GatewayError {
    .unsupported(
      "\(room.provider) cannot do \(capability.rawValue) for somebody who is connected", capability, room)
  }

  func providerRoom(_ room: Room) -> ProviderRoom {
    ProviderRoom(key: room.id, kind: room.kind, refs: room.providerRefs)
  }

  /// The API's error of a vendor's failure. After one that leaves open what happened, or that shows that we are behind,
  /// the room is read again soon.
  func error(_ failure: ProviderFailure, _ room: Room) -> GatewayError {
    if failure.executed == .maybe || failure.reason == .participantNotFound { hints.add(room.id, of: room.provider) }
    return FailureMapping.error(failure, provider: room.provider, kind: room.providerKind)
  }

  func unavailable(_ detail: String) -> GatewayError {
    logger.error("store unavailable", ["detail": .string(detail)])
    return GatewayError(.storeUnavailable, "the store cannot be used now").with { $0.retryAfterSeconds = 1 }
  }

  private func mapped(_ failure: MailboxFailure) -> GatewayError {
    switch failure {
    case .noSuchRoom: GatewayError(.notFound, "there is no such room")
    case .store(let detail): unavailable(detail)
    case .fenced: unavailable("the lease was taken")
    }
  }
}
