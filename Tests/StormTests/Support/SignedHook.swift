import HTTPTypes

/// A delivery as the vendor signed it.
struct SignedHook: Sendable {
  let id: String
  var fields: HTTPFields
  let body: [UInt8]

  /// The same news as another delivery: the signature is over the body alone.
  func again(as id: String) -> SignedHook {
    var copy = self
    copy.fields["X-Webhook-Id"] = id
    return copy
  }

  /// The same with a signature that is not the vendor's.
  var forged: SignedHook {
    var copy = again(as: id + "-forged")
    copy.fields["X-Signature"] = String(repeating: "0", count: 64)
    return copy
  }
}
