/// One address, or all that begin with the same bits: `10.0.0.0/8`, `2001:db8::/32`.
package struct NetworkRange: Sendable, Hashable {
  private let first: NetworkAddress
  /// Of 128.
  private let bits: Int

  /// nil when it is neither an address nor an address with the number of its leading bits.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = NetworkAddress(parts[0]) else { return nil }
    // How an address is written says what its bits are counted in.
    let isFour = !parts[0].contains(":")
    var bits = 128
    if parts.count > 1 {
      guard let given = Self.number(parts[1]), given <= (isFour ? 32 : 128) else { return nil }
      bits = isFour ? given + 96 : given
    }
    self.bits = bits
    first = Self.cut(address, to: bits)
  }

  package func contains(_ address: NetworkAddress) -> Bool { Self.cut(address, to: bits) == first }

  private static func number(_ text: Substring) -> Int? {
    guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
  }

  private static func cut(_ address: NetworkAddress, to bits: Int) -> NetworkAddress {
    NetworkAddress(high: address.high & mask(bits), low: address.low & mask(bits - 64))
  }

  private static func mask(_ bits: Int) -> UInt64 {
    bits <= 0 ? 0 : bits >= 64 ? .max : ~(UInt64.max >> UInt64(bits))
  }
}
