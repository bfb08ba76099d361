import HTTPTypes

/// Gathers the final answer's head and body, within bounds. Interim heads (1xx) and trailers are dropped.
struct ResponseCollector {
  enum Step: Equatable {
    case more
    /// The final answer has begun.
    case begun
    case tooLarge
  }

  private enum Part { case statusLine, interim, head, body }

  /// Of all head lines and trailers together: bounds what a server can make us keep.
  static let maximumHeadBytes = 64 << 10

  private let maximumBodyBytes: Int
  private(set) var fields = HTTPFields()
  private(set) var body: [UInt8] = []
  private var part = Part.statusLine
  private var headBytes = 0

  init(maximumBodyBytes: Int) { self.maximumBodyBytes = min(max(0, maximumBodyBytes), 1 << 40) }

  var hasBegun: Bool { part == .head || part == .body }
  var hasHead: Bool { part == .body }

  /// A body that does not shrink grows a little as gzip; what it inflates to is held to the bound afterwards.
  private var maximumRawBytes: Int {
    let isCoded = fields["Content-Encoding"] != nil
    return isCoded ? maximumBodyBytes + maximumBodyBytes / 1_000 + 64 : maximumBodyBytes
  }

  mutating func take(body piece: UnsafeBufferPointer<UInt8>) -> Step {
    guard piece.count <= maximumRawBytes - body.count else { return .tooLarge }
    body.append(contentsOf: piece)
    return .more
  }

  /// One line of a head, its end included.
  mutating func take(line bytes: UnsafeBufferPointer<UInt8>) -> Step {
    headBytes += bytes.count
    guard headBytes <= Self.maximumHeadBytes else { return .tooLarge }
    let line = bytes[..<(bytes.lastIndex { $0 != 13 && $0 != 10 }.map { $0 + 1 } ?? 0)]
    switch part {
    case .statusLine:
      part = Self.isInterim(line) ? .interim : .head
      return part == .head ? .begun : .more
    case .interim: if line.isEmpty { part = .statusLine }
    case .head: if line.isEmpty { part = .body } else { add(line) }
    case .body: break
    }
    return .more
  }

  private mutating func add(_ line: Slice<UnsafeBufferPointer<UInt8>>) {
    if line.first == 32 || line.first == 9 { return fold(line) }
    guard let colon = line.firstIndex(of: 58) else { return }
    fields.add(String(decoding: line[..<colon], as: UTF8.self), Self.text(line[(colon + 1)...]))
  }

  /// A line that begins with a blank continues the one before (an old form of RFC 9112, 5.2).
  private mutating func fold(_ line: Slice<UnsafeBufferPointer<UInt8>>) {
    guard let last = fields.entries.last else { return }
    var folded = HTTPFields()
    for entry in fields.entries.dropLast() { folded.add(entry.name, entry.value) }
    folded.add(last.name, "\(last.value) \(Self.text(line))")
    fields = folded
  }

  /// Whether `HTTP/1.1 103 …` or its like announces one more head.
  private static func isInterim(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let blank = line.firstIndex(of: 32) else { return false }
    let code = line[(blank + 1)...].prefix(3)
    return code.count == 3 && code.first == 49 && code.allSatisfy { (48...57).contains($0) }
  }

  private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }
    let front = bytes.drop(while: isBlank)
    let end = front.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? front.startIndex
    return String(decoding: front[..<end], as: UTF8.self)
  }
}
