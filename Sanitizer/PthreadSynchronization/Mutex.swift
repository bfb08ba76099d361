import Glibc

/// Stands in for the standard library's `Mutex` in builds for the thread sanitizer, which follows POSIX locks and cannot
/// see the futexes of the standard library's: it would report every access under a lock as a race.
///
/// `@unchecked Sendable`: the value is touched under the lock only.
public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  public init(_ initial: consuming sending Value) {
    lock = .allocate(capacity: 1)
    let code = pthread_mutex_init(lock, nil)
    precondition(code == 0, "pthread_mutex_init failed with \(code)")
    value = .allocate(capacity: 1)
    value.initialize(to: initial)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Runs `body` while nobody else runs one.
  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value.pointee)
  }
}
