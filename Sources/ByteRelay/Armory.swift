import CLinux
import Synchronization

/// The connections to the server by their own port, and which of them carries a fault next.
final class Armory: Sendable {
  /// A fault, and how many bytes of earlier answers are still to be read before it.
  typealias Armed = (fault: AnswerFault, skip: Int)

  private struct Row {
    let descriptor: Int32
    var armed: Armed?
  }

  private let rows = Mutex<[UInt16: Row]>([:])

  var count: Int { rows.withLock { $0.count } }

  func add(_ port: UInt16, _ descriptor: Int32) { rows.withLock { $0[port] = Row(descriptor: descriptor) } }

  /// Before the descriptor is closed.
  func remove(_ port: UInt16) { rows.withLock { _ = $0.removeValue(forKey: port) } }

  /// For the answer that follows all that the server has sent by now.
  func arm(_ port: UInt16, _ fault: AnswerFault) -> Bool {
    rows.withLock { rows in
      guard let row = rows[port] else { return false }
      rows[port]?.armed = (fault, Int(sb_unread(row.descriptor)))
      return true
    }
  }

  /// Reads from the server, and hands out what was armed for what is read. Under the lock, so that an arming thread can
  /// count what is unread.
  func receive(_ port: UInt16, into buffer: UnsafeMutableRawBufferPointer) -> (RelaySocket.Moved, Armed?) {
    rows.withLock { rows in
      guard let row = rows[port] else { return (.failed, nil) }
      let moved = RelaySocket.receive(from: row.descriptor, into: buffer)
      guard let armed = row.armed, case .done = moved else { return (moved, nil) }
      rows[port]?.armed = nil
      return (moved, armed)
    }
  }
}
