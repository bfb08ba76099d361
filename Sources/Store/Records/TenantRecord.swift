/// A tenant's row.
package struct TenantRecord: Sendable, Hashable {
  package let id: String
  package let name: String

  package init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}
