/// What a backend asks of the caller's own side, which decides.
public struct CallWish: Sendable, Hashable {
  /// Which device is asked for.
  public enum Device: Sendable, Hashable {
    /// Whichever the caller's side takes by itself.
    case automatic
    case named(String)
  }

  /// nil = nothing is asked.
  public let muted: Bool?
  public let device: Device?

  public init(muted: Bool? = nil, device: Device? = nil) {
    self.muted = muted
    self.device = device
  }
}
