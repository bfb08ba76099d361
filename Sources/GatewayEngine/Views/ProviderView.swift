package import MeetingCore

/// An account at a vendor, with its health.
package struct ProviderView: Sendable {
  package enum Health: String, Sendable, Hashable { case ok, degraded, unknown }
  package enum Breaker: String, Sendable, Hashable {
    case closed, open
    case halfOpen = "half_open"
  }
  package enum Credentials: String, Sendable, Hashable { case ok, rejected, unknown }

  /// What the account is degraded for, beyond a single failure.
  package struct Trouble: Sendable, Hashable {
    package let operations: OperationClass
    package let reason: ProviderTrouble
    package let since: Timestamp
  }

  package let name: String
  package let kind: String
  package let isMock: Bool
  package let health: Health
  package let credentials: Credentials
  /// The last failure's code and when; nil when there was none.
  package let lastError: ErrorCode?
  package let since: Timestamp?
  /// The worst of the account's breakers; nil where none is kept.
  package let breaker: Breaker?
  /// What was last found at the vendor's side; empty = not looked at yet, or there is nothing to look at.
  package let findings: [AccountFinding]
  /// What tenants are told of; empty while all is well.
  package let troubles: [Trouble]

  package init(
    name: String, kind: String, isMock: Bool, health: Health, credentials: Credentials, lastError: ErrorCode?,
    since: Timestamp?, breaker: Breaker? = nil, findings: [AccountFinding] = [], troubles: [Trouble] = []
  ) {
    self.name = name
    self.kind = kind
    self.isMock = isMock
    self.health = health
    self.credentials = credentials
    self.lastError = lastError
    self.since = since
    self.breaker = breaker
    self.findings = findings
    self.troubles = troubles
  }
}
