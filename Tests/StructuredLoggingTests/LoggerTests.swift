import Clocks
import JSONCoding
import StructuredLogging
import Synchronization
import Testing

@Suite("Logging")
struct LoggerTests {
  let capture = LogCapture()

  func logger(_ level: LogLevel = .debug, _ format: Logger.Format = .json, secrets: [String] = []) -> Logger {
    Logger(level: level, format: format, sink: capture, time: ManualTime(), component: "test", secrets: secrets)
  }

  func line() throws -> JSON { try JSON.parse(Array((capture.lines.last ?? "").utf8), mode: .strict) }

  @Test("a line is one JSON object with time, level, component, message and fields")
  func writesJSON() throws {
    logger().named("other").warning("slow answer", ["ms": 12, "room": "room_1", "tags": ["a"]])
    #expect(
      capture.lines == [
        #"{"at":"2026-01-01T00:00:00.000Z","level":"warning","component":"other","message":"slow answer","#
          + #""ms":12,"room":"room_1","tags":["a"]}"#
      ])
  }

  @Test("a line for people holds the same")
  func writesText() {
    logger(.info, .text).error("it broke", ["why": "no \"reason\"", "count": 2])
    #expect(capture.lines == [#"2026-01-01T00:00:00.000Z error test: it broke why="no \"reason\"" count=2"#])
  }

  @Test("what is below the level is neither written nor even made", arguments: LogLevel.allCases)
  func keepsLevel(level: LogLevel) {
    let made = Mutex(0)
    func message() -> String {
      made.withLock { $0 += 1 }
      return "x"
    }
    let logger = logger(level)
    logger.debug(message())
    logger.info(message())
    logger.warning(message())
    logger.error(message())
    #expect(capture.lines.count == 4 - level.rawValue)
    #expect(made.withLock { $0 } == 4 - level.rawValue)
  }

  @Test("a name in the room cannot break the line", arguments: [Logger.Format.json, .text])
  func staysOneLine(format: Logger.Format) {
    let name = "ana\n{\"level\":\"error\"}\r\u{85}\u{2028}\u{0}\u{1B}[2J"
    logger(.debug, format).info(name, ["name": .string(name), "deep": [["\n\u{85}": .string(name)]]])
    let text = capture.lines.joined()
    #expect(capture.lines.count == 1)
    #expect(text.unicodeScalars.allSatisfy { $0.value >= 32 && !(127..<160).contains($0.value) && $0.value != 0x2028 })
  }

  @Test("secrets are hidden in messages, fields, keys and at every depth", arguments: [Logger.Format.json, .text])
  func hidesSecrets(format: Logger.Format) {
    let secret = "hunter2-hunter2"
    let value: JSON = .string("x \(secret) y")
    logger(.debug, format, secrets: [secret]).debug(
      "using \(secret)",
      [
        "plain": value, "list": [value, ["in": value]], "by_name": ["password": "open sesame", "pin_token": 1234],
        "credentials": ["api_key": "abcdef"], "map": [secret: 1], "auth": "Bearer open-sesame",
      ])
    let text = capture.lines.joined()
    for hidden in [secret, "sesame", "1234", "abcdef"] { #expect(!text.contains(hidden)) }
    #expect(text.contains("<redacted>"))
  }

  @Test("a large field is cut")
  func boundsFields() throws {
    let large = JSON.array((0..<20_000).map { .integer($0) })
    logger().info("large", ["list": large, "text": .string(String(repeating: "x", count: 50_000)), "after": true])
    #expect(capture.lines[0].utf8.count < 10_000)
    #expect(try line()["after"] == true)
  }

  @Test("printing a logger shows no secret")
  func printsNothing() {
    var dumped = ""
    dump(logger(secrets: ["hunter2-hunter2"]), to: &dumped)
    #expect(!dumped.contains("hunter2") && !dumped.contains("104"))
  }

  @Test("levels have names and an order")
  func levels() {
    for level in LogLevel.allCases { #expect(LogLevel(name: level.name) == level) }
    #expect(LogLevel(name: "verbose") == nil)
    #expect([LogLevel.error, .warning, .debug, .info].sorted() == LogLevel.allCases)
  }
}
