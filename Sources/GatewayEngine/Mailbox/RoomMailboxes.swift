import Clocks
import MeetingCore
package import RoomReducer
import Store
import Synchronization

/// One mailbox per room: all that is queued folds into one commit, with one commit in flight per room. Memory is a cache;
/// the store's compare-and-swap decides.
package final class RoomMailboxes: Sendable {
  struct Entry {
    let submission: RoomSubmission
    let done: CheckedContinuation<Result<RoomCommitted, MailboxFailure>, Never>
  }

  struct Box {
    var queue: [Entry] = []
    var isRunning = false
    /// The store may show what is being committed before `cached` does: whoever reads waits for it.
    var isCommitting = false
    var readers: [CheckedContinuation<Void, Never>] = []
    var cached: RoomState?
    var touched: Int64 = 0
  }

  /// How many rooms are kept in memory when nothing happens in them.
  private static let cacheLimit = 2_000

  let folding: RoomFolding
  private let tasks: TaskTracker
  private let onCommit: @Sendable (RoomState) -> Void
  private let onDirectives: @Sendable (RoomState, [Directive]) -> Void
  private let boxes = Mutex<[String: Box]>([:])

  /// `onCommit` is told every state that a commit leads to, and must be quick.
  init(
    folding: RoomFolding, tasks: TaskTracker, onCommit: @escaping @Sendable (RoomState) -> Void = { _ in },
    onDirectives: @escaping @Sendable (RoomState, [Directive]) -> Void
  ) {
    self.folding = folding
    self.tasks = tasks
    self.onCommit = onCommit
    self.onDirectives = onDirectives
  }

  /// Returns once committed. Cancelling the caller does not take the submission back.
  package func submit(_ submission: RoomSubmission, to room: String) async throws(MailboxFailure) -> RoomCommitted {
    let result = await withCheckedContinuation { done in
      enqueue(Entry(submission: submission, done: done), room)
    }
    return try result.get()
  }

  /// The room as last committed; nil when there is none. Never older than what the store or the log has shown before.
  package func state(of room: String) async throws(MailboxFailure) -> RoomState? {
    await passCommit(of: room)
    if let cached = boxes.withLock({ $0[room]?.cached }) { return cached }
    let loaded = try await folding.load(room)
    if let loaded { keep(loaded) }
    return loaded
  }

  /// Puts a room that was just inserted into the cache.
  func keep(_ state: RoomState) {
    boxes.withLock { boxes in
      var box = boxes[state.room.id] ?? Box()
      if let cached = box.cached, cached.room.version >= state.room.version { return }
      box.cached = state
      box.touched = folding.time.monotonicNanoseconds
      boxes[state.room.id] = box
      Self.evict(&boxes)
    }
  }

  /// Returns when the commit in flight, if there is one, has reached the memory.
  private func passCommit(of room: String) async {
    guard boxes.withLock({ $0[room]?.isCommitting == true }) else { return }
    await withCheckedContinuation { reader in
      let isOver = boxes.withLock { boxes in
        guard boxes[room]?.isCommitting == true else { return true }
        boxes[room]?.readers.append(reader)
        return false
      }
      if isOver { reader.resume() }
    }
  }

  func forget(_ room: String) { boxes.withLock { $0[room]?.cached = nil } }

  private func enqueue(_ entry: Entry, _ room: String) {
    let start = boxes.withLock { boxes in
      boxes[room, default: Box()].queue.append(entry)
      defer { boxes[room]?.isRunning = true }
      return boxes[room]?.isRunning == false
    }
    guard start else { return }
    if !tasks.spawn({ await self.drain(room) }) { refuseAll(room) }
  }

  private func refuseAll(_ room: String) {
    let queue = boxes.withLock { boxes in
      defer { boxes[room] = nil }
      return boxes[room]?.queue ?? []
    }
    for entry in queue { entry.done.resume(returning: .failure(.store("the gateway is stopping"))) }
  }

  private func drain(_ room: String) async {
    while let (batch, cached) = take(room) {
      let outcome = await folding.commit(batch.map(\.submission), room: room, cached: cached)
      for reader in remember(outcome.state, room) { reader.resume() }
      if let state = outcome.state { onCommit(state) }
      for (entry, result) in zip(batch, outcome.results) { entry.done.resume(returning: result) }
      if let state = outcome.state, !outcome.directives.isEmpty { onDirectives(state, outcome.directives) }
    }
  }

  /// Who has waited for the commit.
  private func remember(_ state: RoomState?, _ room: String) -> [CheckedContinuation<Void, Never>] {
    boxes.withLock { boxes in
      boxes[room]?.cached = state
      boxes[room]?.isCommitting = false
      defer { boxes[room]?.readers = [] }
      return boxes[room]?.readers ?? []
    }
  }

  /// The next batch, or nil after marking the mailbox idle.
  private func take(_ room: String) -> (batch: [Entry], cached: RoomState?)? {
    boxes.withLock { boxes in
      guard var box = boxes[room] else { return nil }
      if box.queue.isEmpty {
        box.isRunning = false
        box.touched = folding.time.monotonicNanoseconds
        boxes[room] = box.cached == nil ? nil : box
        Self.evict(&boxes)
        return nil
      }
      defer { boxes[room] = box }
      let batch = box.queue
      box.queue = []
      box.isCommitting = true
      return (batch, box.cached)
    }
  }

  private static func evict(_ boxes: inout [String: Box]) {
    guard boxes.count > cacheLimit else { return }
    let idle = boxes.filter { !$0.value.isRunning }.sorted { $0.value.touched < $1.value.touched }
    for (room, _) in idle.prefix(cacheLimit / 10) { boxes[room] = nil }
  }
}
