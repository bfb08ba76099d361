import Glibc
import ProgramTesting

/// A program run beside the test; ended with it.
final class Child {
  struct CannotStart: Error {}

  let pid: pid_t
  private var hasEnded = false

  init(_ arguments: [String]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in 0...2 as ClosedRange<Int32> {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    // A connection held open by a child would not end when the test closes it.
    for descriptor in 3..<1_024 as Range<Int32> { posix_spawn_file_actions_addclose(&actions, descriptor) }
    // Threads of the pool block signals, and a program begins with the mask of the thread that starts it.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var pid = pid_t()
    guard posix_spawnp(&pid, arguments[0], &actions, &attributes, &words, environ) == 0 else { throw CannotStart() }
    self.pid = pid
  }

  deinit { end() }

  /// Whether it ended, and well.
  func wait() async -> Bool {
    var status: Int32 = 0
    hasEnded = await eventually { waitpid(pid, &status, WNOHANG) == pid }
    return hasEnded && status == 0
  }

  func end() {
    guard !hasEnded else { return }
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
    hasEnded = true
  }

  /// The IPv4 port it listens on, found by its descriptors: it was told to take any.
  var listeningPort: UInt16? { ports(inState: "0A").first }

  /// How many connections it holds, as the kernel counts them.
  var connections: Int { ports(inState: "01").count }

  /// The ports of its own sockets in one of the kernel's states.
  private func ports(inState state: String) -> [UInt16] {
    let sockets = Set((0..<256).compactMap { link("/proc/\(pid)/fd/\($0)") })
    return text("/proc/net/tcp").split(separator: "\n").dropFirst().compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 9, words[3] == state, sockets.contains("socket:[\(words[9])]") else { return nil }
      return words[1].split(separator: ":").last.flatMap { UInt16($0, radix: 16) }
    }
  }

  private func link(_ path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = buffer.withUnsafeMutableBytes {
      readlink(path, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
    }
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  private func text(_ path: String) -> String {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 { all += buffer[..<count] }
    return String(decoding: all, as: UTF8.self)
  }
}
