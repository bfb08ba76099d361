package import CLinux
import Glibc
import Synchronization

/// The listening socket.
package final class Listener: Sendable {
  package enum Accepted {
    case client(Int32, sockaddr_storage, UInt32)
    case none
    /// No descriptors or no memory: try again later.
    case exhausted
  }

  package let port: UInt16
  private let descriptor: Mutex<Int32?>

  package init(address: String, port: UInt16) throws(HTTPServerError) {
    var (storage, length) = try Self.resolve(address, port)
    let descriptor = socket(
      Int32(storage.ss_family), Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { throw .system(call: "socket", code: errno) }
    do throws(HTTPServerError) {
      Socket.set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
      try Self.listen(descriptor, &storage, length, address, port)
    } catch {
      _ = Glibc.close(descriptor)
      throw error
    }
    self.port = Self.boundPort(descriptor)
    self.descriptor = Mutex(descriptor)
  }

  deinit { close { _ in } }

  package func use(_ body: (Int32) -> Void) {
    descriptor.withLock { if let descriptor = $0 { body(descriptor) } }
  }

  /// Closes once; `before` sees the descriptor while it is still open.
  package func close(before: (Int32) -> Void) {
    descriptor.withLock { descriptor in
      guard let open = descriptor else { return }
      before(open)
      _ = Glibc.close(open)
      descriptor = nil
    }
  }

  package func accept() -> Accepted {
    descriptor.withLock { descriptor in
      guard let listener = descriptor else { return .none }
      var storage = sockaddr_storage()
      var length = UInt32(MemoryLayout<sockaddr_storage>.size)
      let client = sb_accept(listener, &storage, &length)
      if client >= 0 { return .client(client, storage, length) }
      return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .exhausted : .none
    }
  }

  private static func listen(
    _ descriptor: Int32, _ storage: inout sockaddr_storage, _ length: socklen_t, _ address: String, _ port: UInt16
  ) throws(HTTPServerError) {
    let bound = withUnsafeBytes(of: &storage) {
      bind(descriptor, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), length)
    }
    guard bound == 0, Glibc.listen(descriptor, 4096) == 0 else {
      switch errno {
      case EADDRINUSE: throw .addressInUse(address: address, port: port)
      case EACCES, EPERM: throw .permissionDenied(address: address, port: port)
      case EADDRNOTAVAIL, EAFNOSUPPORT: throw .addressNotAvailable(address: address)
      case let code: throw .system(call: bound == 0 ? "listen" : "bind", code: code)
      }
    }
  }

  private static func resolve(_ address: String, _ port: UInt16) throws(HTTPServerError) -> (
    sockaddr_storage, socklen_t
  ) {
    var four = sockaddr_in()
    var six = sockaddr_in6()
    var storage = sockaddr_storage()
    if inet_pton(AF_INET, address == "localhost" ? "127.0.0.1" : address, &four.sin_addr) == 1 {
      four.sin_family = sa_family_t(AF_INET)
      four.sin_port = port.bigEndian
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: four, as: sockaddr_in.self) }
      return (storage, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
    guard inet_pton(AF_INET6, address, &six.sin6_addr) == 1 else {
      throw .invalidConfiguration("\(address) is not an IPv4 or IPv6 address")
    }
    six.sin6_family = sa_family_t(AF_INET6)
    six.sin6_port = port.bigEndian
    withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: six, as: sockaddr_in6.self) }
    return (storage, socklen_t(MemoryLayout<sockaddr_in6>.size))
  }

  private static func boundPort(_ descriptor: Int32) -> UInt16 {
    guard let storage = Socket.address(descriptor, { getsockname($0, $1, $2) }) else { return 0 }
    // The port has the same place in both families.
    return withUnsafeBytes(of: storage) { UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self)) }
  }
}
