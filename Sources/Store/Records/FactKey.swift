/// Remembers a stateless fact, so that its repeat is dropped.
package struct FactKey: Sendable, Hashable {
  package let key: String
  /// Nanoseconds since 1970.
  package let expiresAt: Int64

  package init(key: String, expiresAt: Int64) {
    self.key = key
    self.expiresAt = expiresAt
  }
}
