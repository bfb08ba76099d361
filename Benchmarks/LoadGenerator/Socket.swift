import Glibc

/// A connection to a port of this machine.
struct Socket {
  let descriptor: Int32

  /// Connected, then non-blocking.
  init(port: Int) throws(LoadFailure) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw LoadFailure("no descriptor left: \(String(cString: strerror(errno)))") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw LoadFailure("cannot connect to port \(port): \(String(cString: strerror(errno)))") }
    var one: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Requests are small: a socket that does not take one at once is waited for.
  func write(_ bytes: UnsafeRawBufferPointer) throws(LoadFailure) {
    var sent = 0
    while sent < bytes.count {
      let count = Glibc.write(descriptor, bytes.baseAddress! + sent, bytes.count - sent)
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&entry, 1, 1_000)
      } else if errno != EINTR {
        throw LoadFailure("a connection broke while sending: \(String(cString: strerror(errno)))")
      }
    }
  }

  /// nil when nothing has come; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? nil : 0
  }

  func close() { _ = Glibc.close(descriptor) }
}
