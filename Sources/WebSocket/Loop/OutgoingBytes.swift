import HTTPTypes

/// Bytes on their way out, sent together.
struct OutgoingBytes {
  private var bytes: [UInt8] = []
  private var sent = 0

  var count: Int { bytes.count - sent }

  mutating func append(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

  mutating func write(to stream: any ByteStream) -> ByteStreamStep {
    let step = bytes.withUnsafeBytes { stream.write(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
    if case .moved(let count) = step { sent += count }
    if sent == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 64 << 10)
      sent = 0
    }
    return step
  }
}
