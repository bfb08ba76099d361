/// A number as it stands in JSON.
struct NumberToken {
  let text: ArraySlice<UInt8>

  /// Takes every byte from `start` that could belong to a number.
  init(_ bytes: [UInt8], from start: Int) {
    let end = bytes[start...].firstIndex { !Self.belongs($0) } ?? bytes.count
    text = bytes[start..<end]
  }

  /// A whole number beyond 64 bits, or a number beyond what a double holds.
  var isBeyondRange: Bool {
    guard isWellFormed else { return false }
    let digits = String(decoding: text, as: UTF8.self)
    return isWhole ? Int64(digits) == nil : Double(digits)?.isFinite != true
  }

  private var isWhole: Bool { !text.contains { $0 == 46 || $0 | 0x20 == 101 } }

  /// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`
  private var isWellFormed: Bool {
    var rest = text
    if rest.first == 45 { rest.removeFirst() }
    guard let first = rest.first, let whole = Self.takeDigits(&rest), first != 48 || whole == 1 else { return false }
    if rest.first == 46 {
      rest.removeFirst()
      guard Self.takeDigits(&rest) != nil else { return false }
    }
    if let letter = rest.first, letter | 0x20 == 101 {
      rest.removeFirst()
      if let sign = rest.first, sign == 43 || sign == 45 { rest.removeFirst() }
      guard Self.takeDigits(&rest) != nil else { return false }
    }
    return rest.isEmpty
  }

  private static func takeDigits(_ rest: inout ArraySlice<UInt8>) -> Int? {
    let digits = rest.prefix { (48...57).contains($0) }.count
    rest = rest.dropFirst(digits)
    return digits > 0 ? digits : nil
  }

  private static func belongs(_ byte: UInt8) -> Bool {
    switch byte {
    case 43, 45, 46, 48...57, 69, 101: true
    default: false
    }
  }
}
