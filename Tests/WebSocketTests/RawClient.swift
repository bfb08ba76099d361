import Glibc
import Synchronization

/// A socket that speaks frames byte by byte, also wrong ones.
final class RawClient: Sendable {
  struct Broken: Error {}

  private let descriptor: Int32

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let handle = descriptor
    let code = withUnsafeBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { connect(handle, $0.baseAddress, socklen_t(bytes.count)) }
    }
    guard code == 0 else { throw Broken() }
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8]) throws {
    guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { throw Broken() }
  }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// What comes next; empty at the end.
  func read(_ most: Int = 65_536) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: most)
    let count = recv(descriptor, &buffer, most, 0)
    return Array(buffer.prefix(max(0, count)))
  }

  /// Everything until the end.
  func readAll() -> [UInt8] {
    var all: [UInt8] = []
    while case let more = read(), !more.isEmpty { all += more }
    return all
  }

  /// The answer to a handshake, head only.
  @discardableResult
  func shakeHands(_ change: (inout [String]) -> Void = { _ in }) throws -> String {
    var lines = [
      "GET /ws HTTP/1.1", "Host: x", "Upgrade: websocket", "Connection: keep-alive, Upgrade",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
    ]
    change(&lines)
    try send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
      let byte = read(1)
      if byte.isEmpty { break }
      head += byte
    }
    return String(decoding: head, as: UTF8.self)
  }

  /// A masked frame, as clients must send it.
  func sendFrame(_ first: UInt8, _ payload: [UInt8], masked: Bool = true) throws {
    try send(frame(first, payload, masked: masked))
  }

  /// Sends one frame over and over, reading nothing. True when the other side takes no more, false
  /// when it took `most` bytes.
  func flood(with first: UInt8, _ payload: [UInt8], most: Int) throws -> Bool {
    let one = frame(first, payload, masked: true)
    let many = Array(repeatElement(one, count: max(1, 65_536 / one.count)).joined())
    var (sent, at) = (0, 0)
    while sent < most {
      let count = many[at...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count < 0, errno == EAGAIN {
        // It may only be slow: full for a while means that nothing is read.
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&ready, 1, 1_000) == 0 { return true }
        continue
      }
      guard count > 0 else { throw Broken() }
      (sent, at) = (sent + count, (at + count) % many.count)
    }
    return false
  }

  private func frame(_ first: UInt8, _ payload: [UInt8], masked: Bool) -> [UInt8] {
    var frame: [UInt8] = [first]
    let flag: UInt8 = masked ? 0x80 : 0
    if payload.count < 126 {
      frame.append(flag | UInt8(payload.count))
    } else {
      frame += [flag | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    }
    if masked { frame += [1, 2, 3, 4] }
    frame += payload.enumerated().map { masked ? $1 ^ [1, 2, 3, 4][$0 % 4] : $1 }
    return frame
  }

  func finishSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
  }
}
