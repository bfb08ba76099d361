import Clocks
import JSONCoding
import Synchronization
import WebSocket

/// An open media connection from the welcome to its end: hears, keeps alive, and matches answers with requests.
final class MediaLine: Sendable {
  private typealias Waiting = CheckedContinuation<Result<Void, MediaFailure>, Never>

  private struct State {
    var waiting: [Int64: Waiting] = [:]
    var cancelled: Set<Int64> = []
    var lastRequest: Int64 = 0
    var isLeaving = false
    /// What requests are answered with once it is over.
    var end: MediaFailure?
  }

  /// Whoever has not read so many events is told that they are lost.
  private static let most = 4_096

  let connection: WebSocketConnection
  let events: MediaEvents
  private let feed: AsyncStream<Result<MediaEvent, MediaFailure>>.Continuation
  private let time: any TimeSource
  private let timings: MediaTimings
  private let heardAt: Mutex<Int64>
  private let state = Mutex(State())

  init(_ connection: WebSocketConnection, _ time: any TimeSource, _ timings: MediaTimings) {
    self.connection = connection
    self.time = time
    self.timings = timings
    heardAt = Mutex(time.monotonicNanoseconds)
    let (results, feed) = AsyncStream.makeStream(
      of: Result<MediaEvent, MediaFailure>.self, bufferingPolicy: .bufferingOldest(Self.most))
    self.feed = feed
    events = MediaEvents(results)
  }

  // MARK: Its life

  /// Until the server has sent us away, we have left, or the connection is lost; or the task is cancelled.
  func run() async {
    let failure = await withTaskGroup(of: MediaFailure?.self) { group in
      group.addTask { await self.listen() }
      group.addTask { await self.keepAlive() }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
    finish(Task.isCancelled ? nil : failure)
    await connection.close()
  }

  private func listen() async -> MediaFailure? {
    while let message = await connection.receive() {
      heardAt.withLock { $0 = time.monotonicNanoseconds }
      do throws(MediaFailure) {
        if try take(MediaReading.message(message.bytes)) { return nil }
      } catch {
        return error
      }
    }
    return connection.closure.map(Self.lost)
  }

  /// Whether that was the last.
  private func take(_ message: MediaReading.Message) throws(MediaFailure) -> Bool {
    switch message {
    case .event(let event):
      // The last place is the failure's.
      if case .enqueued(let room) = feed.yield(.success(event)), room <= 1 { throw .overrun }
      if case .callEnded = event { return true }
    case .answer(let request, let refusal):
      settle(request, refusal.map { .failure(.refused($0)) } ?? .success(()))
    case .welcome, .unknown: break
    }
    return false
  }

  /// A connection may be dead without anybody having said so.
  private func keepAlive() async -> MediaFailure? {
    while !Task.isCancelled {
      do { try await time.sleep(for: timings.healthCheck) } catch { return nil }
      let silence = Duration.nanoseconds(time.monotonicNanoseconds - heardAt.withLock { $0 })
      if silence >= timings.patience { return .silent }
      connection.startSending(.text(MediaWriting.healthCheck.bytes()))
    }
    return nil
  }

  static func lost(_ closure: WebSocketClosure) -> MediaFailure {
    switch closure.cause {
    case .violation: .badMessage(pointer: "")
    case .silent: .silent
    case .peer, .local, .lost: .lost(code: closure.code, reason: String(closure.reason.prefix(120)))
    }
  }

  // MARK: Requests

  /// Sends a request and returns what the server answered.
  func ask(_ frame: @Sendable (Int64) -> JSON) async throws(MediaFailure) {
    let id = state.withLock { state in
      state.lastRequest += 1
      return state.lastRequest
    }
    let frame = frame(id)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard wait(for: id, continuation) else { return }
        // What was posted goes out in order, whoever waits for it.
        connection.startSending(.text(frame.bytes()))
      }
    } onCancel: {
      cancel(id)
    }
    try result.get()
  }

  private func wait(for id: Int64, _ continuation: Waiting) -> Bool {
    let early: MediaFailure? = state.withLock { state in
      if state.cancelled.remove(id) != nil { return .cancelled }
      if let end = state.end { return end }
      state.waiting[id] = continuation
      return nil
    }
    if let early { continuation.resume(returning: .failure(early)) }
    return early == nil
  }

  private func cancel(_ id: Int64) {
    let isWaiting = state.withLock { state in
      if state.waiting[id] != nil { return true }
      state.cancelled.insert(id)
      return false
    }
    if isWaiting { settle(id, .failure(.cancelled)) }
  }

  private func settle(_ id: Int64, _ result: Result<Void, MediaFailure>) {
    state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: result)
  }

  // MARK: The end

  /// From here on the end of the connection is no loss.
  func beginLeaving() { state.withLock { $0.isLeaving = true } }

  private func finish(_ failure: MediaFailure?) {
    let (waiting, shown) = state.withLock { state in
      let shown = state.isLeaving ? nil : failure
      state.end = shown ?? .left
      defer { state.waiting = [:] }
      return (state.waiting, shown)
    }
    if let shown { feed.yield(.failure(shown)) }
    feed.finish()
    for continuation in waiting.values { continuation.resume(returning: .failure(shown ?? .left)) }
  }
}
