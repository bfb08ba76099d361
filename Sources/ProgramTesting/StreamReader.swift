import HTTPTypes

/// Takes the bytes of one chunked answer apart: head, chunks, frames.
package struct StreamReader {
  /// nil until the head is there; 0 when it holds none.
  private(set) var status: Int?
  private(set) var fields = HTTPFields()
  private(set) var frames: [StreamFrame] = []
  /// Whether the answer came to its end, and was not cut off.
  private(set) var isComplete = false
  private var raw: [UInt8] = []
  private var body: [UInt8] = []
  private var said: [UInt8] = []

  package init() {}

  /// A reader that keeps what another has read, and reads no further.
  package init(kept other: StreamReader) { (status, fields, frames) = (other.status, other.fields, other.frames) }

  mutating func take(_ bytes: [UInt8]) {
    raw += bytes
    if status == nil { readHead() }
    guard status != nil else { return }
    while readChunk() {}
    readFrames()
  }

  /// The frames since the last time; they are kept no longer.
  mutating func takeFrames() -> [StreamFrame] {
    defer { frames = [] }
    return frames
  }

  mutating func takeText() -> String {
    defer { said = [] }
    return String(decoding: said, as: UTF8.self)
  }

  private mutating func readHead() {
    guard let end = raw.firstRange(of: Array("\r\n\r\n".utf8)) else { return }
    let lines = String(decoding: raw[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) } ?? 0
    for line in lines.dropFirst() {
      guard let colon = line.firstRange(of: ": ") else { continue }
      fields.add(String(line[..<colon.lowerBound]), String(line[colon.upperBound...]))
    }
    raw.removeSubrange(..<end.upperBound)
  }

  private mutating func readChunk() -> Bool {
    guard let line = raw.firstRange(of: [13, 10]),
      let size = Int(String(decoding: raw[..<line.lowerBound], as: UTF8.self), radix: 16),
      size <= raw.count - line.upperBound - 2
    else { return false }
    guard size > 0 else {
      isComplete = true
      return false
    }
    body += raw[line.upperBound..<line.upperBound + size]
    said += raw[line.upperBound..<line.upperBound + size]
    raw.removeSubrange(..<(line.upperBound + size + 2))
    return true
  }

  private mutating func readFrames() {
    while let end = body.firstRange(of: [10, 10]) {
      let text = String(decoding: body[..<end.lowerBound], as: UTF8.self)
      frames.append(StreamFrame(text.split(separator: "\n")))
      body.removeSubrange(..<end.upperBound)
    }
  }
}
