extension NetworkAddress {
  /// Ranges that lead to this machine, to networks around it, or nowhere.
  private static let reserved: [NetworkRange] = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "224.0.0.0/4", "240.0.0.0/4",
    // The old form of an IPv4 address in IPv6, and the ways through which one reaches IPv4.
    "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16",
    "100::/64", "2001:db8::/32", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8",
  ].compactMap { NetworkRange($0) }

  /// Whether it may belong to a host of the open internet.
  package var isPublic: Bool { !Self.reserved.contains { $0.contains(self) } }
}
