package import Clocks
package import JSONCoding

/// Writes structured lines. Every text passes the redaction, so that no secret and no line break gets through.
package struct Logger: Sendable {
  package enum Format: String, Sendable { case json, text }

  private let level: LogLevel
  private let format: Format
  private let sink: any LogSink
  private let time: any TimeSource
  private let component: String
  private let redactor: Redactor

  /// `secrets` are exact texts that must never show, beside what the patterns catch.
  package init(
    level: LogLevel = .info, format: Format = .json, sink: any LogSink = StandardErrorSink(),
    time: any TimeSource = SystemTime(), component: String = "gateway", secrets: [String] = []
  ) {
    self.init(level, format, sink, time, component, Redactor(secrets: secrets))
  }

  private init(
    _ level: LogLevel, _ format: Format, _ sink: any LogSink, _ time: any TimeSource, _ component: String,
    _ redactor: Redactor
  ) {
    self.level = level
    self.format = format
    self.sink = sink
    self.time = time
    self.component = component
    self.redactor = redactor
  }

  /// The same log under another component's name.
  package func named(_ component: String) -> Self { Self(level, format, sink, time, component, redactor) }

  package func debug(
    _ message: @autoclosure () -> String, _ fields: @autoclosure () -> KeyValuePairs<String, JSON> = [:]
  ) {
    write(.debug, message, fields)
  }
  package func info(
    _ message: @autoclosure () -> String, _ fields: @autoclosure () -> KeyValuePairs<String, JSON> = [:]
  ) {
    write(.info, message, fields)
  }
  package func warning(
    _ message: @autoclosure () -> String, _ fields: @autoclosure () -> KeyValuePairs<String, JSON> = [:]
  ) {
    write(.warning, message, fields)
  }
  package func error(
    _ message: @autoclosure () -> String, _ fields: @autoclosure () -> KeyValuePairs<String, JSON> = [:]
  ) {
    write(.error, message, fields)
  }

  private func write(_ level: LogLevel, _ message: () -> String, _ fields: () -> KeyValuePairs<String, JSON>) {
    guard level >= self.level else { return }
    let at = RFC3339.format(time.wallNanoseconds)
    let text = redactor.scrub(message())
    let pairs = fields().map { ($0.key, redactor.scrub($0.value, under: $0.key)) }
    sink.write(format == .json ? json(at, level, text, pairs) : plain(at, level, text, pairs))
  }

  private func json(_ at: String, _ level: LogLevel, _ message: String, _ fields: [(String, JSON)]) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("at", at)
      writer.member("level", level.name)
      writer.member("component", component)
      writer.member("message", message)
      for (name, value) in fields { writer.member(name, value) }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func plain(_ at: String, _ level: LogLevel, _ message: String, _ fields: [(String, JSON)]) -> String {
    let rest = fields.map { " \($0.0)=\($0.1.text())" }.joined()
    return "\(at) \(level.name) \(component): \(message)\(rest)"
  }
}
