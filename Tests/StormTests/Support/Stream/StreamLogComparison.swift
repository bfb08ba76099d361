import MeetingCore
import RoomReducer

/// One room's log beside the vendor's own record: everything once, and what is absent could not be known.
struct StreamLogComparison {
  let state: RoomState
  let log: RoomLog
  let record: StreamRecord
  /// Deliveries of which no copy arrived.
  let lost: Set<String>

  /// Stays and sessions of which every delivery was lost, and which no read met.
  private(set) var unseen = 0
  /// Changes of the stage that were undone before anybody looked, with at least one of the two deliveries lost.
  private(set) var unseenStages = 0
  private(set) var faults: [String] = []

  init(state: RoomState, log: RoomLog, record: StreamRecord, lost: Set<String>) {
    self.state = state
    self.log = log
    self.record = record
    self.lost = lost
    expect(log.sequences == Array(1...Int64(max(1, log.sequences.count))), "sequences have gaps: \(log.sequences)")
    compareStays()
    compareSessions()
    compareStages()
  }

  /// Whoever the vendor still lets into a room that has ended is told to have left at once, with their session.
  private var hasEnded: Bool { !record.roomEnded.isEmpty }

  private mutating func compareStays() {
    let connections = Dictionary(uniqueKeysWithValues: state.participants.values.map { ($0.id, $0.connection) })
    let joined = log.subjects("participant.joined").map { connections[$0] ?? $0 }
    let left = log.subjects("participant.left").map { connections[$0] ?? $0 }
    compare("joined", joined, Set(record.joined.keys))
    compare("left", left, hasEnded ? Set(joined) : Set(record.left.keys))
    for (connection, delivery) in record.joined where !joined.contains(connection) {
      let isLost = lost.contains(delivery) && record.left[connection].map(lost.contains) ?? false
      expect(isLost, "\(connection) was told and is not in the log")
      unseen += 1
    }
    let gone = hasEnded ? Set(joined) : Set(record.left.keys).intersection(joined)
    expect(gone == Set(left), "who left and who is told to have left differ")
    expect(order(joined: "participant.joined", left: "participant.left"), "somebody leaves before they join")
  }

  private mutating func compareSessions() {
    let names = Dictionary(uniqueKeysWithValues: state.sessions.values.map { ($0.id, $0.vendorID ?? $0.id) })
    let started = log.subjects("session.started").map { names[$0] ?? $0 }
    let ended = log.subjects("session.ended").map { names[$0] ?? $0 }
    compare("session.started", started, Set(record.started.keys))
    compare("session.ended", ended, hasEnded ? Set(started) : Set(record.ended.keys))
    let over = hasEnded ? Set(started) : Set(record.ended.keys).intersection(started)
    expect(Set(ended) == over, "sessions told and sessions ended differ")
    for (session, delivery) in record.started where !started.contains(session) {
      let all = [delivery, record.ended[session] ?? ""] + (record.within[session] ?? [])
      expect(all.allSatisfy(lost.contains), "the session \(session) was told and is not in the log")
      unseen += 1
    }
    expect(order(joined: "session.started", left: "session.ended"), "a session ends before it starts")
  }

  /// A lost change takes at most its opposite with it; what is told after the room's end is no longer taken in.
  private mutating func compareStages() {
    let (live, stopped) = (log.count("room.went_live"), log.count("room.stopped_live"))
    let missing = record.wentLive.count + record.stoppedLive.count - live - stopped
    let changes = record.wentLive + record.stoppedLive
    expect(live <= record.wentLive.count && stopped <= record.stoppedLive.count, "the stage changed too often")
    expect(log.count("room.ended") == record.roomEnded.count, "the end is not told once")
    if record.roomEnded.isEmpty {
      expect(missing <= 2 * changes.count(where: lost.contains), "a change of the stage was told and is not in the log")
    }
    unseenStages += missing
  }

  private mutating func compare(_ name: String, _ told: [String], _ happened: Set<String>) {
    expect(Set(told).count == told.count, "\(name) is told twice")
    expect(Set(told).isSubset(of: happened), "\(name) is told and never happened: \(Set(told).subtracting(happened))")
  }

  private func order(joined: String, left: String) -> Bool {
    var seen: Set<String> = []
    for entry in log.entries {
      if entry.type == joined { seen.insert(entry.subject) }
      if entry.type == left, !seen.contains(entry.subject) { return false }
    }
    return true
  }

  private mutating func expect(_ holds: Bool, _ fault: @autoclosure () -> String) {
    if !holds { faults.append("\(state.room.id): \(fault())") }
  }
}
