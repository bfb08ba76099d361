import Glibc

/// Finds the end of an answer with a `Content-Length`, or without a body.
struct ResponseParser {
  private(set) var status = 0
  private(set) var bytes: [UInt8] = []
  private static let blankLine = Array("\r\n\r\n".utf8)

  private var bodyStart = 0
  private var end = 0

  /// True when the answer is whole.
  mutating func take(_ piece: UnsafeRawBufferPointer) throws(LoadFailure) -> Bool {
    bytes.append(contentsOf: piece)
    if end == 0, !(try readHead()) { return false }
    guard bytes.count <= end else { throw LoadFailure("more came than was asked for") }
    return bytes.count == end
  }

  mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    (status, bodyStart, end) = (0, 0, 0)
  }

  var body: ArraySlice<UInt8> { bytes[bodyStart...] }

  private mutating func readHead() throws(LoadFailure) -> Bool {
    let found = bytes.withUnsafeBytes { all -> (start: Int, status: Int, length: Int?)? in
      guard let mark = Search.first(Self.blankLine, in: all) else { return nil }
      let head = UnsafeRawBufferPointer(rebasing: all[..<(mark + 2)])
      return (head.count + 2, Self.digits(head, from: 9), Self.length(head))
    }
    guard let found else { return false }
    status = found.status
    guard let length = found.length ?? (status == 204 ? 0 : nil) else {
      throw LoadFailure("an answer of status \(status) has no length")
    }
    bodyStart = found.start
    end = found.start + length
    return true
  }

  private static func length(_ head: UnsafeRawBufferPointer) -> Int? {
    var line = 0
    while line < head.count, let feed = memchr(head.baseAddress! + line, 10, head.count - line) {
      if head.count - line > 16, isLength(head, at: line) { return digits(head, from: line + 15) }
      line = UnsafeRawPointer(feed) - head.baseAddress! + 1
    }
    return nil
  }

  private static func isLength(_ head: UnsafeRawBufferPointer, at line: Int) -> Bool {
    head[line] | 0x20 == 99 && strncasecmp(head.baseAddress! + line, "content-length:", 15) == 0
  }

  private static func digits(_ head: UnsafeRawBufferPointer, from start: Int) -> Int {
    var value = 0
    for byte in head[start...].drop(while: { $0 == 32 }) {
      guard (48...57).contains(byte) else { break }
      value = value * 10 + Int(byte - 48)
    }
    return value
  }
}
