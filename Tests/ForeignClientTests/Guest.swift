import Glibc
import JSONCoding
import ProgramTesting

/// The vendor's own client for Python, in a meeting: what it hears and what it is told to do.
struct Guest: Sendable {
  private let program: RunningProgram

  private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/")
  private static let python = root + "/.build/videosdk-venv/bin/python"

  /// Whether `scripts/videosdk-client` could install it.
  static let isInstalled = access(python, X_OK) == 0

  /// `server` answers as the vendor; `control` is the mock that must know how this client reads its ICE servers.
  init(_ name: String, meeting: String, token: String, server: String, control: String, more: [String] = []) throws {
    program = try RunningProgram(
      [
        Self.root + "/scripts/videosdk/client.py", "--server", server, "--control", control, "--meeting", meeting,
        "--participant", name, "--name", "Guest \(name)",
      ] + more, of: Self.python, environment: ["VIDEOSDK_TOKEN": token], hasInput: true)
  }

  /// Tells it what to do, without waiting for what comes of it.
  func perform(_ what: String, _ more: JSON = [:]) throws {
    var order: JSONObject = JSONObject()
    order["do"] = .string(what)
    for (key, value) in more.objectValue?.pairs ?? [] { order[key] = value }
    try program.write(JSON.object(order).text())
  }

  /// Everything it said, in order.
  var lines: [JSON] {
    program.output.split(separator: "\n").compactMap { try? JSON.parse(Array($0.utf8), mode: .strict) }
  }

  func events(_ name: String) -> [JSON] { lines.filter { $0["event"]?.stringValue == name } }

  /// Waits for something it says; nil when it does not come.
  func line(within limit: Duration = .seconds(20), _ condition: (JSON) -> Bool) async -> JSON? {
    var found: JSON?
    _ = await eventually(within: limit) {
      found = lines.first(where: condition)
      return found != nil || program.status() != nil
    }
    return found ?? lines.first(where: condition)
  }

  func event(_ name: String, within limit: Duration = .seconds(20), where condition: (JSON) -> Bool = { _ in true })
    async -> JSON?
  {
    await line(within: limit) { $0["event"]?.stringValue == name && condition($0) }
  }

  /// Does something and waits until it is done; its result, nil when it failed.
  @discardableResult
  func did(_ what: String, _ more: JSON = [:]) async throws -> JSON? {
    func answers() -> [JSON] { lines.filter { ($0["did"] ?? $0["failed"])?.stringValue == what } }
    let before = answers().count
    try perform(what, more)
    var done: [JSON] = []
    _ = await eventually(within: .seconds(20)) {
      done = answers()
      return done.count > before || program.status() != nil
    }
    return done.dropFirst(before).first?["result"]
  }

  /// Everything for somebody who wants to know why a test failed.
  var story: String { program.output + program.errors }

  /// Leaves, if it has not; its exit status.
  func end() async -> Int32? {
    program.endInput()
    let status = await program.exit(within: .seconds(20))
    if status == nil { await program.kill() }
    return status
  }
}
