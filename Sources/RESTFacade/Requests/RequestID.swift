import Cryptography
import HTTPTypes

/// What a request is called in answers, logs and errors.
enum RequestID {
  /// The caller's own `X-Request-Id` when it is 1 to 128 of letters, digits, point, underscore and hyphen; else a new one.
  static func of(_ fields: HTTPFields, random: any RandomSource) -> String {
    if let given = fields["X-Request-Id"], isSane(given) { return given }
    return "req_" + Hex.encode(random.bytes(12))
  }

  private static func isSane(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { ID.isLetterOrDigit($0) || "._-".utf8.contains($0) }
  }
}
