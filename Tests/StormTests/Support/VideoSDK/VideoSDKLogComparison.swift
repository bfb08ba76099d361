import MeetingCore
import RoomReducer

/// One room's log beside the vendor's own record: every stay and session told at most once, nothing told that never was, and
/// what is absent could not be known.
struct VideoSDKLogComparison {
  /// Deliveries are at most so late. A stay that lasts longer is known before its end can be told.
  private static let latest: Int64 = 45

  private let state: RoomState
  private let log: RoomLog
  private let record: VideoSDKRecord
  private(set) var found = LogComparison()

  init(state: RoomState, log: RoomLog, record: VideoSDKRecord) {
    (self.state, self.log, self.record) = (state, log, record)
    expect(log.sequences == Array(1...Int64(max(1, log.sequences.count))), "sequences have gaps: \(log.sequences)")
    compareTelling()
    compareStays()
    compareSessions()
    expect(log.count("room.ended") == (record.isClosed ? 1 : 0), "the end is told \(log.count("room.ended")) times")
  }

  private mutating func compareTelling() {
    let (joined, left) = (log.subjects("participant.joined"), log.subjects("participant.left"))
    let there = Set(state.connected.map(\.id))
    expect(Set(joined).count == joined.count, "somebody is told to have come twice")
    expect(Set(left).count == left.count, "somebody is told to have left twice")
    expect(Set(joined).subtracting(there) == Set(left), "who left and who is told to have left differ")
    expect(isOrdered("participant.joined", "participant.left"), "somebody leaves before they join")
    expect(!log.entries.contains { $0.subject.hasPrefix("sb-seat-") }, "the seat is told of")
  }

  /// Each stay that was told is one that was: of several that fit, the one that began at about that time.
  private mutating func compareStays() {
    let sessions = Dictionary(uniqueKeysWithValues: state.sessions.values.map { ($0.id, $0.vendorID ?? "") })
    let told = log.subjects("participant.joined").compactMap { id in state.participants.values.first { $0.id == id } }
    expect(told.count == log.count("participant.joined"), "somebody was told to have come and is nobody")
    var open = record.stays
    for participant in told.sorted(by: { $0.joinedAt < $1.joinedAt }) {
      let fitting = open.indices.filter { fits(participant, open[$0], sessions[participant.session] ?? "") }
      let nearest = fitting.min { away(participant, open[$0]) < away(participant, open[$1]) }
      if let nearest {
        open.remove(at: nearest)
      } else {
        expect(false, "\(participant.place ?? "") at \(participant.joinedAt) is told and never was")
      }
    }
    for stay in open {
      expect(mayBeMissed(stay), "\(stay.place) since \(stay.start) was told and is not in the log")
      found.unseen += 1
    }
  }

  /// A stay that was short, or of which no beginning was told. Or the one before it at the place was not told whole, or began
  /// at about the same time: what is told of the two is the same bytes, and may be taken for one. Where seats are dropped, minutes
  /// of the storm's clock go by before they are in again, and nothing reads the rooms then.
  private func mayBeMissed(_ stay: VideoSDKRecord.Stay) -> Bool {
    if !stay.isToldToBegin { return true }
    if let end = stay.end, end < stay.start.advanced(bySeconds: Self.latest) { return true }
    let former = record.stays.last { $0.place == stay.place && $0.session == stay.session && $0.start < stay.start }
    guard let former else { return false }
    if record.isSeated { return true }
    return !former.isToldToBegin || !former.isToldToEnd || former.start >= stay.start.advanced(bySeconds: -2)
  }

  private func fits(_ participant: Participant, _ stay: VideoSDKRecord.Stay, _ session: String) -> Bool {
    guard stay.place == participant.place, stay.session == session else { return false }
    let isEarly = participant.joinedAt < stay.start.advanced(bySeconds: -2)
    let isLate = stay.end.map { participant.joinedAt > $0.advanced(bySeconds: Self.latest) } ?? false
    return !isEarly && !isLate
  }

  private func away(_ participant: Participant, _ stay: VideoSDKRecord.Stay) -> Int64 {
    abs(participant.joinedAt.nanoseconds - stay.start.nanoseconds)
  }

  private mutating func compareSessions() {
    let names = Dictionary(uniqueKeysWithValues: state.sessions.values.map { ($0.id, $0.vendorID ?? $0.id) })
    let started = log.subjects("session.started").map { names[$0] ?? $0 }
    let ended = log.subjects("session.ended").map { names[$0] ?? $0 }
    expect(Set(started).count == started.count, "a session is told to begin twice")
    expect(Set(ended).count == ended.count, "a session is told to end twice")
    expect(Set(started).isSubset(of: record.started.keys), "a session is told and never was")
    let over = record.isClosed ? Set(started) : record.ended.intersection(started)
    expect(Set(ended) == over, "sessions told and sessions ended differ")
    for (session, isTold) in record.started where !started.contains(session) {
      expect(!isTold, "the session \(session) was told and is not in the log")
      found.unseen += 1
    }
    expect(isOrdered("session.started", "session.ended"), "a session ends before it starts")
  }

  private func isOrdered(_ first: String, _ second: String) -> Bool {
    var seen: Set<String> = []
    for entry in log.entries {
      if entry.type == first { seen.insert(entry.subject) }
      if entry.type == second, !seen.contains(entry.subject) { return false }
    }
    return true
  }

  private mutating func expect(_ holds: Bool, _ fault: @autoclosure () -> String) {
    if !holds { found.faults.append("\(state.room.id): \(fault())") }
  }
}
