/// A room's row. `header` holds the rest of the room in the engine's own coding; the columns are what look-ups need.
package struct RoomRecord: Sendable, Hashable {
  package let id: String
  package let tenant: String
  package let provider: String
  package let kind: String
  /// Unique among the tenant's rooms whose phase is not `ended`.
  package let externalID: String?
  /// `creating`, `backstage`, `live` or `ended`.
  package let phase: String
  /// Grows by one with each commit.
  package let version: Int64
  package let lastSequence: Int64
  package let header: [UInt8]
  /// What we call the room at the provider; unique per provider.
  package let providerKey: String
  /// What the provider calls it; unique per provider, nil until known.
  package let providerRef: String?
  /// Times in nanoseconds since 1970.
  package let createdAt: Int64
  package let startsAt: Int64?
  package let endedAt: Int64?

  package init(
    id: String, tenant: String, provider: String, kind: String, externalID: String?, phase: String, version: Int64,
    lastSequence: Int64, header: [UInt8], providerKey: String, providerRef: String?, createdAt: Int64, startsAt: Int64?,
    endedAt: Int64?
  ) {
    self.id = id
    self.tenant = tenant
    self.provider = provider
    self.kind = kind
    self.externalID = externalID
    self.phase = phase
    self.version = version
    self.lastSequence = lastSequence
    self.header = header
    self.providerKey = providerKey
    self.providerRef = providerRef
    self.createdAt = createdAt
    self.startsAt = startsAt
    self.endedAt = endedAt
  }
}
