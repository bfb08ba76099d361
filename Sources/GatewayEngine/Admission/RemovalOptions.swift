/// At what pace people are thrown out who may not be in, for each account.
package struct RemovalOptions: Sendable, Hashable {
  /// Removals that an account is asked for in a second, at most. A vendor that asks to slow down halves it for a while.
  package let perSecond: Double
  /// Removals that are under way at an account at once, at most.
  package let atOnce: Int
  /// For how long a removal is tried that the vendor does not refuse for good.
  package let patience: Duration

  package init(perSecond: Double = 10, atOnce: Int = 8, patience: Duration = .seconds(600)) {
    self.perSecond = max(0.1, perSecond)
    self.atOnce = max(1, atOnce)
    self.patience = patience
  }
}
