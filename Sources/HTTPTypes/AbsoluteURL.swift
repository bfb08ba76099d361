/// An `http` or `https` URL with a host, taken apart strictly: what one reader takes for the host and another for a user name
/// is refused.
package struct AbsoluteURL {
  package let isSecure: Bool
  /// In lower case; an IPv6 address without its brackets.
  package let host: String
  /// Digits, or `*`; nil when there is none.
  package let port: String?
  /// Path and what follows; empty or beginning with `/`, `?` or `#`.
  package let rest: String

  package init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != 92 }), let scheme = text.firstRange(of: "://"),
      ["http", "https"].contains(text[..<scheme.lowerBound].lowercased())
    else { return nil }
    let behind = text[scheme.upperBound...]
    let end = behind.firstIndex { "/?#".contains($0) } ?? behind.endIndex
    guard let (host, port) = Self.hostAndPort(behind[..<end]) else { return nil }
    isSecure = text[..<scheme.lowerBound].lowercased() == "https"
    self.host = host.lowercased()
    self.port = port
    rest = String(behind[end...])
  }

  /// A place to add paths to: no query, no fragment, no `*`.
  package var isBase: Bool { port != "*" && !rest.contains { $0 == "?" || $0 == "#" } }
  package var isOrigin: Bool { rest.isEmpty }

  private static func hostAndPort(_ authority: Substring) -> (host: String, port: String?)? {
    guard !authority.contains("@") else { return nil }
    let isBracketed = authority.hasPrefix("[")
    let hostEnd = isBracketed ? authority.firstIndex(of: "]") : authority.firstIndex(of: ":") ?? authority.endIndex
    guard let hostEnd else { return nil }
    let host = isBracketed ? authority[..<hostEnd].dropFirst() : authority[..<hostEnd]
    let behind = isBracketed ? authority[hostEnd...].dropFirst() : authority[hostEnd...]
    guard isBracketed ? HostText.isBracketed(host) : HostText.isName(host) else { return nil }
    if behind.isEmpty { return (String(host), nil) }
    let port = behind.dropFirst()
    guard behind.first == ":", port == "*" || isPort(port) else { return nil }
    return (String(host), String(port))
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { (48...57).contains($0) } && UInt16(text) != nil
  }
}
