/// The words of ICE (RFC 8839 section 5).
package enum ICEText {
  /// Letters, digits, `+` and `/`.
  private static func isWord(_ text: some StringProtocol, _ length: ClosedRange<Int>) -> Bool {
    length.contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 43 || byte == 47
      }
  }

  package static func isUsernameFragment(_ text: some StringProtocol) -> Bool { isWord(text, 4...256) }
  package static func isPassword(_ text: some StringProtocol) -> Bool { isWord(text, 22...256) }

  /// Whether a text is a candidate as in `a=`, from `candidate:` on.
  package static func isCandidate(_ text: some StringProtocol) -> Bool {
    guard text.utf8.starts(with: prefix.utf8), text.utf8.count <= 1_024,
      text.utf8.allSatisfy({ (33...126).contains($0) || $0 == 32 })
    else { return false }
    let parts = Substring(String(text)).dropFirst(prefix.count).split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count >= 8, parts.count.isMultiple(of: 2), parts.allSatisfy({ !$0.isEmpty }) else { return false }
    return isWord(parts[0], 1...32) && isNumber(parts[1], 1...256) && isToken(parts[2])
      && isNumber(parts[3], 0...Int(UInt32.max)) && isAddress(parts[4]) && isNumber(parts[5], 0...65_535)
      && parts[6] == "typ" && isToken(parts[7])
  }

  package static let prefix = "candidate:"

  private static func isNumber(_ text: Substring, _ range: ClosedRange<Int>) -> Bool {
    text.utf8.count <= 10 && text.utf8.allSatisfy { (48...57).contains($0) } && Int(text).map(range.contains) ?? false
  }

  private static func isToken(_ text: Substring) -> Bool {
    text.utf8.count <= 32
      && text.utf8.allSatisfy {
        (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 45
      }
  }

  /// An address or a name, which a browser makes up to hide its own.
  private static func isAddress(_ text: Substring) -> Bool {
    text.utf8.count <= 255
      && text.utf8.allSatisfy { byte in
        (48...58).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45 || byte == 46
          || byte == 37
      }
  }
}
