/// Cuts bytes into lines. Line ends are CRLF, or LF alone, as RFC 8866 asks readers to take.
enum LineReader {
  /// More is no description of a call.
  static let maximumBytes = 64 << 10
  static let maximumLines = 2_000

  static func lines(_ bytes: [UInt8]) throws(SessionDescriptionError) -> [SDPLine] {
    guard bytes.count <= maximumBytes else {
      throw SessionDescriptionError("", .tooMany, "must be at most \(maximumBytes) bytes")
    }
    var lines: [SDPLine] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let number = lines.count + 1
      guard number <= maximumLines else {
        throw SessionDescriptionError("", .tooMany, "must have at most \(maximumLines) lines", line: number)
      }
      let end = rest.firstIndex(of: 10) ?? rest.endIndex
      var line = rest[..<end]
      if line.last == 13 { line.removeLast() }
      lines.append(try read(line, number))
      rest = rest[min(end + 1, rest.endIndex)...]
    }
    return lines
  }

  private static func read(_ line: ArraySlice<UInt8>, _ number: Int) throws(SessionDescriptionError) -> SDPLine {
    guard let type = line.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(type),
      line.dropFirst().first == UInt8(ascii: "=")
    else { throw SessionDescriptionError("", .invalid, "is no <letter>=<value>", line: number) }
    let name = String(UnicodeScalar(type))
    let value = line.dropFirst(2)
    guard value.allSatisfy({ $0 >= 32 && $0 != 127 || $0 == 9 }), let text = String(validating: value, as: UTF8.self)
    else { throw SessionDescriptionError(name, .invalid, "must be UTF-8 without control characters", line: number) }
    return SDPLine(Character(UnicodeScalar(type)), text)
  }
}
