package import MeetingCore

/// An account at a vendor, with its health.
package struct ProviderView: Sendable {
  package enum Health: String, Sendable, Hashable { case ok, degraded, unknown }
  package enum Credentials: String, Sendable, Hashable { case ok, rejected, unknown }

  package let name: String
  package let kind: String
  package let isMock: Bool
  package let health: Health
  package let credentials: Credentials
  /// The last failure's code and when; nil when there was none.
  package let lastError: ErrorCode?
  package let since: Timestamp?

  package init(
    name: String, kind: String, isMock: Bool, health: Health, credentials: Credentials, lastError: ErrorCode?,
    since: Timestamp?
  ) {
    self.name = name
    self.kind = kind
    self.isMock = isMock
    self.health = health
    self.credentials = credentials
    self.lastError = lastError
    self.since = since
  }
}
