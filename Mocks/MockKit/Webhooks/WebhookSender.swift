package import Clocks
package import HTTPTypes
import JSONCoding
import Synchronization

/// Sends the vendor's events and repeats what was not taken. Every task it starts is its own and ends with `stop`.
package final class WebhookSender: Sendable {
  private struct State {
    var book: WebhookBook
    var tasks: [Int: Task<Void, Never>] = [:]
    var nextTask = 0
    var stopped = false
  }

  private let state: Mutex<State>
  private let transport: any HTTPTransport
  private let time: any TimeSource
  private let policy: WebhookPolicy
  private let writer: WebhookWriter
  /// A held delivery goes out alone after this long without a successor.
  private static let longestHold = Duration.seconds(1)

  /// `time` is the vendor's clock: pauses between attempts pass on it.
  package init(
    vendor: any MockVendor, transport: any HTTPTransport, time: any TimeSource, policy: WebhookPolicy = WebhookPolicy()
  ) {
    state = Mutex(State(book: WebhookBook(memory: policy.memory)))
    self.transport = transport
    self.time = time
    self.policy = policy
    writer = WebhookWriter(vendor: vendor, timeout: policy.timeout)
  }

  /// Queues every delivery of `events`, in order.
  package func send(_ events: [MockEvent]) {
    for event in events {
      for target in event.deliveries {
        let (key, step) = state.withLock { $0.book.enter(event, target) }
        perform(step, key)
      }
    }
  }

  package var deliveries: [WebhookDelivery] { state.withLock { $0.book.all } }

  /// Sends a delivery again with its old id and the next attempt number; false when it is unknown.
  package func redeliver(id: String) -> Bool {
    guard let key = state.withLock({ $0.book.key(of: id) }) else { return false }
    queue(key)
    return true
  }

  /// Deforms the next `times` deliveries.
  package func mutateNext(_ mutation: WebhookMutation, times: Int, delayMilliseconds: Int) {
    state.withLock {
      $0.book.mutations.append(.init(mutation: mutation, times: times, delay: delayMilliseconds))
    }
  }

  /// Deforms none any more.
  package func clearMutations() { state.withLock { $0.book.mutations = [] } }

  /// Forgets everything; what was under way is cancelled.
  package func reset() {
    let tasks = state.withLock { state in
      state.book.clear()
      defer { state.tasks = [:] }
      return Array(state.tasks.values)
    }
    for task in tasks { task.cancel() }
  }

  /// Cancels everything and returns when nothing runs any more.
  package func stop() async {
    let tasks = state.withLock { state in
      state.stopped = true
      return Array(state.tasks.values)
    }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }

  private func perform(_ step: WebhookBook.Step, _ key: Int) {
    switch step {
    case .enqueue: queue(key)
    case .enqueueTwice:
      queue(key)
      queue(key)
    case .enqueueLater(let milliseconds): queue(key, after: .milliseconds(milliseconds))
    case .hold:
      state.withLock { state in
        guard let url = state.book[key]?.url else { return }
        state.book.held[url, default: []].append(key)
      }
      launch { [self] in
        guard await pause(Self.longestHold) else { return }
        if let url = state.withLock({ $0.book.release(key) ? $0.book[key]?.url : nil }) { employ(url) }
      }
    case .nothing: break
    }
  }

  private func queue(_ key: Int, after pause: Duration) {
    launch { [self] in
      if await self.pause(pause) { queue(key) }
    }
  }

  private func queue(_ key: Int) {
    let url = state.withLock { state in
      state.book.enqueue(key)
      return state.book[key]?.url
    }
    if let url { employ(url) }
  }

  /// Starts a worker for `url` unless there are enough.
  private func employ(_ url: String) {
    let needed = state.withLock { state in
      let workers = state.book.workers[url, default: 0]
      guard workers < policy.workersPerURL, state.book.queues[url]?.isEmpty == false else { return false }
      state.book.workers[url] = workers + 1
      return true
    }
    guard needed else { return }
    launch { [self] in await work(url) }
  }

  private func work(_ url: String) async {
    while let key = nextKey(url) { await attempt(key) }
  }

  private func nextKey(_ url: String) -> Int? {
    state.withLock { state in
      // A cancelled worker belongs to a state that was reset: the counts are no longer its own.
      guard !Task.isCancelled else { return nil }
      guard state.book.queues[url]?.isEmpty == false else {
        state.book.workers[url, default: 1] -= 1
        return nil
      }
      return state.book.queues[url]?.removeFirst()
    }
  }

  private func attempt(_ key: Int) async {
    guard let delivery = state.withLock({ $0.book[key] }) else { return }
    let number = delivery.attempts.count + 1
    let at = time.wallNanoseconds
    let outcome = await writer.outcome(of: delivery, number: number, by: transport)
    let taken = outcome.status.map { (200..<300).contains($0) } ?? false
    let attempt = WebhookDelivery.Attempt(number: number, at: at, status: outcome.status, error: outcome.error)
    let again = !taken && number <= policy.pauses.count && !Task.isCancelled
    state.withLock { state in
      state.book[key]?.attempts.append(attempt)
      state.book[key]?.state = taken ? .delivered : again ? .pending : .failed
    }
    if again { queue(key, after: policy.pauses[number - 1]) }
  }

  /// False when the sender was stopped meanwhile.
  private func pause(_ duration: Duration) async -> Bool {
    do {
      try await time.sleep(for: duration)
      return true
    } catch {
      return false
    }
  }

  private func launch(_ body: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      guard !state.stopped else { return }
      state.nextTask += 1
      let id = state.nextTask
      state.tasks[id] = Task { [self] in
        await body()
        self.state.withLock { _ = $0.tasks.removeValue(forKey: id) }
      }
    }
  }
}
