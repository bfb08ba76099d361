/// Signs requests by the Standard Webhooks scheme: HMAC-SHA256 over id, time and body.
package struct WebhookSigner: Sendable {
  static let prefix = "whsec_"
  private let key: [UInt8]

  /// nil unless the secret is `whsec_` and 24 to 64 bytes in base64.
  package init?(_ secret: Secret) {
    let text = secret.revealed
    guard text.hasPrefix(Self.prefix), let key = Base64.decode(String(text.dropFirst(Self.prefix.count))),
      (24...64).contains(key.count)
    else { return nil }
    self.key = key
  }

  /// The secret that a key of ours stands for, where none was configured.
  package static func secret(from key: [UInt8], purpose: String) -> Secret {
    Secret(prefix + Base64.encode(HMACSHA256.sign(Array(purpose.utf8), key: key)))
  }

  /// The value of `webhook-signature`. `timestamp` is in seconds since 1970.
  package func signature(id: String, timestamp: Int64, body: [UInt8]) -> String {
    "v1," + Base64.encode(HMACSHA256.sign(Array("\(id).\(timestamp).".utf8) + body, key: key))
  }
}
