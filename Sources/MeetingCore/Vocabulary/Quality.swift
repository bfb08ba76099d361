/// How well a capability is had.
public enum Quality: String, Sendable, Hashable {
  /// The vendor does it and confirms it.
  case native
  /// The gateway does it, because it mints the tokens and sees the joins.
  case emulated
  /// The vendor forwards a wish; the person decides.
  case requested
  /// Not to be had: the typed error, never a silent no-op.
  case unsupported
}
