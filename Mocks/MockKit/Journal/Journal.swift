package import Clocks
package import HTTPTypes
import Synchronization

/// What the vendor's routes received, newest kept, oldest dropped beyond a stated size; a drop is reported for ever.
package final class Journal: Sendable {
  package struct Page: Sendable {
    package let items: [JournalEntry]
    package let overflowed: Bool
  }

  private struct State {
    var entries: [JournalEntry] = []
    /// Entries before this index are dropped; the array is compacted now and then.
    var head = 0
    var weight = 0
    var sequence = 0
    var overflowed = false
    var waiters: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextWaiter = 0
  }

  private let state = Mutex(State())
  private let maximumEntries: Int
  private let maximumBytes: Int

  package init(maximumEntries: Int = 20_000, maximumBytes: Int = 16 << 20) {
    self.maximumEntries = maximumEntries
    self.maximumBytes = maximumBytes
  }

  package func append(_ request: HTTPRequest, at: Int64, operation: String?, status: Int?, fault: String?) {
    let waiters = state.withLock { state in
      state.sequence += 1
      let entry = JournalEntry(
        sequence: state.sequence, at: at, request: request, operation: operation, status: status, fault: fault)
      state.entries.append(entry)
      state.weight += entry.weight
      drop(&state)
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.yield() }
  }

  package func page(_ filter: JournalFilter) -> Page {
    state.withLock { state in
      let items = state.entries[state.head...].lazy.filter(filter.accepts).prefix(filter.limit)
      return Page(items: Array(items), overflowed: state.overflowed)
    }
  }

  /// Waits, without a thread, until something matches or `milliseconds` of `time` have passed.
  package func page(_ filter: JournalFilter, waiting milliseconds: Int, by time: any TimeSource) async -> Page {
    let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let id = enlist(continuation)
    defer { dismiss(id) }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        try? await time.sleep(for: .milliseconds(milliseconds))
        continuation.finish()
      }
      if self.page(filter).items.isEmpty {
        for await _ in changes where !self.page(filter).items.isEmpty { break }
      }
      group.cancelAll()
    }
    return page(filter)
  }

  package func clear() {
    state.withLock { state in
      state.entries = []
      state.head = 0
      state.weight = 0
      state.sequence = 0
      state.overflowed = false
    }
  }

  private func enlist(_ continuation: AsyncStream<Void>.Continuation) -> Int {
    state.withLock { state in
      state.nextWaiter += 1
      state.waiters[state.nextWaiter] = continuation
      return state.nextWaiter
    }
  }

  private func dismiss(_ id: Int) { state.withLock { _ = $0.waiters.removeValue(forKey: id) } }

  private func drop(_ state: inout State) {
    while state.entries.count - state.head > maximumEntries || state.weight > maximumBytes {
      guard state.entries.count - state.head > 1 else { break }
      state.weight -= state.entries[state.head].weight
      state.head += 1
      state.overflowed = true
    }
    guard state.head > 4096, state.head > state.entries.count / 2 else { return }
    state.entries.removeFirst(state.head)
    state.head = 0
  }
}
