/// Matches a browser's `Origin` with those a tenant lists. A listed origin that ends in `:*` stands for every port.
enum Origin {
  static func isListed(_ origin: String, in list: [String]) -> Bool {
    list.contains { matches(origin, pattern: $0) }
  }

  static func matches(_ origin: String, pattern: String) -> Bool {
    guard pattern.hasSuffix(":*") else { return same(origin, pattern) }
    let base = pattern.dropLast(2)
    if same(origin, base) { return true }
    guard let colon = origin.lastIndex(of: ":"), same(origin[..<colon], base) else { return false }
    let port = origin[origin.index(after: colon)...]
    return (1...5).contains(port.utf8.count) && port.utf8.allSatisfy { (48...57).contains($0) }
  }

  /// Browsers send scheme and host in lower case; a list may have been written otherwise.
  private static func same(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
    left.utf8.elementsEqual(right.utf8) || left.lowercased().utf8.elementsEqual(right.lowercased().utf8)
  }
}
