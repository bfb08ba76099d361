package import MeetingCore
import Store

extension Gateway {
  package func providers() -> [ProviderView] { services.registry.accounts.map(view) }

  package func provider(_ name: String) throws(GatewayError) -> ProviderView { view(try account(name)) }

  package func capabilities(ofProvider name: String) throws(GatewayError) -> [CapabilityRow] {
    CapabilityTable.rows(of: try account(name), services.registry)
  }

  /// How settings of rooms are kept there.
  package func settings(ofProvider name: String) throws(GatewayError) -> [SettingRow] {
    CapabilityTable.settings(of: try account(name), services.registry)
  }

  /// What each kind of provider says of itself, once per kind.
  package var providerDescriptions: [ProviderDescription] {
    var seen: Set<String> = []
    return services.registry.accounts.map(\.description).filter { seen.insert($0.kind).inserted }
  }

  package func hasProvider(_ name: String) -> Bool { services.registry.account(name) != nil }

  package func receiveHook(provider: String, body: [UInt8], header: @escaping @Sendable (String) -> [String])
    async throws(GatewayError) -> HookAnswer
  {
    try await hooks.receive(provider: provider, body: body, header: header)
  }

  package func operation(_ id: String, caller: Caller) async throws(GatewayError) -> Operation {
    let store = services.store
    let record = try await services.stored { () throws(StoreFailure) in try await store.operation(id: id) }
    guard let record, record.tenant == caller.tenant else {
      throw GatewayError(.notFound, "there is no such operation")
    }
    return try await services.stored { () throws(StoreFailure) in try OperationCoding.operation(record) }
  }

  private func account(_ name: String) throws(GatewayError) -> ProviderAccount {
    guard let account = services.registry.account(name) else {
      throw GatewayError(.notFound, "there is no provider of this name")
    }
    return account
  }

  private static func word(_ state: CircuitBreaker.State) -> ProviderView.Breaker {
    switch state {
    case .closed: .closed
    case .open: .open
    case .halfOpen: .halfOpen
    }
  }

  private func view(_ account: ProviderAccount) -> ProviderView {
    let report = services.health.report(of: account.name)
    let troubles = services.conditions.troubles(of: account.name)
    return ProviderView(
      name: account.name, kind: account.kind, isMock: account.isMock,
      health: troubles.isEmpty ? report.health : .degraded, credentials: report.credentials,
      lastError: report.lastError, since: report.since,
      breaker: services.breakers.state(of: account.name).map(Self.word),
      findings: services.inspections.findings(of: account.name) ?? [],
      troubles: troubles)
  }
}
