/// Bounds the nesting before a recursive parser sees the text.
enum DepthCheck {
  static func require(_ bytes: [UInt8], atMost limit: Int) throws(JSONError) {
    var depth = 0
    var inString = false
    var escaped = false
    for byte in bytes {
      if inString {
        if escaped { escaped = false } else if byte == 92 { escaped = true } else if byte == 34 { inString = false }
        continue
      }
      switch byte {
      case 34: inString = true
      case 91, 123:
        depth += 1
        if depth > limit { throw JSONError(.tooDeep, message: "is nested deeper than \(limit)") }
      case 93, 125: depth -= 1
      default: break
      }
    }
  }
}
