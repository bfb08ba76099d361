/// An API key's row; the key itself is never stored.
package struct KeyRecord: Sendable, Hashable {
  package let id: String
  package let tenant: String
  /// SHA-256 of the key; unique.
  package let hash: [UInt8]
  package let name: String
  package let scopes: [String]
  /// Nanoseconds since 1970.
  package let createdAt: Int64
  package let revokedAt: Int64?

  package init(
    id: String, tenant: String, hash: [UInt8], name: String, scopes: [String], createdAt: Int64, revokedAt: Int64? = nil
  ) {
    self.id = id
    self.tenant = tenant
    self.hash = hash
    self.name = name
    self.scopes = scopes
    self.createdAt = createdAt
    self.revokedAt = revokedAt
  }
}
