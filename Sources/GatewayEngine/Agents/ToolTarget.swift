import HTTPTypes

/// The address of a tool, as far as it can be judged before anybody connects.
package enum ToolTarget {
  /// What is wrong with it; nil = nothing. A name is judged again by the address it turns out to have.
  package static func objection(to url: String, allowsPrivate: Bool) -> String? {
    guard let host = host(of: url) else {
      return "must be an absolute http or https URL without user and fragment"
    }
    guard !allowsPrivate else { return nil }
    if !url.lowercased().hasPrefix("https://") { return "must be https" }
    let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    if let address = NetworkAddress(bare) { return address.isPublic ? nil : Self.private }
    let name = bare.hasSuffix(".") ? String(bare.dropLast()) : bare
    // No name ends like this: what is left are the old ways of writing an IPv4 address, which resolvers still take.
    if endsInNumber(name) { return Self.private }
    let isLocal =
      name == "localhost" || !name.contains(".")
      || [".localhost", ".local", ".internal"].contains { name.hasSuffix($0) }
    return isLocal ? Self.private : nil
  }

  private static let `private` = "must be on a host of the open internet"

  /// Digits, or 0x and hexadecimal digits.
  private static func endsInNumber(_ name: String) -> Bool {
    let last = (name.split(separator: ".", omittingEmptySubsequences: false).last ?? "").utf8
    if !last.isEmpty, last.allSatisfy({ (48...57).contains($0) }) { return true }
    return last.starts(with: "0x".utf8)
      && last.dropFirst(2).allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  private static func host(of url: String) -> String? {
    let isPlain = url.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != 92 }
    guard isPlain, url.utf8.count <= 2_048, !url.contains("#"), let colon = url.firstRange(of: "://"),
      ["http", "https"].contains(url[..<colon.lowerBound].lowercased())
    else { return nil }
    let rest = url[colon.upperBound...]
    let authority = rest[..<(rest.firstIndex { "/?".contains($0) } ?? rest.endIndex)]
    guard !authority.contains("@") else { return nil }
    return hostPart(authority).map { $0.lowercased() }
  }

  private static func hostPart(_ authority: Substring) -> String? {
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]"), isPort(authority[authority.index(after: end)...]) else {
        return nil
      }
      return NetworkAddress(authority[..<end].dropFirst()) == nil ? nil : String(authority[...end])
    }
    let end = authority.firstIndex(of: ":") ?? authority.endIndex
    let host = authority[..<end]
    let isName = host.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (97...122).contains(byte | 0x20) || byte == 45 || byte == 46 || byte == 95
    }
    return isName && !host.isEmpty && isPort(authority[end...]) ? String(host) : nil
  }

  /// Nothing, or a colon and a number.
  private static func isPort(_ text: Substring) -> Bool {
    text.isEmpty
      || text.hasPrefix(":") && (1...5).contains(text.dropFirst().utf8.count)
        && UInt16(text.dropFirst()).map { $0 > 0 } ?? false
  }
}
