import CLinux
import Glibc
import Synchronization

/// A process, of the built program unless another is named, its two outputs in files. It is killed when nobody holds it
/// any more.
package final class RunningProgram: Sendable {
  private let process: pid_t
  private let folder = TemporaryFolder()
  /// As `waitpid` told it; nil while the process runs.
  private let ended = Mutex<Int32?>(nil)
  /// Where it reads from, while that is open; nil for one that reads nothing.
  private let input: Mutex<Int32?>

  /// `environment`: variables beside those of the tests. One with `hasInput` reads what `write` says, any other
  /// nothing.
  package init(
    _ arguments: [String], of program: String = Program.path, environment: [String: String] = [:],
    hasInput: Bool = false
  ) throws {
    var ends: [Int32] = [-1, -1]
    if hasInput, pipe(&ends) != 0 { throw Failure("no pipe: \(errno)") }
    input = Mutex(hasInput ? ends[1] : nil)
    defer { if hasInput { close(ends[0]) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    if hasInput {
      posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, 1, folder.file("stdout"), flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, folder.file("stderr"), flags, 0o600)
    // A connection that a test closes must not stay open in a process it started.
    for descriptor in Int32(3)..<512 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = Self.variables(adding: environment)
    defer { (words + variables).forEach { free($0) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, program, &actions, nil, words, variables)
    guard code == 0 else { throw Failure("cannot start \(program): \(code)") }
    process = child
  }

  private static func variables(adding more: [String: String]) -> [UnsafeMutablePointer<CChar>?] {
    let prefixes = more.keys.map { $0 + "=" }
    var texts = more.map { "\($0.key)=\($0.value)" }
    var next = environ
    while let variable = next.pointee {
      let text = String(cString: variable)
      if !prefixes.contains(where: text.hasPrefix) { texts.append(text) }
      next += 1
    }
    return texts.map { strdup($0) } + [nil]
  }

  deinit {
    endInput()
    if status() == nil {
      Glibc.kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
  }

  /// No file of the process may grow beyond this from now on, as on a disk that is full; nil takes the limit away.
  package func limitFiles(toBytes bytes: Int64?) throws {
    guard sb_limit_files(process, bytes ?? -1) == 0 else { throw Failure("the limit is refused: \(errno)") }
  }

  /// Says a line to it.
  package func write(_ line: String) throws {
    let bytes = Array((line + "\n").utf8)
    let written = input.withLock { $0.map { Glibc.write($0, bytes, bytes.count) } ?? -1 }
    guard written == bytes.count else { throw Failure("the program does not read") }
  }

  /// There is nothing more to read for it.
  package func endInput() {
    input.withLock { input in
      if let input { close(input) }
      input = nil
    }
  }

  package var id: Int32 { process }
  package var output: String { folder.read("stdout") }
  package var errors: String { folder.read("stderr") }

  /// Asks it to stop and returns its exit status; nil if it still runs after `limit`.
  package func terminate(within limit: Duration = .seconds(8)) async -> Int32? {
    Glibc.kill(process, SIGTERM)
    return await exit(within: limit)
  }

  /// Ends it as a crash would.
  package func kill() async {
    Glibc.kill(process, SIGKILL)
    _ = await exit(within: .seconds(5))
  }

  /// The exit status; 128 and the signal for one that was killed; nil while it runs.
  package func status() -> Int32? {
    ended.withLock { ended in
      var raw: Int32 = 0
      if ended == nil, waitpid(process, &raw, WNOHANG) == process {
        ended = raw & 0x7f == 0 ? (raw >> 8) & 0xff : 128 + raw & 0x7f
      }
      return ended
    }
  }

  package func exit(within limit: Duration) async -> Int32? {
    _ = await eventually(within: limit) { self.status() != nil }
    return status()
  }
}
