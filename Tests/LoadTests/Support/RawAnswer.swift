import ProgramTesting

/// An answer with a length, as it stands on the wire.
struct RawAnswer: Sendable {
  let status: Int
  let head: String
  let body: [UInt8]

  /// Takes one whole answer from the front; nil while it is not whole.
  static func take(from bytes: inout [UInt8]) -> RawAnswer? {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    let lines = head.split(separator: "\r\n")
    let length = lines.first { $0.lowercased().hasPrefix("content-length:") }.flatMap {
      Int($0.dropFirst(15).filter(\.isNumber))
    }
    let whole = end.upperBound + (length ?? 0)
    guard bytes.count >= whole, let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    let body = Array(bytes[end.upperBound..<whole])
    bytes.removeSubrange(..<whole)
    return RawAnswer(status: status, head: head, body: body)
  }
}

extension RawSocket {
  /// Writes everything; false when the connection broke or took too long.
  func writeAll(_ bytes: [UInt8], within limit: Duration = .seconds(20)) async -> Bool {
    var rest = bytes[...]
    var isBroken = false
    _ = await eventually(within: limit) {
      guard let count = self.writeSome(rest) else { isBroken = true; return true }
      rest = rest.dropFirst(count)
      return rest.isEmpty
    }
    return rest.isEmpty && !isBroken
  }

  /// One whole answer; nil at the end of the connection or when none comes within `limit`.
  func answer(within limit: Duration = .seconds(20)) async -> RawAnswer? {
    var bytes: [UInt8] = []
    return await answer(&bytes, within: limit)
  }

  /// The next answer of several; `bytes` keeps what came of those behind it.
  func answer(_ bytes: inout [UInt8], within limit: Duration = .seconds(20)) async -> RawAnswer? {
    let clock = ContinuousClock()
    let end = clock.now + limit
    while clock.now < end {
      if let answer = RawAnswer.take(from: &bytes) { return answer }
      guard let more = read() else {
        try? await Task.sleep(for: .milliseconds(2))
        continue
      }
      if more.isEmpty { return nil }
      bytes += more
    }
    return nil
  }

  /// Whether the server ends the connection within `limit`.
  func isEnded(within limit: Duration) async -> Bool {
    await eventually(within: limit) {
      while let bytes = self.read() { if bytes.isEmpty { return true } }
      return false
    }
  }
}
