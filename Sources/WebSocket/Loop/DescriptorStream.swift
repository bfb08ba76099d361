import Glibc
import HTTPTypes

/// A plain socket that somebody else closes.
struct DescriptorStream: ByteStream {
  let descriptor: Int32

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteStreamStep {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      if count > 0 { return .moved(count) }
      if count == 0 { return .ended }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .wouldBlock : .failed
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> ByteStreamStep {
    while true {
      let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
      let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
      if count >= 0 { return .moved(count) }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .wouldBlock : .failed
    }
  }

  func close() {}
}
