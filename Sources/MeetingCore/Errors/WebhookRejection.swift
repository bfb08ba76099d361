/// Why a delivery is not trusted. The caller is told the same for each; the reason is for the log and the counters.
public enum WebhookRejection: Error, Sendable, Hashable {
  case missingSignature
  case badSignature
  case unknownKey
  case stale
  /// The signing key is not here yet: store the delivery and verify later.
  case keyNotHere
  /// A content coding that the vendor does not use; named so that operators see a configuration mistake.
  case unsupportedCoding(String)
  /// The body cannot be inflated, or is too large once inflated.
  case unreadable
}
