import Glibc
import Synchronization

/// A connection to a server on this machine.
package final class RawSocket: Sendable {
  private let descriptor: Mutex<Int32>

  /// `receiveBuffer`: bytes the kernel keeps for a reader that does not read; its own choice when nil.
  package init(url: String, receiveBuffer: Int32? = nil) throws {
    let port = url.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
    let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard handle >= 0 else { throw Failure("no socket") }
    descriptor = Mutex(handle)
    if var size = receiveBuffer {
      setsockopt(handle, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
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

  /// Writes as much as the socket takes now and returns how much that was; nil when the connection is broken.
  package func writeSome(_ bytes: ArraySlice<UInt8>) -> Int? {
    let (count, code) = descriptor.withLock { handle in
      let count = bytes.withUnsafeBytes { send(handle, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      return (count, errno)
    }
    if count < 0 { return code == EAGAIN || code == EINTR ? 0 : nil }
    return count
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

  /// Ends the sending side only.
  package func closeSending() { descriptor.withLock { _ = shutdown($0, Int32(SHUT_WR)) } }

  /// Leaves as a client that crashes: the peer sees a reset.
  package func reset() {
    descriptor.withLock { handle in
      var option = linger(l_onoff: 1, l_linger: 0)
      _ = setsockopt(handle, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
    close()
  }

  package func close() {
    descriptor.withLock { handle in
      if handle >= 0 { _ = Glibc.close(handle) }
      handle = -1
    }
  }
}
