/// Who sees to it that a capability's rule holds.
public enum Enforcement: String, Sendable, Hashable {
  case vendor
  /// Undone by the gateway when broken.
  case policed
  /// Told to the client, not enforced.
  case advisory
}
