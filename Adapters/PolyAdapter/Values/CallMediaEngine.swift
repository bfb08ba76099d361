/// Makes the media of calls: one for each.
public protocol CallMediaEngine: Sendable {
  /// Takes nothing that is scarce yet: the call may never start, and then nobody closes it.
  func makeMedia() -> any CallMedia
}
