import CZlib

/// What has been inflated so far, never more than a limit.
struct BoundedOutput {
  private let limit: Int
  private(set) var bytes: [UInt8] = []
  private(set) var isTooLarge = false
  private var piece = [UInt8](repeating: 0, count: 32 << 10)

  init(limit: Int) { self.limit = limit }

  /// One call of `inflate`; offers a byte beyond the limit, so that reaching the limit and passing it differ.
  mutating func fill(_ stream: inout z_stream) -> Int32 {
    let room = min(piece.count, max(0, limit - bytes.count) + 1)
    let code = piece.withUnsafeMutableBufferPointer { target in
      stream.next_out = target.baseAddress
      stream.avail_out = UInt32(room)
      return inflate(&stream, Z_NO_FLUSH)
    }
    let count = room - Int(stream.avail_out)
    isTooLarge = count > limit - bytes.count
    if !isTooLarge { bytes += piece.prefix(count) }
    return code
  }
}
