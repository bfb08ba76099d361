import Glibc

/// A client that writes exactly the bytes it is told to. Its socket never blocks: waiting is bounded polling.
final class RawClient: Sendable {
  struct TimedOut: Error {}
  struct Refused: Error {}

  let descriptor: Int32

  init(_ port: UInt16, host: String = "127.0.0.1") throws {
    descriptor = try Self.connect(port, host)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close(descriptor) }

  func send(_ text: String) async throws { try await send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) async throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try await Task.sleep(for: .milliseconds(1))
      } else {
        throw Refused()
      }
    }
  }

  /// What has arrived: nil when nothing has, an empty array at the end or after a reset.
  func poll() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count < 0 { return errno == EAGAIN ? nil : [] }
    return Array(buffer[..<count])
  }

  /// The next bytes; empty at the end.
  func receive(within seconds: Double = 10) async throws -> [UInt8] {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      if let bytes = poll() { return bytes }
      try await Task.sleep(for: .milliseconds(1))
    }
    throw TimedOut()
  }

  /// Everything until the server closes.
  func receiveToEnd(within seconds: Double = 10) async throws -> String {
    var all: [UInt8] = []
    while true {
      let bytes = try await receive(within: seconds)
      if bytes.isEmpty { return String(decoding: all, as: UTF8.self) }
      all += bytes
    }
  }

  /// Everything until `text` has arrived.
  func receive(until text: String, within seconds: Double = 10) async throws -> String {
    var all: [UInt8] = []
    while true {
      let bytes = try await receive(within: seconds)
      all += bytes
      let received = String(decoding: all, as: UTF8.self)
      if received.contains(text) || bytes.isEmpty { return received }
    }
  }

  func closeSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// The server sees a reset instead of an orderly end once this client is released.
  func resetOnClose() {
    var option = linger(l_onoff: 1, l_linger: 0)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  private static func connect(_ port: UInt16, _ host: String) throws -> Int32 {
    let isIPv6 = host.contains(":")
    let descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var result: Int32
    if isIPv6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      inet_pton(AF_INET6, host, &address.sin6_addr)
      result = connect(descriptor, &address, MemoryLayout<sockaddr_in6>.size)
    } else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      inet_pton(AF_INET, host, &address.sin_addr)
      result = connect(descriptor, &address, MemoryLayout<sockaddr_in>.size)
    }
    guard result == 0 else {
      close(descriptor)
      throw Refused()
    }
    return descriptor
  }

  private static func connect<Address>(_ descriptor: Int32, _ address: inout Address, _ size: Int) -> Int32 {
    withUnsafeBytes(of: &address) {
      Glibc.connect(descriptor, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(size))
    }
  }
}
