import Clocks
import MeetingCore
import SessionDescription
import Synchronization

/// The vendor's answer on its way, with the candidates that come around it: HTTP cannot push what comes later, so the answer
/// waits a moment for them.
final class CallGathering: Sendable {
  private struct State {
    var description: SessionDescription?
    /// Those that came before the answer.
    var early: [ICECandidate] = []
    var servers: [ICEServer] = []
    var isComplete = false
    /// On a clock that never goes back.
    var lastNews: Int64 = 0
    var ending: CallEnding?
  }

  /// What is handed out.
  struct Result: Sendable {
    let sdp: String
    let servers: [ICEServer]
  }

  private let state = Mutex(State())
  private let time: any TimeSource
  private let answered = AsyncStream<Void>.makeStream()
  private let settled = AsyncStream<Void>.makeStream()

  init(time: any TimeSource) { self.time = time }

  func take(_ servers: [ICEServer]) { state.withLock { $0.servers = servers } }

  func take(_ description: SessionDescription) {
    state.withLock { state in
      guard state.description == nil else { return }
      var answer = description
      for candidate in state.early { Self.add(candidate, to: &answer) }
      if state.isComplete { answer.endCandidates() }
      state.isComplete = answer.hasAllCandidates
      state.description = answer
      state.early = []
      state.lastNews = time.monotonicNanoseconds
    }
    answered.continuation.finish()
    if state.withLock({ $0.isComplete }) { settled.continuation.finish() }
  }

  /// One that comes when the answer is out is of no use any more.
  func take(_ candidate: ICECandidate) {
    state.withLock { state in
      state.lastNews = time.monotonicNanoseconds
      guard var answer = state.description else {
        if state.early.count < 200 { state.early.append(candidate) }
        return
      }
      Self.add(candidate, to: &answer)
      state.description = answer
    }
  }

  func complete() {
    let isAnswered = state.withLock { state in
      state.isComplete = true
      state.description?.endCandidates()
      return state.description != nil
    }
    if isAnswered { settled.continuation.finish() }
  }

  /// No answer comes any more.
  func finish(_ ending: CallEnding) {
    state.withLock { $0.ending = $0.ending ?? ending }
    answered.continuation.finish()
    settled.continuation.finish()
  }

  /// What has ended the call, if anything has.
  var ending: CallEnding? { state.withLock { $0.ending } }

  /// Returns when the answer is there, or nothing comes any more; false when the time is over.
  func wait(atMost limit: Duration) async -> Bool {
    await Self.isOver(answered.stream, within: limit, time)
    return state.withLock { $0.description != nil || $0.ending != nil }
  }

  /// The answer, when its candidates have settled; nil where the call is over.
  func result(_ options: CallOptions) async -> Result? {
    let start = time.monotonicNanoseconds
    while let pause = pause(since: start, options) {
      await Self.isOver(settled.stream, within: .nanoseconds(pause), time)
    }
    return state.withLock { state in
      guard state.ending == nil, let answer = state.description else { return nil }
      return Result(sdp: answer.text, servers: state.servers)
    }
  }

  /// How long to wait on; nil = it has settled.
  private func pause(since start: Int64, _ options: CallOptions) -> Int64? {
    state.withLock { state in
      guard !state.isComplete, state.ending == nil else { return nil }
      let now = time.monotonicNanoseconds
      let until = min(
        state.lastNews + options.quiet.nanoseconds, start + options.gatheringLimit.nanoseconds)
      return until > now ? until - now : nil
    }
  }

  private static func add(_ candidate: ICECandidate, to answer: inout SessionDescription) {
    _ = answer.add(candidate.candidate, mid: candidate.mid, mediaLine: candidate.mediaLine)
  }

  /// Waits for the end of a stream, or for so long.
  private static func isOver(_ stream: AsyncStream<Void>, within limit: Duration, _ time: any TimeSource) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in stream {} }
      group.addTask { try? await time.sleep(for: limit) }
      _ = await group.next()
      group.cancelAll()
    }
  }
}
