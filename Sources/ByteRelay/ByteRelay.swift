package import HTTPServer
import Synchronization
import Threads

/// A listener that passes bytes to a server on the loopback and back, and breaks answers on the wire when told to: what a
/// correct HTTP server cannot be made to do.
///
/// One thread serves all connections. Each direction keeps at most one read's worth: a slow receiver stops its sender. A
/// side's end is passed on as an end, its reset as a reset. A relay that was started must be stopped.
package final class ByteRelay: Sendable {
  /// What a new client gets.
  package enum Greeting: Sendable { case pass, reset }

  private struct State {
    var isRunning = false
    var isStopping = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let listener: Listener
  private let queue: EventQueue
  private let armory = Armory()
  private let state = Mutex(State())

  /// Takes the address, `port` 0 a free one; clients wait until `start`.
  package init(address: String, port: UInt16) throws(HTTPServerError) {
    listener = try Listener(address: address, port: port)
    queue = try EventQueue()
  }

  /// Where clients connect.
  package var port: UInt16 { listener.port }

  /// Accepted and not yet closed.
  package var openConnections: Int { armory.count }

  /// Serves from now on. `greet` is asked for each client, on the relay's thread.
  package func start(to target: UInt16, greet: @escaping @Sendable () -> Greeting) throws(HTTPServerError) {
    state.withLock { $0.isRunning = true }
    let code = DetachedThread.start { [self] in
      RelayLoop(listener, queue, armory, target: target, greet: greet).run { state.withLock { $0.isStopping } }
      finish()
    }
    guard code != 0 else { return }
    state.withLock { $0.isRunning = false }
    throw .system(call: "pthread_create", code: code)
  }

  /// The next answer on a connection breaks: `serverSidePort` is the port the server sees as its peer's. False when there is
  /// no such connection.
  package func arm(_ fault: AnswerFault, serverSidePort: UInt16) -> Bool { armory.arm(serverSidePort, fault) }

  /// Stops listening and closes every connection; returns when the thread has done so. May be called again.
  package func stop() async {
    listener.close { queue.unwatch($0) }
    await withCheckedContinuation { continuation in
      let isRunning = state.withLock { state in
        state.isStopping = true
        if state.isRunning { state.waiters.append(continuation) }
        return state.isRunning
      }
      if isRunning { queue.ring() } else { continuation.resume() }
    }
  }

  private func finish() {
    let waiters = state.withLock { state in
      state.isRunning = false
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
