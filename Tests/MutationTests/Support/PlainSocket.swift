import Glibc

/// One conversation with a server on this machine: everything is sent, and what comes is read until it is enough or the
/// server closes; nil when neither comes.
enum PlainSocket {
  struct Failure: Error {}

  static func exchange(_ bytes: [UInt8], port: UInt16, until isEnough: ([UInt8]) -> Bool) throws -> [UInt8]? {
    let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(handle) }
    guard handle >= 0, connects(handle, port) else { throw Failure() }
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    // A server that refuses the head may close before it has all of what follows.
    _ = send(handle, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while !isEnough(answer) {
      let count = recv(handle, &buffer, buffer.count, 0)
      if count < 0, errno == EAGAIN { return nil }
      guard count > 0 else { break }
      answer += buffer[..<count]
    }
    return answer
  }

  private static func connects(_ handle: Int32, _ port: UInt16) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafeBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { connect(handle, $0.baseAddress, socklen_t(bytes.count)) }
    } == 0
  }
}
