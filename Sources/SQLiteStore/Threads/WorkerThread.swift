import Glibc
import Store
import Threads

/// The store's own threads, since its calls block.
enum WorkerThread {
  /// Starts a detached thread that ends when `body` returns.
  static func start(_ body: @escaping @Sendable () -> Void) throws(StoreFailure) {
    let code = DetachedThread.start(body)
    if code != 0 { throw StoreFailure("no thread: \(String(cString: strerror(code)))") }
  }
}
