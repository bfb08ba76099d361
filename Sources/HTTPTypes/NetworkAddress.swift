/// An IPv4 or IPv6 address, in the 128 bits of IPv6: an IPv4 address and the IPv6 address it is mapped to are one.
package struct NetworkAddress: Sendable, Hashable {
  /// The network half of an IPv6 address.
  package let high: UInt64
  package let low: UInt64

  private static let mapped: UInt64 = 0xffff << 32

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// `127.0.0.1`, `::1`, `::ffff:127.0.0.1`; nil for anything else, such as names, zones, ports and brackets.
  package init?(_ text: some StringProtocol) {
    if let four = Self.four(text) {
      self.init(high: 0, low: Self.mapped | UInt64(four))
    } else if let groups = Self.six(text) {
      self.init(high: Self.joined(groups[..<4]), low: Self.joined(groups[4...]))
    } else {
      return nil
    }
  }

  package var isFour: Bool { high == 0 && low >> 32 == 0xffff }

  /// What one customer of a network has: the address itself of IPv4, the /64 of IPv6.
  package var neighbourhood: NetworkAddress { isFour ? self : NetworkAddress(high: high, low: 0) }

  private static func joined(_ groups: ArraySlice<UInt16>) -> UInt64 { groups.reduce(0) { $0 << 16 | UInt64($1) } }

  /// Four decimal numbers without leading zeros: some readers would take those for octal.
  private static func four(_ text: some StringProtocol) -> UInt32? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var value: UInt32 = 0
    for part in parts {
      let digits = part.utf8
      guard (1...3).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }),
        digits.count == 1 || digits.first != 48, let byte = UInt8(part)
      else { return nil }
      value = value << 8 | UInt32(byte)
    }
    return value
  }

  private static func six(_ text: some StringProtocol) -> [UInt16]? {
    let halves = split(text)
    guard (1...2).contains(halves.count), let front = groups(halves[0], isLast: halves.count == 1) else { return nil }
    if halves.count == 1 { return front.count == 8 ? front : nil }
    guard let back = groups(halves[1], isLast: true), front.count + back.count < 8 else { return nil }
    return front + [UInt16](repeating: 0, count: 8 - front.count - back.count) + back
  }

  /// The parts around `::`, of which there may be one.
  private static func split(_ text: some StringProtocol) -> [Substring] {
    let text = String(text)
    guard let gap = text.firstRange(of: "::") else { return [text[...]] }
    let behind = text[gap.upperBound...]
    return behind.contains("::") || behind.hasPrefix(":") ? [] : [text[..<gap.lowerBound], behind]
  }

  /// Groups of hexadecimal digits; the last two may be written as an IPv4 address.
  private static func groups(_ text: Substring, isLast: Bool) -> [UInt16]? {
    if text.isEmpty { return [] }
    var groups: [UInt16] = []
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if isLast, index == parts.count - 1, let four = four(part) {
        groups += [UInt16(truncatingIfNeeded: four >> 16), UInt16(truncatingIfNeeded: four)]
      } else if (1...4).contains(part.utf8.count), part.utf8.allSatisfy(isHex), let group = UInt16(part, radix: 16) {
        groups.append(group)
      } else {
        return nil
      }
    }
    return groups
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (97...102).contains(byte | 0x20)
  }
}
