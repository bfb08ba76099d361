import Glibc

/// Writes each line to standard error in one piece.
package struct StandardErrorSink: LogSink {
  package init() {}

  package func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    var sent = 0
    while sent < bytes.count {
      let wrote = bytes.withUnsafeBytes { Glibc.write(2, $0.baseAddress?.advanced(by: sent), $0.count - sent) }
      if wrote < 0 && errno == EINTR { continue }
      if wrote <= 0 { return }
      sent += wrote
    }
  }
}
