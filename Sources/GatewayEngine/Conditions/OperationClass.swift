/// What a provider account is used for, as far as it may fail by itself.
package enum OperationClass: String, Sendable, Hashable, CaseIterable {
  case read, write
  /// Hearing what happens, over a connection of ours.
  case events
}
