import Foundation
import ProgramTesting

/// Runs the commands of pages, as a reader would paste them, in one shell and a folder that has the demo's ready file only.
///
/// `curl` there is a script that also writes down the status of each answer; `switchboard` is the built program.
struct PageRun {
  struct Result {
    let status: Int32?
    let output: String
    /// By block: the statuses of its requests, in order.
    let statuses: [[String]]
    /// What the pages started and did not stop.
    let running: [String]
    /// The address, key and mock that the shell had in the end.
    let variables: String?
  }

  /// How long a page may take, and any number of them together.
  private static let limits: (one: Duration, together: Duration) = (.seconds(60), .seconds(240))

  private let folder: URL
  private let pages: [Page]
  private let setup: String

  init(_ pages: [Page], setup: String) throws {
    self.pages = pages
    self.setup = setup
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appendingPathComponent("bin"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("work"), withIntermediateDirectories: true)
    try tool("switchboard", "exec '\(Program.path)' \"$@\"")
    // A status is written where the request has ended: one that is stopped, as an endless stream, leaves none.
    try tool("curl", "exec \"$REAL_CURL\" \"$@\" -w '%{stderr}answered %{http_code}\\n' 2>>\"$PAGE_LOG\"")
  }

  private func tool(_ name: String, _ line: String) throws {
    let file = folder.appendingPathComponent("bin/\(name)")
    try "#!/bin/sh\n\(line)\n".write(to: file, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
  }

  /// Removes what the run has left.
  func clean() { try? FileManager.default.removeItem(at: folder) }

  func run(_ demo: Demo) async throws -> Result {
    let output = folder.appendingPathComponent("output")
    try Data().write(to: output)
    let handle = try FileHandle(forWritingTo: output)
    try Data(demo.ready.utf8).write(to: folder.appendingPathComponent("work/demo.json"))
    let process = Process()
    // Whoever runs the tests may ignore signals, and what is ignored stays so in every child: `kill` would do nothing.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["--default-signal=TERM,INT", "/bin/bash", "-c", script]
    process.currentDirectoryURL = folder.appendingPathComponent("work")
    process.environment = environment(demo)
    (process.standardInput, process.standardOutput, process.standardError) = (FileHandle.nullDevice, handle, handle)
    try process.run()
    let isOver = await eventually(within: min(Self.limits.one * pages.count, Self.limits.together)) {
      !process.isRunning
    }
    if !isOver { process.terminate() }
    let said = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    return Result(
      status: isOver ? process.terminationStatus : nil, output: said, statuses: try statuses(),
      running: try lines("running "), variables: try lines("variables ").first)
  }

  private func environment(_ demo: Demo) -> [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let curl = path.split(separator: ":").map { "\($0)/curl" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    return [
      "PATH": "\(folder.path)/bin:\(path)", "HOME": folder.path, "SB": demo.api.url, "KEY": demo.key,
      "MOCK": demo.mock.url, "REAL_CURL": curl ?? "curl",
      "PAGE_LOG": folder.appendingPathComponent("log").path, "LC_ALL": "C.UTF-8",
    ]
  }

  /// What was told to stop gets a while to end. What runs on is written down, stopped with all that it started, and
  /// waited for.
  private var script: String {
    let blocks = pages.flatMap(\.blocks).map { "echo 'block \($0.line)' >>\"$PAGE_LOG\"\n\($0.script)" }
    return """
      set -e -m
      trap 'for job in $(jobs -p); do kill -KILL -- -$job || true; done; wait || true' EXIT
      \(setup)
      \(blocks.joined(separator: "\n"))
      for round in $(seq 100); do [ -z "$(jobs -pr)" ] && break; sleep 0.1; done
      jobs -r | sed 's/^/running /' >>"$PAGE_LOG"
      echo "variables $SB $KEY $MOCK" >>"$PAGE_LOG"
      """
  }

  private func log() throws -> [Substring] {
    try String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8).split(separator: "\n")
  }

  private func lines(_ word: String) throws -> [String] {
    try log().filter { $0.hasPrefix(word) }.map { String($0.dropFirst(word.count)) }
  }

  private func statuses() throws -> [[String]] {
    var blocks: [[String]] = []
    for line in try log() {
      if line.hasPrefix("block ") { blocks.append([]) }
      if line.hasPrefix("answered "), !blocks.isEmpty { blocks[blocks.count - 1].append(String(line.dropFirst(9))) }
    }
    return blocks
  }
}
