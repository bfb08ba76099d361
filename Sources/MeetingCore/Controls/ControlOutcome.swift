/// What became of a control at the vendor. The reducer computes from the facts what changed.
public enum ControlOutcome: Sendable, Hashable {
  /// The vendor executed it.
  case applied([Fact])
  /// Forwarded; the person decides, and nothing will tell how.
  case requested([Fact])
  /// Accepted; all of `confirmedBy` will show it, or `within` passes and it has failed. One for each thing that it is to
  /// bring about, so that progress can be told.
  case pending(confirmedBy: [RoomCondition], within: Duration)
  /// Forwarded, and the person decides: `confirmedBy` shows that they followed, and `within` is how long they have.
  case asked(confirmedBy: [RoomCondition], within: Duration)
}
