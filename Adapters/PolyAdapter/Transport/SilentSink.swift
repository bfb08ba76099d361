import StructuredLogging

/// Where lines go that nobody wants.
struct SilentSink: LogSink {
  func write(_ line: String) {}
}
