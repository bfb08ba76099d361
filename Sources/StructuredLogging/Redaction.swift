/// Takes secrets out of texts that people will read.
package enum Redaction {
  package static let mark = "<redacted>"

  /// Whether a field of this name holds something that must not show.
  package static func isSecretName(_ name: String) -> Bool { SecretName.isContained(in: Array(name.utf8)[...]) }

  /// Tokens, keys, credentials in URLs and pairs whose name speaks of a secret become `<redacted>`, `secrets` wherever they
  /// stand; control characters are escaped; the result is cut at 2,000 characters.
  package static func scrub(_ text: String, secrets: [String] = []) -> String {
    Redactor(secrets: secrets).scrub(text)
  }

  /// Scheme, host and path of a URL; of its query only the names, of its fragment nothing.
  package static func url(_ text: String) -> String {
    let withoutFragment = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
    guard let mark = withoutFragment.firstIndex(of: "?") else { return scrub(String(withoutFragment)) }
    let parts = withoutFragment[withoutFragment.index(after: mark)...].split(separator: "&")
    return scrub(String(withoutFragment[..<mark])) + "?" + parts.map(queryName).joined(separator: "&")
  }

  private static func queryName(_ part: Substring) -> String {
    let isName = { (byte: UInt8) in Scrubber.isNameByte(byte) || byte == 91 || byte == 93 }
    guard let end = part.firstIndex(of: "="), part[..<end].utf8.count <= 40, part[..<end].utf8.allSatisfy(isName) else {
      return "…"
    }
    return scrub(String(part[..<end])) + "=…"
  }
}
