/// One answer under a fault: bytes in, what passes of them and how it ends out. A value without any I/O.
struct AnswerCut {
  enum Ending: Equatable { case closed, reset }
  /// What passes on; with an ending nothing follows it.
  struct Step: Equatable {
    var bytes: [UInt8] = []
    var ending: Ending?
  }

  /// A head beyond this is none; what was held back passes then.
  private static let maximumHead = 64 << 10
  private static let headEnd = Array("\r\n\r\n".utf8)

  private let fault: AnswerFault
  /// Bytes of earlier answers, still to pass unharmed.
  private var skip: Int
  private var head: [UInt8] = []
  /// How much of the body still passes; nil until the head is whole.
  private var bodyLeft: Int?

  init(_ fault: AnswerFault, skip: Int = 0) {
    self.fault = fault
    self.skip = skip
  }

  mutating func take(_ bytes: UnsafeRawBufferPointer) -> Step {
    let earlier = min(skip, bytes.count)
    skip -= earlier
    var step = Step(bytes: Array(bytes[..<earlier]))
    let rest = Array(bytes[earlier...])
    guard !rest.isEmpty else { return step }
    let own = bodyLeft == nil ? takeHead(rest) : takeBody(rest)
    step.bytes += own.bytes
    step.ending = own.ending
    return step
  }

  /// What was held back when the server ended in the middle of its head.
  var heldBack: [UInt8] { bodyLeft == nil ? head : [] }

  private mutating func takeHead(_ bytes: [UInt8]) -> Step {
    let seen = max(0, head.count - 3)
    head += bytes
    guard let end = Self.find(Self.headEnd, in: head, from: seen) else {
      guard head.count > Self.maximumHead else { return Step() }
      return Step(bytes: head, ending: .closed)
    }
    let body = Array(head[(end + 4)...])
    head.removeSubrange((end + 4)...)
    if fault == .resetInHead { return Step(bytes: Array(head[..<(head.count / 2)]), ending: .reset) }
    let length = Self.contentLength(head)
    bodyLeft = share(of: length)
    if case .overstated(let more) = fault { head = Self.promising(length.value + more, length.line, head) }
    let step = takeBody(body)
    return Step(bytes: head + step.bytes, ending: step.ending)
  }

  private mutating func takeBody(_ bytes: [UInt8]) -> Step {
    let part = bytes.prefix(bodyLeft ?? 0)
    bodyLeft = (bodyLeft ?? 0) - part.count
    guard bodyLeft == 0 else { return Step(bytes: Array(part)) }
    return Step(bytes: Array(part), ending: fault == .resetInBody ? .reset : .closed)
  }

  /// Of the body, how much passes.
  private func share(of length: Length) -> Int {
    switch fault {
    case .truncated(let bytes): min(bytes, length.line == nil ? bytes : length.value)
    case .resetInBody: length.value / 2
    case .resetInHead, .overstated: length.value
    }
  }

  // MARK: The one line of the head that matters

  private struct Length {
    var value = 0
    /// The line's place in the head, without its line end; nil when there is no such line.
    var line: Range<Int>?
  }

  private static func contentLength(_ head: [UInt8]) -> Length {
    var start = 0
    while let end = find([13, 10], in: head, from: start), end > start {
      let line = String(decoding: head[start..<end], as: UTF8.self).lowercased()
      if line.hasPrefix("content-length:"), let value = Int(line.dropFirst(15).filter { $0 != " " }) {
        return Length(value: value, line: start..<end)
      }
      start = end + 2
    }
    return Length()
  }

  /// The head with another length; one without any gets it at its end.
  private static func promising(_ length: Int, _ line: Range<Int>?, _ head: [UInt8]) -> [UInt8] {
    let text = Array("Content-Length: \(length)".utf8)
    guard let line else { return Array(head.dropLast(2)) + text + headEnd }
    var changed = head
    changed.replaceSubrange(line, with: text)
    return changed
  }

  private static func find(_ pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count >= pattern.count, start <= bytes.count - pattern.count else { return nil }
    return (start...(bytes.count - pattern.count)).first { at in
      pattern.indices.allSatisfy { bytes[at + $0] == pattern[$0] }
    }
  }
}
