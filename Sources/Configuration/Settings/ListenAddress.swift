import HTTPTypes

/// `HOST:PORT`, with an IPv6 address in brackets.
package struct ListenAddress: Sendable, Hashable {
  package let host: String
  package let port: Int

  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = Self.port(text[text.index(after: colon)...]) else {
      return nil
    }
    let given = text[..<colon]
    let isBracketed = given.hasPrefix("[") && given.hasSuffix("]")
    let host = isBracketed ? given.dropFirst().dropLast() : given
    guard isBracketed ? HostText.isBracketed(host) : HostText.isName(host) else { return nil }
    self.host = String(host)
    self.port = port
  }

  /// Digits only: a sign is a slip of the pen.
  private static func port(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(text) else { return nil }
    return Int(port)
  }
}
