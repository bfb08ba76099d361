extension JSON {
  /// Depth allowed in `.strict`.
  package static let strictDepth = 64
  /// Depth allowed in `.vendor`.
  package static let vendorDepth = 256

  /// Parses one value, of any kind, with nothing but white space around it.
  package static func parse(_ bytes: [UInt8], mode: JSONMode) throws(JSONError) -> JSON {
    switch mode {
    case .strict: try parseStrict(bytes)
    case .vendor: try parseVendor(bytes).value
    }
  }

  /// Parses what a vendor sent: strictly at first, and once more with the offending tokens rewritten when that is refused.
  /// `repairs` counts those tokens.
  package static func parseVendor(_ bytes: [UInt8]) throws(JSONError) -> (value: JSON, repairs: Int) {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    try DepthCheck.require(text, atMost: vendorDepth)
    do { return (try JanssonParser.parse(text, rejectsDuplicates: false), 0) } catch {
      var repair = VendorRepair(text)
      repair.run()
      guard repair.count > 0 else { throw error }
      return (try JanssonParser.parse(repair.output, rejectsDuplicates: false), repair.count)
    }
  }

  private static func parseStrict(_ bytes: [UInt8]) throws(JSONError) -> JSON {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw JSONError(.byteOrderMark, line: 1, column: 1, message: "starts with a byte order mark")
    }
    try DepthCheck.require(bytes, atMost: strictDepth)
    return try JanssonParser.parse(bytes, rejectsDuplicates: true)
  }
}
