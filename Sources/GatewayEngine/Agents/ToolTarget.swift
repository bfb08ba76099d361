import HTTPTypes

/// The address of a tool, as far as it can be judged before anybody connects.
package enum ToolTarget {
  /// What is wrong with it; nil = nothing. A name is judged again by the address it turns out to have.
  package static func objection(to url: String, allowsPrivate: Bool) -> String? {
    guard let target = target(url) else {
      return "must be an absolute http or https URL without user and fragment"
    }
    guard !allowsPrivate else { return nil }
    if !target.isSecure { return "must be https" }
    if let address = NetworkAddress(target.host) { return address.isPublic ? nil : Self.private }
    let name = target.host.hasSuffix(".") ? String(target.host.dropLast()) : target.host
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

  private static func target(_ url: String) -> AbsoluteURL? {
    guard url.utf8.count <= 2_048, let target = AbsoluteURL(url), !target.rest.contains("#") else { return nil }
    // What is written like an IPv6 address has to be one.
    guard !target.host.contains(":") || NetworkAddress(target.host) != nil else { return nil }
    let isPort = target.port.map { UInt16($0) ?? 0 > 0 } ?? true
    return isPort ? target : nil
  }
}
