/// Where a room is in its life.
public enum RoomPhase: String, Sendable, Hashable, CaseIterable {
  /// Committed before the vendor was asked; not listed, and settled when the outcome is known.
  case creating
  case backstage
  case live
  case ended
}
