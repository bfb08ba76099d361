/// Bounds the nesting before a recursive parser sees the text.
enum DepthCheck {
  static func require(_ bytes: [UInt8], atMost limit: Int) throws(JSONError) {
    guard let place = firstTooDeep(bytes, limit) else { return }
    throw JSONError(.tooDeep, at: place, in: bytes, message: "is nested deeper than \(limit) levels")
  }

  private static func firstTooDeep(_ bytes: [UInt8], _ limit: Int) -> Int? {
    var depth = 0
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case 34: index = endOfString(bytes, from: index + 1)
      case 91, 123:
        depth += 1
        if depth > limit { return index }
      case 93, 125: depth -= 1
      default: break
      }
      index += 1
    }
    return nil
  }

  private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != 34 { index += bytes[index] == 92 ? 2 : 1 }
    return index
  }
}
