/// Takes secrets out of texts that people will read.
package enum Redaction {
  package static let mark = "<redacted>"
  private static let longest = 2_000

  private static let secretNames = [
    "token", "secret", "password", "passwd", "authorization", "signature", "credential", "api_key_secret",
    "private_key",
    "apikey", "access_key", "client_key",
  ]

  /// Whether a field of this name holds something that must not show.
  package static func isSecretName(_ name: String) -> Bool {
    let lower = name.lowercased().replacing("-", with: "_")
    return secretNames.contains { lower.contains($0) }
  }

  /// Tokens, keys, credentials in URLs and pairs whose name speaks of a secret become `<redacted>`; control characters are
  /// escaped; the result is cut at 2,000 characters.
  package static func scrub(_ text: String, secrets: [String] = []) -> String {
    if isPlain(text), !secrets.contains(where: text.contains) { return text }
    var result = String(text.unicodeScalars.prefix(longest * 4))
    for secret in secrets where result.contains(secret) { result = result.replacing(secret, with: mark) }
    result = patterned(result)
    return String(escaped(result).unicodeScalars.prefix(longest))
  }

  /// Scheme, host and path of a URL; of its query only names.
  package static func url(_ text: String) -> String {
    guard let query = text.firstIndex(of: "?") else { return scrub(text) }
    let names = text[text.index(after: query)...].split(separator: "&").map { part in
      "\(part.split(separator: "=", maxSplits: 1)[0])=…"
    }
    return scrub(String(text[..<query])) + "?" + names.joined(separator: "&")
  }

  /// How everything begins that the patterns hide, in lower case; besides, they need `=` or `:`.
  private static let marks = ["eyj", "sb_", "sbc_", "sk_", "sk-", "whsec_", "bearer", "basic"].map { Array($0.utf8) }

  /// Whether a text surely has nothing to hide or to escape. Most texts are so, and the patterns are slow.
  private static func isPlain(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count <= 256 else { return false }
    return bytes.indices.allSatisfy { index in
      switch bytes[index] {
      case 0..<32, 58, 61, 127...255: false
      case 66, 69, 83, 87, 98, 101, 115, 119: !marks.contains { isMark($0, in: bytes, at: index) }
      default: true
      }
    }
  }

  private static func isMark(_ mark: [UInt8], in bytes: [UInt8], at start: Int) -> Bool {
    bytes.count - start >= mark.count && mark.indices.allSatisfy { mark[$0] == lower(bytes[start + $0]) }
  }

  private static func lower(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 0x20 : byte }

  private static func patterned(_ text: String) -> String {
    var result = text
    result.replace(/eyJ[A-Za-z0-9_\-]{5,}\.[A-Za-z0-9_\-]*\.?[A-Za-z0-9_\-]*/, with: mark)
    result.replace(/(?i)\b(?:sbc?_|whsec_|sk[-_])[A-Za-z0-9_\-\.]{8,}/, with: mark)
    result.replace(/(?i)\b(bearer|basic)\s+[A-Za-z0-9+\/=_\-\.~<>]{3,}/) { "\($0.output.1) \(mark)" }
    result.replace(/:\/\/[^\/\s@:]*:[^\/\s@]*@/, with: "://\(mark)@")
    result.replace(
      /(?i)("?[a-z_\-]*(?:token|secret|password|passwd|authorization|signature|credential|apikey|private_key)[a-z_\-]*"?\s*[=:]\s*)("[^"]*"|[^\s,;&"}\]]+)/
    ) { "\($0.output.1)\(mark)" }
    return result
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar.value {
      case 0..<32, 127..<160, 0x2028, 0x2029: result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
