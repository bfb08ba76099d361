/// The hand-over between the task that produces a stream and the thread that sends it: one piece at a time.
struct StreamState {
  enum Take {
    /// Some of the piece was copied; the producer is to be told when it was the last of it.
    case copied(Int, producer: CheckedContinuation<Bool, Never>?)
    case finished
    case failed
    case nothingYet
  }

  private var piece: ArraySlice<UInt8> = []
  private var producer: CheckedContinuation<Bool, Never>?
  private var ended = false
  /// The kernel may still hold back the head: the library does not push it without a body.
  private(set) var holdsHead = true
  private var failed = false

  /// Takes a piece from the producer; false when nobody wants it any more.
  mutating func offer(_ bytes: [UInt8], _ continuation: CheckedContinuation<Bool, Never>) -> Bool {
    guard !failed else { return false }
    piece = bytes[...]
    producer = continuation
    return true
  }

  mutating func end() { ended = true }

  /// Nothing more is sent; returns the producer that waits, to be told so.
  mutating func fail() -> CheckedContinuation<Bool, Never>? {
    failed = true
    piece = []
    defer { producer = nil }
    return producer
  }

  mutating func take(into buffer: UnsafeMutableRawBufferPointer) -> Take {
    if failed { return .failed }
    if piece.isEmpty { return ended ? .finished : .nothingYet }
    holdsHead = false
    let count = min(piece.count, buffer.count)
    buffer.copyBytes(from: piece.prefix(count))
    piece.removeFirst(count)
    guard piece.isEmpty else { return .copied(count, producer: nil) }
    defer {
      producer = nil
      piece = []
    }
    return .copied(count, producer: producer)
  }
}
