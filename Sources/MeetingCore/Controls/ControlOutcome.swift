/// What became of a control at the vendor. The reducer computes from the facts what changed.
public enum ControlOutcome: Sendable, Hashable {
  /// The vendor executed it.
  case applied([Fact])
  /// Forwarded; the person decides.
  case requested([Fact])
  /// Accepted; `confirmedBy` will show it, or `within` passes and it has failed.
  case pending(confirmedBy: Fact, within: Duration)
}
