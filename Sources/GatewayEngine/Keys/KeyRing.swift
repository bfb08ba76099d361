import Clocks
package import Cryptography
package import MeetingCore
package import Store
import Synchronization

/// API keys: made, listed, revoked and looked up. Only their hashes are stored.
package struct KeyRing: Sendable {
  package static let prefix = "sb_"

  private let store: any Store
  private let identifiers: Identifiers
  private let random: any RandomSource
  private let now: @Sendable () -> Timestamp
  private let cache = KeyCache()

  package init(
    store: any Store, identifiers: Identifiers, random: any RandomSource, now: @escaping @Sendable () -> Timestamp
  ) {
    self.store = store
    self.identifiers = identifiers
    self.random = random
    self.now = now
  }

  package func create(tenant: String, name: String, scopes: [Scope]) async throws(StoreFailure) -> KeyView {
    let key = Secret(Self.prefix + Base64URL.encode(random.bytes(32)))
    let record = KeyRecord(
      id: identifiers.make("key_"), tenant: tenant, hash: SHA256.digest(key.bytes), name: name,
      scopes: scopes.map(\.rawValue), createdAt: now().nanoseconds)
    try await store.insert(record)
    return Self.view(record, key: key)
  }

  package func list(tenant: String) async throws(StoreFailure) -> [KeyView] {
    try await store.keys(tenant: tenant).map { Self.view($0) }
  }

  /// False when the tenant has no such key.
  package func revoke(_ id: String, tenant: String) async throws(StoreFailure) -> Bool {
    defer { cache.clear() }
    return try await store.revokeKey(id: id, tenant: tenant, at: now().nanoseconds)
  }

  /// Whose key this is; nil when unknown or revoked. Look-ups are remembered for at most a second.
  func principal(of key: String) async throws(StoreFailure) -> KeyPrincipal? {
    guard key.hasPrefix(Self.prefix), key.utf8.count <= 128 else { return nil }
    let hash = SHA256.digest(Array(key.utf8))
    if let known = cache.value(of: hash, now: now()) { return known.principal }
    let record = try await store.key(hash: hash)
    let principal = record.flatMap { record in
      record.revokedAt == nil
        ? KeyPrincipal(
          id: record.id, tenant: record.tenant, scopes: Set(record.scopes.compactMap(Scope.init))) : nil
    }
    cache.keep(principal, of: hash, now: now())
    return principal
  }

  /// Whether a key is still good, by id: client tokens die with the key that made them.
  func isActive(_ id: String, tenant: String) async throws(StoreFailure) -> Bool {
    let hash = Array("\(tenant)/\(id)".utf8)
    if let known = cache.value(of: hash, now: now()) { return known.principal != nil }
    let record = try await store.keys(tenant: tenant).first { $0.id == id && $0.revokedAt == nil }
    let principal = record.map { KeyPrincipal(id: $0.id, tenant: $0.tenant, scopes: []) }
    cache.keep(principal, of: hash, now: now())
    return principal != nil
  }

  private static func view(_ record: KeyRecord, key: Secret? = nil) -> KeyView {
    KeyView(
      id: record.id, name: record.name, scopes: record.scopes.compactMap(Scope.init),
      createdAt: Timestamp(nanoseconds: record.createdAt),
      revokedAt: record.revokedAt.map(Timestamp.init(nanoseconds:)), key: key)
  }
}
