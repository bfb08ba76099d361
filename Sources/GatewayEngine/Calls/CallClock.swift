import MeetingCore
import Synchronization

/// The times that a call's media may take, as the caller's side reports how they fare. Before its first report none runs:
/// a caller whose side never reports is heard of by nobody.
final class CallClock: Sendable {
  /// A time that has begun.
  struct Alarm: Sendable {
    let delay: Duration
    let ending: CallError
    fileprivate let number: Int
    fileprivate let kind: Kind
  }

  fileprivate enum Kind: Hashable { case connect, grace }

  private struct State {
    var hasReport = false
    /// The commit whose report was heard last: reports that pass each other count in the order of their commits.
    var version: Int64 = 0
    var connection: CallReport.Connection?
    var numbers = 0
    /// The alarms that still count.
    var running: [Kind: Int] = [:]
  }

  private let timers: CallTimers
  private let state = Mutex(State())
  let alarms: AsyncStream<Alarm>
  private let feed: AsyncStream<Alarm>.Continuation

  init(_ timers: CallTimers) {
    self.timers = timers
    (alarms, feed) = AsyncStream.makeStream()
  }

  /// Notes the state of a call as it is in this version of its room, and tells how the media fare where that is news.
  func note(_ call: VoiceCall, version: Int64, tell: (CallReport.Connection) -> Void) {
    state.withLock { state in
      guard version >= state.version else { return }
      state.version = version
      let isNews = state.connection != call.connection
      state.connection = call.connection
      if !state.hasReport, call.state == .connecting { begin(.connect, &state) }
      state.hasReport = true
      if call.state != .connecting { state.running[.connect] = nil }
      if call.connection != .disconnected {
        state.running[.grace] = nil
      } else if isNews {
        begin(.grace, &state)
      }
      // Within the lock, so that two who are told one after the other tell in that order.
      if isNews, let connection = call.connection { tell(connection) }
    }
  }

  /// Whether an alarm that is over still counts.
  func isDue(_ alarm: Alarm) -> Bool { state.withLock { $0.running[alarm.kind] == alarm.number } }

  func stop() { feed.finish() }

  private func begin(_ kind: Kind, _ state: inout State) {
    let delay = kind == .connect ? timers.connect : timers.grace
    guard let delay else { return }
    state.numbers += 1
    state.running[kind] = state.numbers
    feed.yield(Alarm(delay: delay, ending: Self.error(kind), number: state.numbers, kind: kind))
  }

  private static func error(_ kind: Kind) -> CallError {
    switch kind {
    case .connect: CallError(.timedOut, "no media came about in time", isRetryable: false)
    case .grace: CallError(.disconnected, "the media of the call were lost", isRetryable: true)
    }
  }
}
