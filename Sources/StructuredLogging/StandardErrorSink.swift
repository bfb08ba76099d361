import Glibc
import Synchronization

/// Writes each line to standard error in one piece, also when several threads write at once.
package final class StandardErrorSink: LogSink {
  private let turn = Mutex<Void>(())

  package init() {}

  package func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    turn.withLock { _ in Self.write(bytes) }
  }

  /// `write`, until all is written. A standard error that takes nothing more is given up on: there is nowhere to say so.
  private static func write(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let wrote = bytes.withUnsafeBytes { Glibc.write(2, $0.baseAddress?.advanced(by: sent), $0.count - sent) }
      if wrote < 0 && errno == EINTR { continue }
      if wrote <= 0 { return }
      sent += wrote
    }
  }
}
