package import MeetingCore
import Store

extension Gateway {
  /// Who a bearer token belongs to. `admit` is asked as soon as that is known, before anything of theirs is looked up;
  /// what it throws is thrown.
  package func authenticate(
    bearer: String, admit: (Principal) throws(GatewayError) -> Void = { _ throws(GatewayError) in }
  ) async throws(GatewayError) -> Principal {
    try await authenticator.authenticate(bearer, admit)
  }

  /// The origins a tenant lists.
  package func origins(ofTenant tenant: String) -> [String] {
    services.options.tenants.first { $0.id == tenant }?.origins ?? []
  }

  /// The origins that any tenant lists: what a preflight, which carries no credential, is judged by.
  package var allOrigins: [String] { services.options.tenants.flatMap(\.origins) }

  /// A key for the instance is only given by one that has that power itself.
  package func createKey(name: String, scopes: [Scope], caller: Caller) async throws(GatewayError) -> KeyView {
    if scopes.contains(.operator), !caller.isOperator {
      throw GatewayError(.forbidden, "a key with the scope operator is made by an operator")
    }
    let keys = keyRing
    return try await services.stored { () throws(StoreFailure) in
      try await keys.create(tenant: caller.tenant, name: name, scopes: scopes)
    }
  }

  package func keys(caller: Caller) async throws(GatewayError) -> [KeyView] {
    let keys = keyRing
    return try await services.stored { () throws(StoreFailure) in try await keys.list(tenant: caller.tenant) }
  }

  package func revokeKey(_ id: String, caller: Caller) async throws(GatewayError) {
    let keys = keyRing
    let found = try await services.stored { () throws(StoreFailure) in
      try await keys.revoke(id, tenant: caller.tenant)
    }
    guard found else { throw GatewayError(.notFound, "there is no such key") }
  }
}
