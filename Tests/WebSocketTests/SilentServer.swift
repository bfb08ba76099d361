import Glibc

/// Listens and never says a word.
final class SilentServer: Sendable {
  let port: UInt16
  private let descriptor: Int32

  init() throws { (descriptor, port) = try Self.listen() }

  deinit { close(descriptor) }

  static func listen() throws -> (Int32, UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutableBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { raw in
        bind(descriptor, raw.baseAddress, length) == 0 && Glibc.listen(descriptor, 16) == 0
          && getsockname(descriptor, raw.baseAddress, &length) == 0
      }
    }
    guard code else { throw RawClient.Broken() }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }
}

/// A port of this machine at which nobody listens.
struct ClosedPort {
  let port: UInt16

  init() throws {
    let (descriptor, port) = try SilentServer.listen()
    close(descriptor)
    self.port = port
  }
}
