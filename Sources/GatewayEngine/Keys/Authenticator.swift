import MeetingCore
import RoomReducer
import Store

/// Who a bearer token belongs to. A store that cannot be asked is 503; only a token that is surely bad is 401.
struct Authenticator: Sendable {
  let services: Services
  let keys: KeyRing
  let clientTokens: ClientTokens

  func authenticate(_ bearer: String, _ admit: (Principal) throws(GatewayError) -> Void) async throws(GatewayError)
    -> Principal
  {
    if bearer.hasPrefix(ClientTokens.prefix) { return .client(try await client(bearer, admit)) }
    let principal = try await services.stored { () throws(StoreFailure) in try await keys.principal(of: bearer) }
    guard let principal else { throw Self.unauthenticated() }
    try admit(.key(principal))
    return .key(principal)
  }

  private func client(_ bearer: String, _ admit: (Principal) throws(GatewayError) -> Void) async throws(GatewayError)
    -> ClientPrincipal
  {
    guard let principal = clientTokens.read(bearer, now: services.now) else { throw Self.unauthenticated() }
    try admit(.client(principal))
    let isActive = try await services.stored { () throws(StoreFailure) in
      try await keys.isActive(principal.keyID, tenant: principal.tenant)
    }
    guard isActive else { throw Self.unauthenticated() }
    guard let state = try await services.anyRoom(principal.room) else { return principal }
    try RoleRules.requireAdmitted(principal.person, in: state, now: services.now)
    // Who was given another role since has no more power, and no less, than that.
    return principal.acting(as: state.role(of: principal.person))
  }

  static func unauthenticated() -> GatewayError {
    GatewayError(.unauthenticated, "the credential is missing, unknown, revoked or over")
  }
}
