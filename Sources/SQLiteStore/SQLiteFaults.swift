/// Faults a test injects into the writer; a program has no way to switch one on.
package struct SQLiteFaults: Sendable {
  /// Asked right before each COMMIT; a text makes that COMMIT fail with it.
  let beforeCommit: @Sendable () -> String?

  package init(beforeCommit: @escaping @Sendable () -> String?) { self.beforeCommit = beforeCommit }

  package static let none = SQLiteFaults { nil }
}
