import GatewayEngine
import Store

/// Tenants are configured by name; their rows are made when first seen.
enum Tenants {
  static func id(_ name: String) -> String { "ten_" + name }

  static func ensure(_ tenants: [GatewayOptions.Tenant], in store: any Store) async throws {
    let known = Set(try await store.tenants().map(\.id))
    for tenant in tenants where !known.contains(tenant.id) {
      try await store.insert(TenantRecord(id: tenant.id, name: tenant.name))
    }
  }
}
