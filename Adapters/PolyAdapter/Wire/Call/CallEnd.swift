/// Who ended a call that did not fail.
enum CallEnd: Sendable, Hashable {
  case local
  /// The vendor hung up.
  case service
  /// Nobody: this side left without hanging up.
  case detached
}
