import CLinux
import Glibc

/// Thin calls on descriptors.
enum Socket {
  static func length(_ text: UnsafePointer<CChar>) -> Int { strlen(text) }

  static func shutDown(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// The reader sees what has arrived, then the end.
  static func shutDownReading(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_RD)) }

  /// Sends what the kernel holds back for a fuller packet: setting the option pushes.
  static func flush(_ descriptor: Int32) { set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1) }

  static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    _ = setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// `getsockname` or `getpeername`.
  static func address(
    _ descriptor: Int32, _ call: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> sockaddr_storage? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutableBytes(of: &storage) { raw in
      call(descriptor, raw.baseAddress!.assumingMemoryBound(to: sockaddr.self), &length)
    }
    return result == 0 ? storage : nil
  }
}
