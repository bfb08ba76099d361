import CLinux
import Glibc
import Synchronization

/// Sockets whose answer went out before their request was read.
///
/// Closing such a socket at once makes the kernel send a reset, which can destroy the answer on its way. So a duplicate
/// of the descriptor is kept for a moment and what the client still sends is thrown away.
final class Lingering: Sendable {
  private struct Row {
    let descriptor: Int32
    var budget = 1 << 20
  }
  private struct Rows {
    var open: [UInt64: Row] = [:]
    var nextID = Lingering.firstID
  }

  private static let firstID: UInt64 = 1 << 63
  private static let time = Duration.seconds(2)
  private static let limit = 1024

  private let rows = Mutex(Rows())

  static func owns(_ id: UInt64) -> Bool { id >= firstID }

  /// `descriptor` is about to be closed by the library, which has already ended its sending side.
  func add(_ descriptor: Int32, _ queue: EventQueue) {
    guard rows.withLock({ $0.open.count < Self.limit }) else { return }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return }
    let id = rows.withLock { rows in
      defer { rows.nextID += 1 }
      rows.open[rows.nextID] = Row(descriptor: copy)
      return rows.nextID
    }
    queue.watch(copy, id: id, events: EPOLLIN.rawValue | EPOLLRDHUP.rawValue)
    queue.schedule(id, .now + Self.time)
  }

  /// Throws away what has arrived; closes at the end, on an error, or when it was too much.
  func drain(_ id: UInt64) {
    guard let row = rows.withLock({ $0.open[id] }) else { return }
    let count = withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
      recv(row.descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
    }
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    let left = row.budget - count
    if count <= 0 || left <= 0 { return close(id) }
    rows.withLock { $0.open[id]?.budget = left }
  }

  func close(_ id: UInt64) {
    if let row = rows.withLock({ $0.open.removeValue(forKey: id) }) { _ = Glibc.close(row.descriptor) }
  }

  func closeAll() {
    let all = rows.withLock { rows in
      defer { rows.open = [:] }
      return Array(rows.open.values)
    }
    for row in all { _ = Glibc.close(row.descriptor) }
  }
}
