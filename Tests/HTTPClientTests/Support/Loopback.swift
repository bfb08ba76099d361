import Glibc

/// Sockets of 127.0.0.1.
enum Loopback {
  /// A listening socket on a free port.
  static func listen(backlog: Int32) -> (descriptor: Int32, port: UInt16)? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = Self.address(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && Glibc.listen(descriptor, backlog) == 0
          && getsockname(descriptor, $0, &size) == 0
      }
    }
    if isListening { return (descriptor, UInt16(bigEndian: address.sin_port)) }
    close(descriptor)
    return nil
  }

  /// A socket that has begun to connect.
  static func knock(_ port: UInt16) -> Int32 {
    let descriptor = socket(
      AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = Self.address(port)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return descriptor
  }

  /// A port nobody listens on.
  static func closedPort() -> UInt16? {
    guard let (descriptor, port) = listen(backlog: 1) else { return nil }
    close(descriptor)
    return port
  }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }
}
