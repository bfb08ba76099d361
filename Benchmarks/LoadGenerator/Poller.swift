import CLinux
import Glibc

/// Waits for sockets with data.
final class Poller {
  private let epoll: Int32
  private var events = [epoll_event](repeating: epoll_event(), count: 512)

  init() throws(LoadFailure) {
    epoll = sb_epoll_create()
    guard (0..<128).contains(epoll) else { throw LoadFailure("no epoll") }
  }

  deinit { close(epoll) }

  func watch(_ socket: Socket, tag: Int) {
    _ = sb_epoll_ctl(epoll, EPOLL_CTL_ADD, socket.descriptor, EPOLLIN.rawValue, UInt64(tag))
  }

  /// Hands over the tags of readable sockets. 0 does not wait.
  func wait(milliseconds: Int32, _ body: (Int) throws(LoadFailure) -> Void) throws(LoadFailure) {
    let count = epoll_wait(epoll, &events, Int32(events.count), milliseconds)
    for index in 0..<max(0, Int(count)) { try body(Int(events[index].data.u64)) }
  }

  /// Sleeps until a socket is readable or the time has come, to some microseconds; the scheduler alone is not that exact.
  func sleep(until time: Int64) {
    let left = time - Clock.now - 80_000
    guard left > 0 else { return }
    var set = fd_set()
    withUnsafeMutableBytes(of: &set) { $0[Int(epoll) / 8] |= 1 << (UInt8(epoll) % 8) }
    var span = timespec(tv_sec: Int(left / 1_000_000_000), tv_nsec: Int(left % 1_000_000_000))
    pselect(epoll + 1, &set, nil, nil, &span, nil)
  }
}
