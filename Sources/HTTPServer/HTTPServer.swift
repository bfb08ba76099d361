import CMicrohttpd
package import HTTPTypes
import Synchronization

/// An HTTP/1.1 server over libmicrohttpd for one handler.
///
/// The library's threads parse and send; handlers run as tasks, one per request, owned by their connection and
/// cancelled when the client goes or the server stops. Paths and queries arrive exactly as they were sent. Heads that
/// could be read in two ways are answered 400 and their connection closed. A `Content-Length` that is no number, or one
/// too large to count, is answered by the library itself, with its own plain page. A server that was started must be
/// stopped.
package final class HTTPServer: Sendable {
  private enum Phase {
    case running
    case stopping([CheckedContinuation<Void, Never>])
    case stopped
  }

  /// How long cancelled handlers may take to return before the server stops without them.
  private static let cancellationTime = Duration.seconds(1)

  private let core: ServerCore
  private let watcher: Watcher
  private let phase = Mutex(Phase.running)

  private init(_ core: ServerCore, _ watcher: Watcher) {
    self.core = core
    self.watcher = watcher
  }

  /// Listens and serves from now on. `listener`: one that is open already, whose clients have waited; it counts instead of
  /// the configuration's address and port, and is the server's from now on.
  package static func start(
    _ configuration: HTTPServerConfiguration, on listener: Listener? = nil, handler: any HTTPHandler
  ) throws(HTTPServerError) -> HTTPServer {
    try configuration.validate()
    let core = try ServerCore(configuration, listener, handler)
    let context = Unmanaged.passRetained(core)
    guard let daemon = Daemon.start(configuration, context: context.toOpaque()) else {
      context.release()
      throw .system(call: "MHD_start_daemon", code: 0)
    }
    let watcher = Watcher(core, daemon: daemon)
    do throws(HTTPServerError) {
      try watcher.start()
    } catch {
      MHD_stop_daemon(daemon)
      context.release()
      throw error
    }
    return HTTPServer(core, watcher)
  }

  /// Where the server listens; the system's choice when 0 was asked for.
  package var port: UInt16 { core.listener.port }

  /// Accepted and not yet closed.
  package var openConnections: Int { core.table.count }

  /// Bytes of bodies that are held right now.
  package var heldBodyBytes: Int { core.bodies.count }

  /// Admissions, answers and streams that run right now.
  package var runningTasks: Int { core.table.runningTasks }

  /// Closes the listening socket; open connections go on.
  package func stopAccepting() { core.listener.close { core.queue.unwatch($0) } }

  /// Stops accepting, ends streams, closes idle connections, lets running answers finish within `drain`, then cancels
  /// and cuts what is left. Returns when the server's threads are gone. May be called again: every call returns at the
  /// end.
  package func stop(drain: Duration) async {
    let isFirst = phase.withLock { phase in
      guard case .running = phase else { return false }
      phase = .stopping([])
      return true
    }
    if isFirst { await shutDown(drain) } else { await waitUntilStopped() }
  }

  private func shutDown(_ drain: Duration) async {
    stopAccepting()
    for connection in core.table.startDraining() { connection.drain() }
    await settle(within: drain)
    for connection in core.table.startAborting() { connection.abort() }
    await settle(within: Self.cancellationTime)
    await watcher.finish()
    let waiters = phase.withLock { phase -> [CheckedContinuation<Void, Never>] in
      defer { phase = .stopped }
      if case .stopping(let waiters) = phase { return waiters }
      return []
    }
    for waiter in waiters { waiter.resume() }
  }

  private func settle(within time: Duration) async {
    await core.table.waitUntilEmpty { watcher.limitDrain(.now + time) }
  }

  private func waitUntilStopped() async {
    await withCheckedContinuation { continuation in
      let isStopped = phase.withLock { phase in
        guard case .stopping(let waiters) = phase else { return true }
        phase = .stopping(waiters + [continuation])
        return false
      }
      if isStopped { continuation.resume() }
    }
  }
}
