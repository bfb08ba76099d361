package import Cryptography

/// How this gateway is set up.
package struct GatewayOptions: Sendable {
  package struct Tenant: Sendable, Hashable {
    package let id: String
    package let name: String
    /// Origins whose pages may read answers; `http://localhost:*` matches any port.
    package let origins: [String]

    package init(id: String, name: String, origins: [String] = []) {
      self.id = id
      self.name = name
      self.origins = origins
    }
  }

  /// This process's name in idempotency claims.
  package let instance: String
  /// Signs client tokens and seals stored answers. Never empty.
  package let tokenKey: Secret
  package let tenants: [Tenant]
  /// Who stands in as host where a room has none; an external id.
  package let servicePerson: String
  /// The total time for one caller's request, all vendor calls and tries included.
  package let requestDeadline: Duration
  /// How long somebody else's running request with the same key or external id is waited for.
  package let patience: Duration
  /// When a vendor is asked again for a room whose create failed and which was not there then: one that was made late belongs
  /// to nobody and is ended. Each counts from the one before.
  package let secondLooks: [Duration]
  /// How often rooms are read from their vendors.
  package let reconciliation: ReconciliationOptions
  /// When a provider that fails is left alone; nil = never.
  package let breaker: BreakerOptions?
  package let retention: RetentionOptions
  package let egress: EgressOptions
  package let leases: LeaseOptions
  package let agents: AgentOptions
  package let calls: CallOptions
  package let seats: SeatOptions
  /// Where vendors reach this gateway; nil = not known.
  package let publicURL: String?
  /// When tenants are told that a provider is in trouble.
  package let conditions: ConditionOptions
  package let removals: RemovalOptions

  package init(
    instance: String, tokenKey: Secret, tenants: [Tenant], servicePerson: String = "switchboard",
    requestDeadline: Duration = .seconds(14), patience: Duration = .seconds(2),
    secondLooks: [Duration] = [.seconds(5), .seconds(30)],
    reconciliation: ReconciliationOptions = ReconciliationOptions(), breaker: BreakerOptions? = BreakerOptions(),
    retention: RetentionOptions = RetentionOptions(), egress: EgressOptions = EgressOptions(),
    leases: LeaseOptions = LeaseOptions(), agents: AgentOptions = AgentOptions(), calls: CallOptions = CallOptions(),
    seats: SeatOptions = SeatOptions(), conditions: ConditionOptions = ConditionOptions(),
    removals: RemovalOptions = RemovalOptions(), publicURL: String? = nil
  ) {
    self.instance = instance
    self.tokenKey = tokenKey
    self.tenants = tenants
    self.servicePerson = servicePerson
    self.requestDeadline = requestDeadline
    self.patience = patience
    self.secondLooks = secondLooks
    self.reconciliation = reconciliation
    self.breaker = breaker
    self.retention = retention
    self.egress = egress
    self.leases = leases
    self.agents = agents
    self.calls = calls
    self.seats = seats
    self.conditions = conditions
    self.removals = removals
    self.publicURL = publicURL
  }

  /// Where the vendor of an account is to deliver to.
  package func hookURL(of account: String) -> String? { publicURL.map { Self.hookURL($0, of: account) } }

  /// The same, for a public address.
  package static func hookURL(_ publicURL: String, of account: String) -> String {
    "\(publicURL.hasSuffix("/") ? String(publicURL.dropLast()) : publicURL)/v1/hooks/\(account)"
  }
}
