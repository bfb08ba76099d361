/// How long a lease lasts and how it is kept.
package struct LeaseOptions: Sendable {
  /// Whoever does not renew for so long has lost it.
  package let duration: Duration
  package let renewal: Duration
  /// A holder that could not renew for so long stops by itself, well before anybody else may begin.
  package let patience: Duration

  package init(
    duration: Duration = .seconds(15), renewal: Duration = .seconds(5), patience: Duration = .seconds(10)
  ) {
    self.duration = duration
    self.renewal = renewal
    self.patience = patience
  }
}
