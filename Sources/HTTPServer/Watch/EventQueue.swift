import CLinux
import Glibc
import Synchronization

/// One epoll with a bell and a timetable; one thread waits on it.
package final class EventQueue: Sendable {
  package enum Signal {
    case readiness(id: UInt64, events: UInt32)
    case due(id: UInt64, at: ContinuousClock.Instant)
  }

  /// The id of the bell, which `ring` lets ring.
  package static let bellID: UInt64 = 0

  private let epoll: Int32
  private let bell: Int32
  private let timetable = Mutex(Timetable())

  package init() throws(HTTPServerError) {
    epoll = sb_epoll_create()
    guard epoll >= 0 else { throw .system(call: "epoll_create1", code: errno) }
    bell = sb_eventfd_nonblocking()
    guard bell >= 0 else {
      let code = errno
      _ = Glibc.close(epoll)
      throw .system(call: "eventfd", code: code)
    }
    _ = sb_epoll_ctl(epoll, EPOLL_CTL_ADD, bell, EPOLLIN.rawValue, Self.bellID)
  }

  deinit {
    _ = Glibc.close(bell)
    _ = Glibc.close(epoll)
  }

  package func watch(_ descriptor: Int32, id: UInt64, events: UInt32) {
    _ = sb_epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, events, id)
  }

  package func change(_ descriptor: Int32, id: UInt64, events: UInt32) {
    _ = sb_epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, events, id)
  }

  package func unwatch(_ descriptor: Int32) { _ = sb_epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, 0, 0) }

  /// Wakes the waiting thread.
  package func ring() {
    var one: UInt64 = 1
    _ = Glibc.write(bell, &one, MemoryLayout<UInt64>.size)
  }

  package func schedule(_ id: UInt64, _ at: ContinuousClock.Instant) {
    let isEarliest = timetable.withLock { timetable in
      let before = timetable.earliest
      timetable.insert(id, at: at)
      return before.map { at < $0 } ?? true
    }
    if isEarliest { ring() }
  }

  /// Waits until something is ready or due.
  package func wait(_ body: (Signal) -> Void) {
    withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 128) { events in
      let count = epoll_wait(epoll, events.baseAddress!, 128, timeout())
      for index in 0..<max(0, Int(count)) {
        if events[index].data.u64 == Self.bellID { silence() }
        body(.readiness(id: events[index].data.u64, events: events[index].events))
      }
    }
    let now = ContinuousClock.now
    while let entry = timetable.withLock({ $0.popDue(now) }) { body(.due(id: entry.id, at: entry.at)) }
  }

  private func silence() {
    var value: UInt64 = 0
    _ = Glibc.read(bell, &value, MemoryLayout<UInt64>.size)
  }

  /// Milliseconds, rounded up so that an entry is due when the wait ends.
  private func timeout() -> Int32 {
    guard let earliest = timetable.withLock({ $0.earliest }) else { return -1 }
    let left = earliest - ContinuousClock.now
    if left <= .zero { return 0 }
    let milliseconds = left / .milliseconds(1)
    return milliseconds > 60_000 ? 60_000 : Int32(milliseconds) + 1
  }
}
