/// Through what a caller hears and speaks: list and selection in one, so that they cannot disagree.
public struct CallAudio: Sendable, Hashable {
  public let available: [AudioDevice]
  /// By the device's id, one of those available; nil = none is told.
  public let selected: String?

  /// Nothing is engaged.
  public static var none: Self { Self(available: [], selected: nil) }

  public init(available: [AudioDevice], selected: String?) {
    self.available = available
    self.selected = selected
  }
}
