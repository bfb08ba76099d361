import JSONCoding
import MockKit

/// What happens by itself as time passes.
extension StreamTenant {
  private enum Due {
    case inactivity, longestDuration
    case report(sessionID: String)
    case files
    case lost
    case words
  }

  /// Does everything due by `now`, in the order of its time, each thing at its own time.
  mutating func runTimers(until now: Int64) {
    guard let deadline = nextDeadline, deadline <= now else { return }
    while let next = earliest(until: now) {
      perform(next.what, next.cid, at: next.at)
    }
    nextDeadline = timed.compactMap { due($0)?.at }.min()
  }

  /// Takes note that a call may have something due sooner than before.
  mutating func reconsider(_ cid: String) {
    guard let next = due(cid) else { return }
    timed.insert(cid)
    nextDeadline = min(nextDeadline ?? .max, next.at)
  }

  private mutating func earliest(until now: Int64) -> (at: Int64, cid: String, what: Due)? {
    var found: (at: Int64, cid: String, what: Due)?
    for cid in timed {
      guard let next = due(cid) else {
        if calls[cid]?.running == nil { timed.remove(cid) }
        continue
      }
      if next.at <= now, found == nil || (next.at, cid) < (found!.at, found!.cid) { found = (next.at, cid, next.what) }
    }
    return found
  }

  private func due(_ cid: String) -> (at: Int64, what: Due)? {
    let candidates: [(at: Int64, what: Due)?] = [
      dueInSession(cid), calls[cid]?.files.compactMap(\.readyAt).min().map { ($0, .files) },
      lost[cid]?.values.min().map { ($0, .lost) },
      voices[cid]?.values.compactMap(\.nextAt).min().map { ($0, .words) },
    ]
    return candidates.compactMap(\.self).min { $0.at < $1.at }
  }

  private func dueInSession(_ cid: String) -> (at: Int64, what: Due)? {
    guard let session = calls[cid]?.session else { return nil }
    guard session.isRunning else { return session.reportAt.map { ($0, .report(sessionID: session.id)) } }
    let timeout = calls[cid]?.seconds("session", "inactivity_timeout_seconds") ?? 30
    let inactive = session.emptySince.map { $0 + timeout * 1_000_000_000 }
    guard let end = session.timerEndsAt, end <= inactive ?? .max else { return inactive.map { ($0, .inactivity) } }
    return (end, .longestDuration)
  }

  private mutating func perform(_ due: Due, _ cid: String, at now: Int64) {
    switch due {
    case .inactivity: endSession(cid, at: now)
    case .longestDuration:
      // An ended call that somebody joined again has nothing more to end but its session.
      end(cid, by: nil, at: now)
      endSession(cid, at: now)
    case .report(let sessionID): report(sessionID, cid, at: now)
    case .lost: giveUpLost(cid, at: now)
    case .words: speakOn(in: cid, at: now)
    case .files: _ = makeFilesReady(cid, at: now) { $0.readyAt ?? .max <= now }
    }
  }

  private mutating func report(_ sessionID: String, _ cid: String, at now: Int64) {
    guard let session = calls[cid]?.session else { return }
    calls[cid]?.session?.reportAt = nil
    let named = session.participants.values.filter { !$0.isAnonymous }
    emit(
      "call.stats_report_ready", cid, at: now,
      [
        "session_id": .string(sessionID),
        "counts": [
          "live_sessions": 0, "participants": .int(Set(named.map(\.userID)).count), "sessions": .int(named.count),
          "peak_concurrent_sessions": .int(named.count),
          "peak_concurrent_users": .int(Set(named.map(\.userID)).count),
          "publishers": .int(named.count(where: \.hasAudioTrack)), "sfus_used": 1,
        ],
      ])
  }
}
