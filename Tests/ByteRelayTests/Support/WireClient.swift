import Glibc
import ProgramTesting
import Testing

/// A connection of a client that writes and reads bytes and knows an end from a reset.
final class WireClient {
  enum Ending { case closed, reset }

  private var descriptor: Int32
  /// A write met the reset, which the kernel tells only once.
  private var wasReset = false

  init(_ port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    try #require(descriptor >= 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let code = withUnsafeBytes(of: &address) { raw in
      raw.withMemoryRebound(to: sockaddr.self) { connect(descriptor, $0.baseAddress, socklen_t(raw.count)) }
    }
    try #require(code == 0)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close() }

  func close() {
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    descriptor = -1
  }

  /// Leaves with a reset.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  func write(_ text: String) async { await write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) async {
    var rest = bytes[...]
    _ = await eventually {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count > 0 { rest = rest.dropFirst(count) }
      wasReset = wasReset || (count < 0 && errno != EAGAIN)
      return rest.isEmpty || wasReset
    }
  }

  /// What comes until the end, until `count` bytes, or until the patience is over.
  func read(_ count: Int = .max) async -> (bytes: [UInt8], ending: Ending?) {
    var bytes: [UInt8] = []
    var ending: Ending? = wasReset ? .reset : nil
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    _ = await eventually {
      while ending == nil, bytes.count < count {
        let got = recv(descriptor, &buffer, min(buffer.count, count - bytes.count), 0)
        if got > 0 {
          bytes += buffer[..<got]
        } else if got == 0 {
          ending = .closed
        } else {
          if errno == EAGAIN { break }
          ending = .reset
        }
      }
      return ending != nil || bytes.count >= count
    }
    return (bytes, ending)
  }

  /// The same as text, for heads and small bodies.
  func text(_ count: Int = .max) async -> (text: String, ending: Ending?) {
    let (bytes, ending) = await read(count)
    return (String(decoding: bytes, as: UTF8.self), ending)
  }
}
