/// One provider that a create was tried with.
public struct CreateAttempt: Sendable, Hashable {
  /// What became of it.
  public enum Outcome: String, Sendable, Hashable { case created, existed, deferred, failed, unknown }

  public let provider: String
  public let outcome: Outcome
  public let durationMilliseconds: Int

  public init(provider: String, outcome: Outcome, durationMilliseconds: Int) {
    self.provider = provider
    self.outcome = outcome
    self.durationMilliseconds = durationMilliseconds
  }
}
