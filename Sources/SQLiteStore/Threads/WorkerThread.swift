import Glibc
import Store
import Synchronization

/// Threads of our own for calls that block: they must never hold up the tasks of the process.
enum WorkerThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a detached thread that ends when `body` returns.
  static func start(_ body: @escaping @Sendable () -> Void) throws(StoreFailure) {
    let box = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { raw in
        if let raw { Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    if code != 0 {
      box.release()
      throw StoreFailure("no thread: \(String(cString: strerror(code)))")
    }
    pthread_detach(thread)
  }
}
