package import MeetingCore

/// A class of an account's operations fell into trouble, or is well again.
package struct ConditionChange: Sendable, Hashable {
  package let account: String
  package let operations: OperationClass
  package let at: Timestamp
  package let change: AccountCondition.Change

  package init(account: String, operations: OperationClass, at: Timestamp, change: AccountCondition.Change) {
    self.account = account
    self.operations = operations
    self.at = at
    self.change = change
  }

  /// The name in the API.
  package var type: String { isDegraded ? "provider.degraded" : "provider.recovered" }

  package var isDegraded: Bool {
    if case .degraded = change { true } else { false }
  }

  /// What it is degraded for, or was.
  package var reason: ProviderTrouble {
    switch change {
    case .degraded(let trouble), .recovered(let trouble): trouble
    }
  }
}
