import Glibc
import ProgramTesting
import Synchronization

/// A server that says what a test's script says, byte for byte: one thread and one script for each connection.
final class ScriptedServer: Sendable {
  struct CannotListen: Error {}
  typealias Script = @Sendable (ScriptedConnection) -> Void

  private struct State {
    var open: Set<Int32> = []
    var accepted = 0
    var threads = 0
    var requests: [String] = []
    var isStopping = false
  }

  let port: UInt16
  private let listener: Int32
  private let script: Script
  private let state = Mutex(State())

  init(_ script: @escaping Script) throws {
    guard let (listener, port) = Loopback.listen(backlog: 512) else { throw CannotListen() }
    self.listener = listener
    self.port = port
    self.script = script
    state.withLock { $0.threads = 1 }
    onThread { self.acceptAll() }
  }

  func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

  var accepted: Int { state.withLock { $0.accepted } }
  var openConnections: Int { state.withLock { $0.open.count } }
  /// Whole requests as they came, head and body.
  var requests: [String] { state.withLock { $0.requests } }

  func note(_ request: String) { state.withLock { $0.requests.append(request) } }

  /// Ends every conversation and waits for the threads.
  func stop() async {
    state.withLock { state in
      state.isStopping = true
      for descriptor in state.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
    shutdown(listener, Int32(SHUT_RDWR))
    _ = await eventually { self.state.withLock { $0.threads == 0 } }
    close(listener)
  }

  private func acceptAll() {
    while true {
      let descriptor = accept(listener, nil, nil)
      guard descriptor >= 0 else { break }
      let index = state.withLock { state -> Int? in
        guard !state.isStopping else { return nil }
        state.open.insert(descriptor)
        state.accepted += 1
        state.threads += 1
        return state.accepted
      }
      guard let index else {
        close(descriptor)
        break
      }
      onThread { self.converse(descriptor, index) }
    }
    state.withLock { $0.threads -= 1 }
  }

  private func converse(_ descriptor: Int32, _ index: Int) {
    script(ScriptedConnection(descriptor, index: index, server: self))
    state.withLock { state in
      state.open.remove(descriptor)
      close(descriptor)
      state.threads -= 1
    }
  }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func onThread(_ body: @escaping @Sendable () -> Void) {
  let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
    return nil
  }
  var thread = pthread_t()
  let result = pthread_create(&thread, nil, main, Unmanaged.passRetained(Work(body)).toOpaque())
  precondition(result == 0, "no thread for a scripted conversation")
  pthread_detach(thread)
}
