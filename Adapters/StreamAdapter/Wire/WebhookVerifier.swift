import Compression
import Cryptography
import MeetingCore

/// Checks that a delivery comes from the service: HMAC-SHA256 in hexadecimal over the uncompressed bytes, before anything is
/// parsed. A prefix such as `sha256=` is not the service's and is refused.
struct WebhookVerifier: Sendable {
  /// What an inflated delivery may be at most.
  static let largest = 8 << 20

  let account: StreamAccount

  func verify(_ body: [UInt8], header: (String) -> [String]) throws(WebhookRejection) -> String? {
    guard !account.apiSecret.isEmpty else { throw .unknownKey }
    guard header("X-Api-Key") == [account.apiKey] else { throw .unknownKey }
    let plain = try Self.inflated(body, codings: header("Content-Encoding"))
    let signatures = header("X-Signature")
    guard let signature = signatures.first, signatures.count == 1 else {
      throw signatures.isEmpty ? .missingSignature : .badSignature
    }
    let expected = HMACSHA256.sign(plain, key: account.apiSecret.bytes)
    guard signature.utf8.count == 64, let given = Hex.decode(signature), constantTimeEqual(given, expected) else {
      throw .badSignature
    }
    return header("X-Webhook-Id").first.flatMap { $0.isEmpty || $0.utf8.count > 200 ? nil : $0 }
  }

  /// Inflates what is gzip by its name or by its first bytes, since proxies inflate and leave the name, or the reverse.
  static func inflated(_ body: [UInt8], codings: [String]) throws(WebhookRejection) -> [UInt8] {
    let named = codings.map { $0.lowercased() }.filter { $0 != "identity" && !$0.isEmpty }
    if let odd = named.first(where: { $0 != "gzip" && $0 != "x-gzip" }) {
      throw .unsupportedCoding(String(odd.prefix(40)))
    }
    return try inflated(body)
  }

  static func inflated(_ body: [UInt8]) throws(WebhookRejection) -> [UInt8] {
    guard Gzip.isGzip(body) else { return body }
    do { return try Gzip.inflate(body, limit: largest) } catch { throw .unreadable }
  }
}
