package import MeetingCore
package import RoomReducer

/// The configured accounts, in order, and what each offers with the gateway's own policies laid over.
package struct ProviderRegistry: Sendable {
  package let accounts: [ProviderAccount]
  private let byName: [String: ProviderAccount]
  private let routes: [RouteRule]
  /// What each account offers, by its name and kind of room: asked for several times per request, and always the same.
  private let offerings: [String: [RoomKind: (own: Offering, whole: Offering)]]

  package init(accounts: [ProviderAccount], routes: [RouteRule] = []) {
    self.accounts = accounts
    self.routes = routes
    byName = Dictionary(accounts.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    offerings = byName.mapValues(Self.offerings)
  }

  private static func offerings(of account: ProviderAccount) -> [RoomKind: (own: Offering, whole: Offering)] {
    var offerings: [RoomKind: (own: Offering, whole: Offering)] = [:]
    for kind in RoomKind.allCases {
      offerings[kind] = account.provider.offering(for: kind).map { ($0, EmulatedPolicies.overlay($0, kind)) }
    }
    return offerings
  }

  package func account(_ name: String) -> ProviderAccount? { byName[name] }

  /// The offering for rooms of `kind` with the emulated rows added; nil when the provider lacks the kind.
  package func offering(of account: ProviderAccount, for kind: RoomKind) -> Offering? {
    offerings[account.name]?[kind]?.whole
  }

  /// What the gateway keeps by itself in a room. A room whose account is gone is left to its vendor, and cannot be read.
  package func rules(of room: Room) -> GatewayRules {
    guard let offering = offerings[room.provider]?[room.kind]?.whole else {
      return GatewayRules(stage: .policed, readsRooms: false)
    }
    return EmulatedPolicies.rules(offering)
  }

  /// The same without what the gateway does by itself.
  package func ownOffering(of account: ProviderAccount, for kind: RoomKind) -> Offering? {
    offerings[account.name]?[kind]?.own
  }

  /// The accounts a new room may go to, best first.
  package func candidates(for request: CreateRoom, tenant: String) throws(GatewayError) -> [ProviderAccount] {
    if let name = request.provider { return [try named(name, request)] }
    let fitting = ordered(for: request.kind, tenant: tenant).filter { fits($0, request) }
    guard !fitting.isEmpty else {
      throw GatewayError(.noProviderFits, "no configured provider has this kind of room with what is required")
    }
    return fitting
  }

  /// Accounts that have a capability for a kind of room.
  package func alternatives(with capability: Capability, kind: RoomKind, except name: String) -> [String] {
    accounts.filter { $0.name != name && offering(of: $0, for: kind)?.cells[capability] != nil }.map(\.name)
  }

  private func named(_ name: String, _ request: CreateRoom) throws(GatewayError) -> ProviderAccount {
    guard let account = byName[name] else {
      throw GatewayError(.invalidRequest, "there is no provider of this name").with {
        $0.issues = [FieldIssue(pointer: "/provider", code: "not_allowed", message: "is not a configured provider")]
      }
    }
    guard let offering = offering(of: account, for: request.kind) else {
      throw unsupported(account, "\(name) has no rooms of kind \(request.kind.rawValue)", nil)
    }
    if let missing = request.neededCapabilities.first(where: { offering.cells[$0] == nil }) {
      throw unsupported(account, "\(name) lacks \(missing.rawValue)", missing)
    }
    let issues = SettingsSupport.issues(of: request, with: offering)
    if let first = issues.first {
      throw unsupported(account, "\(name) does not keep \(first.pointer) as it is wanted", nil).with {
        $0.issues = issues
      }
    }
    guard request.clientKinds.isEmpty || request.clientKinds.contains(account.kind) else {
      throw GatewayError(.clientCannotJoin, "the client does not carry the SDK of this provider").with {
        $0.requiredKind = account.kind
        $0.provider = name
        $0.providerKind = account.kind
      }
    }
    return account
  }

  private func unsupported(_ account: ProviderAccount, _ detail: String, _ capability: Capability?) -> GatewayError {
    GatewayError(.capabilityUnsupported, detail).with {
      $0.capability = capability
      $0.provider = account.name
      $0.providerKind = account.kind
    }
  }

  private func ordered(for kind: RoomKind, tenant: String) -> [ProviderAccount] {
    guard let rule = routes.first(where: { $0.matches(kind: kind, tenant: tenant) }) else { return accounts }
    return rule.providers.compactMap { byName[$0] }
  }

  private func fits(_ account: ProviderAccount, _ request: CreateRoom) -> Bool {
    guard let offering = offering(of: account, for: request.kind) else { return false }
    return request.neededCapabilities.allSatisfy { offering.cells[$0] != nil }
      && SettingsSupport.issues(of: request, with: offering).isEmpty
      && (request.clientKinds.isEmpty || request.clientKinds.contains(account.kind))
  }
}
