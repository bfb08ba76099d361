import Glibc
import Synchronization

/// A connection to a server on this machine.
package final class RawSocket: Sendable {
  private let descriptor: Mutex<Int32>

  package init(url: String) throws {
    let port = url.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
    let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard handle >= 0 else { throw Failure("no socket") }
    descriptor = Mutex(handle)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafeBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { connect(handle, $0.baseAddress, socklen_t(bytes.count)) }
    }
    guard connected == 0 else { throw Failure("cannot connect to \(url)") }
    _ = fcntl(handle, F_SETFL, O_NONBLOCK)
  }

  deinit { close() }

  /// For heads and small bodies: what does not fit the socket's buffer is a failure.
  package func write(_ bytes: [UInt8]) throws {
    let written = descriptor.withLock { send($0, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
    guard written == bytes.count else { throw Failure("the connection takes no more") }
  }

  /// What has come; empty at the end; nil while there is nothing.
  package func read() -> [UInt8]? {
    descriptor.withLock { handle in
      var failure: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, filled in
        let count = recv(handle, buffer.baseAddress, buffer.count, 0)
        failure = count < 0 ? errno : 0
        filled = max(count, 0)
      }
      return failure == EAGAIN || failure == EINTR ? nil : bytes
    }
  }

  package func close() {
    descriptor.withLock { handle in
      if handle >= 0 { _ = Glibc.close(handle) }
      handle = -1
    }
  }
}
