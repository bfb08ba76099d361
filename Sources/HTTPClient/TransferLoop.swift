import CCurl
import Glibc
import HTTPTypes
import Synchronization

/// One thread over `curl_multi`: takes requests from a queue, drives all transfers, resumes their callers.
final class TransferLoop: Sendable {
  private struct State {
    var arriving: [Transfer] = []
    var cancelled: Set<Int> = []
    var isStopping = false
    var hasEnded = false
    var stopWaiters: [CheckedContinuation<Void, Never>] = []
  }

  private let configuration: HTTPClientConfiguration
  private let state = Mutex(State())
  nonisolated(unsafe) private let multi: UnsafeMutableRawPointer  // Thread-safe for `curl_multi_wakeup`; else the loop's own.

  init(_ configuration: HTTPClientConfiguration) {
    self.configuration = configuration
    multi = Library.multi()
    _ = sb_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, configuration.maximumConnectionsPerHost)
    _ = sb_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, configuration.maximumConnections)
    _ = sb_multi_set_long(multi, CURLMOPT_MAXCONNECTS, configuration.maximumConnections)
    startThread()
  }

  /// False when the loop is stopping.
  func add(_ transfer: Transfer) -> Bool {
    let accepted = state.withLock { state in
      guard !state.isStopping else { return false }
      state.arriving.append(transfer)
      return true
    }
    curl_multi_wakeup(multi)
    return accepted
  }

  func cancel(_ id: Int) {
    let isRunning = state.withLock { state in
      guard !state.hasEnded else { return false }
      state.cancelled.insert(id)
      return true
    }
    if isRunning { curl_multi_wakeup(multi) }
  }

  /// Fails what is on its way and ends the thread.
  func stop() async {
    await withCheckedContinuation { continuation in
      let ended = state.withLock { state in
        state.isStopping = true
        if state.hasEnded { return true }
        state.stopWaiters.append(continuation)
        return false
      }
      if ended { continuation.resume() } else { curl_multi_wakeup(multi) }
    }
  }

  /// For an owner that goes away without waiting.
  func abandon() {
    let isRunning = state.withLock { state in
      state.isStopping = true
      return !state.hasEnded
    }
    if isRunning { curl_multi_wakeup(multi) }
  }

  // MARK: The thread

  private func startThread() {
    let context = Unmanaged.passRetained(self).toOpaque()
    var thread = pthread_t()
    let started = pthread_create(&thread, nil, TransferLoop.threadMain, context)
    precondition(started == 0, "no thread for the HTTP client")
    pthread_detach(thread)
  }

  private static let threadMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    if let context { Unmanaged<TransferLoop>.fromOpaque(context).takeRetainedValue().run() }
    return nil
  }

  private func run() {
    var active: [UnsafeMutableRawPointer: Transfer] = [:]
    while true {
      let (arriving, cancelled, isStopping) = takeOrders()
      for transfer in arriving { begin(transfer, &active) }
      cancel(cancelled, &active)
      if isStopping { break }
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      collect(&active)
      expire(&active)
      curl_multi_poll(multi, nil, 0, pollTime(active), nil)
    }
    for transfer in active.values { finish(transfer, .failure(transfer.failure(.cancelled, "the client stopped"))) }
    end()
  }

  private func takeOrders() -> (arriving: [Transfer], cancelled: Set<Int>, isStopping: Bool) {
    state.withLock { state in
      defer {
        state.arriving = []
        state.cancelled = []
      }
      return (state.arriving, state.cancelled, state.isStopping)
    }
  }

  private func begin(_ transfer: Transfer, _ active: inout [UnsafeMutableRawPointer: Transfer]) {
    guard transfer.prepare(configuration), let handle = transfer.handle,
      curl_multi_add_handle(multi, handle) == CURLM_OK
    else {
      transfer.done.resume(returning: .failure(transfer.failure(.connectFailed, "no handle")))
      return transfer.free()
    }
    active[handle] = transfer
  }

  private func cancel(_ ids: Set<Int>, _ active: inout [UnsafeMutableRawPointer: Transfer]) {
    guard !ids.isEmpty else { return }
    for (handle, transfer) in active where ids.contains(transfer.id) {
      active[handle] = nil
      finish(transfer, .failure(transfer.failure(.cancelled, "cancelled")))
    }
  }

  private func collect(_ active: inout [UnsafeMutableRawPointer: Transfer]) {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle,
        let transfer = active.removeValue(forKey: handle)
      else { continue }
      finish(transfer, transfer.result(sb_message_result(message)))
    }
  }

  private func expire(_ active: inout [UnsafeMutableRawPointer: Transfer]) {
    let now = ContinuousClock.now
    for (handle, transfer) in active {
      guard let reason = transfer.expired(now) else { continue }
      active[handle] = nil
      finish(transfer, .failure(transfer.failure(reason, "too slow")))
    }
  }

  private func finish(_ transfer: Transfer, _ result: Result<HTTPClientResponse, HTTPClientFailure>) {
    if let handle = transfer.handle { curl_multi_remove_handle(multi, handle) }
    transfer.free()
    transfer.done.resume(returning: result)
  }

  /// Milliseconds until the next deadline of ours, at most a second.
  private func pollTime(_ active: [UnsafeMutableRawPointer: Transfer]) -> Int32 {
    let now = ContinuousClock.now
    let next = active.values.map { $0.nextDeadline(now) }.min()
    guard let next else { return 1_000 }
    return Int32(min(1_000, max(1, (next - now) / .milliseconds(1) + 1)))
  }

  private func end() {
    let (waiters, late) = state.withLock { state in
      state.hasEnded = true
      defer {
        state.stopWaiters = []
        state.arriving = []
      }
      return (state.stopWaiters, state.arriving)
    }
    for transfer in late {
      transfer.done.resume(returning: .failure(transfer.failure(.cancelled, "the client stopped")))
    }
    curl_multi_cleanup(multi)
    for waiter in waiters { waiter.resume() }
  }
}
