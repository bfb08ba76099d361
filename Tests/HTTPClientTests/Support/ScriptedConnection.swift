import Glibc

/// One conversation, seen from the server. Blocking: runs on a thread of its own.
final class ScriptedConnection {
  /// Counts connections from 1.
  let index: Int
  private let descriptor: Int32
  private let server: ScriptedServer
  private var buffered: [UInt8] = []

  init(_ descriptor: Int32, index: Int, server: ScriptedServer) {
    self.descriptor = descriptor
    self.index = index
    self.server = server
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// The next request, head and body; nil when the client has gone.
  @discardableResult func request() -> String? {
    guard let head = take(through: Array("\r\n\r\n".utf8)) else { return nil }
    guard let body = take(Self.length(in: head)) else { return nil }
    let request = String(decoding: head + body, as: UTF8.self)
    server.note(request)
    return request
  }

  func say(_ text: String) { say(Array(text.utf8)) }

  func say(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Says nothing for so long, or until the client has gone (`POLLRDHUP`); false then.
  @discardableResult func pause(_ milliseconds: Int32) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(0x2000), revents: 0)
    return poll(&watched, 1, milliseconds) == 0
  }

  /// Says nothing until the client has gone.
  func untilGone() { _ = pause(30_000) }

  /// The connection ends with a reset instead of an orderly close.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  private static func length(in head: [UInt8]) -> Int {
    for line in String(decoding: head, as: UTF8.self).split(separator: "\r\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2, parts[0].lowercased() == "content-length" { return Int(parts[1].dropFirst()) ?? 0 }
    }
    return 0
  }

  private func take(_ count: Int) -> [UInt8]? {
    while buffered.count < count { if !fill() { return nil } }
    defer { buffered.removeFirst(count) }
    return Array(buffered.prefix(count))
  }

  private func take(through end: [UInt8]) -> [UInt8]? {
    while true {
      if let range = buffered.firstRange(of: end) { return take(range.upperBound) }
      if !fill() { return nil }
    }
  }

  private func fill() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count > 0 { buffered += buffer[..<count] }
    return count > 0
  }
}
