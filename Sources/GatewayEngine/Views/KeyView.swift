package import Cryptography
package import MeetingCore

/// An API key as it is listed; the key itself is shown once, when made.
package struct KeyView: Sendable {
  package let id: String
  package let name: String
  package let scopes: [Scope]
  package let createdAt: Timestamp
  package let revokedAt: Timestamp?
  /// Only in the answer that made it.
  package let key: Secret?

  package init(id: String, name: String, scopes: [Scope], createdAt: Timestamp, revokedAt: Timestamp?, key: Secret?) {
    self.id = id
    self.name = name
    self.scopes = scopes
    self.createdAt = createdAt
    self.revokedAt = revokedAt
    self.key = key
  }
}
