import CCurl
import Glibc
import HTTPTypes
import Synchronization

/// Hands requests over to a thread of its own, which drives them all (`Driver`).
final class TransferLoop: Sendable {
  struct Orders {
    var arriving: [Transfer] = []
    var cancelled: Set<Int> = []
    var isStopping = false
  }

  private struct State {
    var orders = Orders()
    var thread: pthread_t?
    var hasEnded = false
    var stopWaiters: [CheckedContinuation<Void, Never>] = []
  }

  private let configuration: HTTPClientConfiguration
  private let state = Mutex(State())
  // Thread-safe for `curl_multi_wakeup`, under the mutex so that it never follows the clean-up; else the thread's own.
  nonisolated(unsafe) private let multi: UnsafeMutableRawPointer

  init(_ configuration: HTTPClientConfiguration) {
    self.configuration = configuration
    multi = Library.multi(configuration)
    startThread()
  }

  /// False when the loop is stopping.
  func add(_ transfer: Transfer) -> Bool {
    state.withLock { state in
      guard !state.orders.isStopping else { return false }
      state.orders.arriving.append(transfer)
      curl_multi_wakeup(multi)
      return true
    }
  }

  func cancel(_ id: Int) {
    state.withLock { state in
      guard !state.orders.isStopping else { return }
      state.orders.cancelled.insert(id)
      curl_multi_wakeup(multi)
    }
  }

  /// Fails what is on its way and waits for the thread's end.
  func stop() async {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if !state.hasEnded {
          askToStop(&state)
          state.stopWaiters.append(continuation)
        }
        return state.hasEnded
      }
      if hasEnded { continuation.resume() }
    }
    // All its work is done: this waits only for the thread to return.
    if let thread = takeThread() { pthread_join(thread, nil) }
  }

  /// For an owner that goes away without waiting.
  func abandon() {
    state.withLock { if !$0.hasEnded { askToStop(&$0) } }
    if let thread = takeThread() { pthread_detach(thread) }
  }

  private func askToStop(_ state: inout State) {
    state.orders.isStopping = true
    curl_multi_wakeup(multi)
  }

  private func takeThread() -> pthread_t? {
    state.withLock { state in
      defer { state.thread = nil }
      return state.thread
    }
  }

  // MARK: The thread

  private func startThread() {
    let context = Unmanaged.passRetained(self).toOpaque()
    var thread = pthread_t()
    let result = pthread_create(&thread, nil, TransferLoop.threadMain, context)
    precondition(result == 0, "no thread for the HTTP client")
    let started = thread
    state.withLock { $0.thread = started }
  }

  private static let threadMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    blockSignals()
    if let context { Unmanaged<TransferLoop>.fromOpaque(context).takeRetainedValue().run() }
    return nil
  }

  /// Writing to a closed TLS connection raises `SIGPIPE`, which would end the process.
  private static func blockSignals() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
  }

  private func run() {
    Driver(multi, configuration).run(takeOrders)
    state.withLock { $0.hasEnded = true }
    curl_multi_cleanup(multi)
    let waiters = state.withLock { state in
      defer { state.stopWaiters = [] }
      return state.stopWaiters
    }
    for waiter in waiters { waiter.resume() }
  }

  private func takeOrders() -> Orders {
    state.withLock { state in
      defer { state.orders = Orders(isStopping: state.orders.isStopping) }
      return state.orders
    }
  }
}
