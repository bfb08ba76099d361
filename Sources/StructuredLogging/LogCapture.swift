import Synchronization

/// Keeps lines in memory, for tests that search them.
package final class LogCapture: LogSink {
  private let kept = Mutex<[String]>([])

  package init() {}

  package var lines: [String] { kept.withLock { $0 } }
  package func write(_ line: String) { kept.withLock { $0.append(line) } }
}
