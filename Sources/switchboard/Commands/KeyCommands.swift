import Configuration
import Clocks
import Cryptography
import GatewayEngine
import MeetingCore
import SQLiteStore
import Store

/// The work of `switchboard keys`.
struct KeyCommands {
  let store: SQLiteStore
  let tenant: String

  static func storePath(_ options: Arguments) throws -> String {
    if let path = options["store"] { return path }
    guard let file = options["config"] else { throw UsageError("--config FILE or --store FILE is required") }
    return try ConfigurationLoading.read(file, allowMock: true).storePath
  }

  static func open(_ path: String) throws(CommandError) -> SQLiteStore {
    do { return try SQLiteStore.open(path: path, exclusive: false) } catch { throw CommandError(error.detail) }
  }

  func create(_ options: Arguments) async throws {
    let names = (options["scopes"] ?? "read,manage").split(separator: ",").map(String.init)
    let scopes = names.compactMap(Scope.init)
    guard scopes.count == names.count, !scopes.isEmpty else {
      throw UsageError("--scopes takes read, manage, admin and operator, separated by commas")
    }
    try refuseUnknownTenant(options)
    try await Tenants.ensure([.init(id: Tenants.id(tenant), name: tenant)], in: store)
    let made = try await ring.create(tenant: Tenants.id(tenant), name: options["name"] ?? "", scopes: scopes)
    Output.line(made.key?.revealed ?? "")
  }

  /// A key of a tenant that the configuration does not have would open nothing.
  private func refuseUnknownTenant(_ options: Arguments) throws {
    guard options["store"] == nil, let file = options["config"] else { return }
    let names = try ConfigurationLoading.read(file, allowMock: true).tenants.map(\.name)
    guard names.contains(tenant) else {
      throw CommandError("\(file) has no tenant \(tenant); it has: \(names.joined(separator: ", "))")
    }
  }

  func list() async throws {
    for key in try await ring.list(tenant: Tenants.id(tenant)) {
      let state = key.revokedAt.map { "revoked \(RFC3339.format($0.nanoseconds))" } ?? "active"
      let scopes = key.scopes.map(\.rawValue).joined(separator: ",")
      Output.line("\(key.id)\t\(state)\t\(scopes)\t\(RFC3339.format(key.createdAt.nanoseconds))\t\(key.name)")
    }
  }

  func revoke(_ id: String?) async throws {
    guard let id else { throw UsageError("which key? See `switchboard keys list`") }
    guard try await ring.revoke(id, tenant: Tenants.id(tenant)) else {
      throw CommandError("the tenant \(tenant) has no key \(id)")
    }
    Output.line("revoked \(id)")
  }

  private var ring: KeyRing {
    let time = SystemTime()
    let random = SystemRandom()
    return KeyRing(
      store: store, identifiers: Identifiers(time: time, random: random), random: random,
      now: { Timestamp(nanoseconds: time.wallNanoseconds) })
  }
}
