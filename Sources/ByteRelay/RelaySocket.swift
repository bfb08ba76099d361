import CLinux
import Glibc

/// Thin calls on descriptors that never block.
enum RelaySocket {
  enum Moved: Equatable {
    case done(Int)
    case later
    case failed
  }

  static func receive(from descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Moved {
    moved { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
  }

  static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Moved {
    moved { Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
  }

  private static func moved(_ call: () -> Int) -> Moved {
    while true {
      let count = call()
      if count >= 0 { return .done(count) }
      if errno == EAGAIN { return .later }
      if errno != EINTR { return .failed }
    }
  }

  static func endSending(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

  /// The peer sees a reset instead of an end.
  static func reset(_ descriptor: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close(descriptor)
  }

  static func sendAtOnce(_ descriptor: Int32) {
    var on: Int32 = 1
    _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// A socket that is connecting to a port of the loopback, and its own port; nil when there is none to be had.
  static func connect(to port: UInt16) -> (descriptor: Int32, port: UInt16)? {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { return nil }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let own = withUnsafeMutableBytes(of: &address) { raw -> UInt16? in
      let pointer = raw.baseAddress!.assumingMemoryBound(to: sockaddr.self)
      guard Glibc.connect(descriptor, pointer, size) == 0 || errno == EINPROGRESS,
        getsockname(descriptor, pointer, &size) == 0
      else { return nil }
      return UInt16(bigEndian: raw.load(fromByteOffset: 2, as: UInt16.self))
    }
    guard let own else {
      close(descriptor)
      return nil
    }
    sendAtOnce(descriptor)
    return (descriptor, own)
  }
}
