/// Takes finished lines, without their line break. Called from any thread.
package protocol LogSink: Sendable {
  func write(_ line: String)
}
