import CLinux
import Glibc

/// Wakes one sleeping thread; a ring before the wait is not lost.
final class Bell: Sendable {
  private let descriptor: Int32

  init() {
    descriptor = sb_eventfd_nonblocking()
    precondition(descriptor >= 0, "eventfd: no descriptor left")
  }

  deinit { close(descriptor) }

  func ring() {
    var one: UInt64 = 1
    while write(descriptor, &one, 8) < 0, errno == EINTR {}
  }

  /// Returns after a ring, or after the time; nil waits without end. May also return early.
  func wait(milliseconds: Int32?) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, milliseconds ?? -1) > 0 else { return }
    var count: UInt64 = 0
    _ = read(descriptor, &count, 8)
  }
}
