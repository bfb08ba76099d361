/// What the control plane may do to the next delivery.
package enum WebhookMutation: String, Sendable, CaseIterable {
  /// Sent twice with one id.
  case duplicate
  /// Sent after the one that follows it.
  case reorder
  /// Never sent.
  case drop
  /// Sent later.
  case delay
  case badSignature = "bad_signature"
  /// An event that claims to be old, correctly signed.
  case stale
  /// A type nobody knows, correctly signed.
  case unknownType = "unknown_type"
  /// Half the document, signed as it is.
  case truncate
  case gzip
}
