/// Whom a request is from, where proxies stand in front.
package enum ForwardedFor {
  /// The peer's address, unless the peer is a trusted proxy: then the last address of `X-Forwarded-For` that is not
  /// trusted itself. Whatever stands to the left of that one was written by strangers, and so may be anything. An entry
  /// that is no address ends the search: beyond it nobody trusted vouches for what is written. nil for a peer without an
  /// address.
  package static func address(peer: String, fields: HTTPFields, trusted: [NetworkRange]) -> NetworkAddress? {
    guard var address = NetworkAddress(peer) else { return nil }
    if trusted.isEmpty { return address }
    let entries = fields.values(of: "X-Forwarded-For").flatMap { $0.split(separator: ",") }
    for entry in entries.reversed() {
      guard isTrusted(address, trusted), let next = NetworkAddress(bare(entry)) else { break }
      address = next
    }
    return address
  }

  private static func isTrusted(_ address: NetworkAddress, _ trusted: [NetworkRange]) -> Bool {
    trusted.contains { $0.contains(address) }
  }

  /// Without white space, and without the brackets and the port that some proxies write.
  private static func bare(_ entry: Substring) -> Substring {
    var text = entry
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return text }
      return text[text.index(after: text.startIndex)..<end]
    }
    // An IPv4 address with a port has one colon; an IPv6 address has more, and no port without brackets.
    guard let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") else { return text }
    return text[..<colon]
  }
}
