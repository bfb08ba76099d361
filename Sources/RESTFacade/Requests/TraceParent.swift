import HTTPTypes

/// The W3C `traceparent` field.
enum TraceParent {
  /// The caller's value when it is well formed; a malformed one is as good as none.
  static func of(_ fields: HTTPFields) -> String? {
    let values = fields.values(of: "traceparent")
    guard values.count == 1, let value = values.first, isValid(value) else { return nil }
    return value
  }

  private static func isValid(_ value: String) -> Bool {
    let parts = value.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [2, 32, 16, 2], parts.allSatisfy({ $0.allSatisfy(isHex) }) else { return false }
    let isKnown = !parts[0].elementsEqual("ff".utf8)
    return isKnown && [parts[1], parts[2]].allSatisfy { !$0.allSatisfy { $0 == UInt8(ascii: "0") } }
  }

  private static func isHex(_ byte: UInt8) -> Bool { (48...57).contains(byte) || (97...102).contains(byte) }
}
