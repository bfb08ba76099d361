import Glibc

/// Threads of our own, for loops that wait in the kernel and for calls that block: they must never hold up the tasks of
/// the process.
package enum DetachedThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread that ends when `body` returns (`pthread_create`). 0, or the system's error when there is none; then
  /// `body` never runs.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
    let box = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, main, box.toOpaque())
    if code == 0 { pthread_detach(thread) } else { box.release() }
    return code
  }

  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { raw in
    if let raw { Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run() }
    return nil
  }
}
