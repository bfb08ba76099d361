import MeetingCore
import RoomReducer

/// Compares what became of a history with what was true.
struct DisorderVerdict {
  let history: DisorderedHistory

  /// Everything that is wrong with these arrivals, which end with a fresh read; empty when all is well.
  func faults(_ arrivals: [DisorderedHistory.Arrival]) -> [String] {
    let run = DisorderRun(arrivals)
    guard run.faults.isEmpty else { return run.faults }
    return differences(run.state)
  }

  /// In a complete history everything is told, and nothing is left for the read at the end.
  func omissions() -> [String] {
    let (run, tally) = (DisorderRun(history.arrivals), history.truth.tally)
    var faults = Self.difference("joined", run.log.joined, tally.joined)
    faults += Self.difference("left", run.log.left, tally.left)
    faults += Self.difference("started", run.log.sessions, tally.sessions)
    faults += Self.difference("ended", run.log.endedSessions, tally.endedSessions)
    faults += Self.difference("members", run.state.members, history.truth.members)
    let unknown = run.lastEvents.filter { $0 != "participant.updated" }
    if !unknown.isEmpty { faults.append("the read at the end told \(unknown)") }
    guard history.truth.stage != .ended else { return faults }
    faults += Self.difference("went live", run.log.counts["room.went_live", default: 0], tally.wentLive)
    faults += Self.difference("stopped live", run.log.counts["room.stopped_live", default: 0], tally.stoppedLive)
    faults += Self.difference("bans", run.log.bans, tally.bans)
    faults += Self.difference("unbans", run.log.unbans, tally.unbans)
    return faults + omittedDeeds(run)
  }

  /// Of a room that has not ended.
  private func omittedDeeds(_ run: DisorderRun) -> [String] {
    let deeds = history.truth.deeds
    var faults = Self.difference("messages", run.log.counts["message.sent", default: 0], deeds.messages)
    faults += Self.difference("granted", run.log.counts["permission.granted", default: 0], deeds.granted)
    faults += Self.difference("revoked", run.log.counts["permission.revoked", default: 0], deeds.revoked)
    let told: [(EgressStep, Set<String>)] = [
      (.started, deeds.started), (.stopped, deeds.stopped), (.ready, deeds.ready),
    ]
    for (step, ids) in told { faults += Self.difference("recordings \(step)", run.log.egress[step, default: []], ids) }
    for person in TrueDeeds.people {
      let may = run.state.permissions(of: person).contains(.sendAudio)
      faults += Self.difference("\(person) may speak", may, deeds.allowed.contains(person))
      let isPending = run.state.pendingRequest(of: person, covering: [.sendAudio]) != nil
      // Whoever was gone for a moment may have taken the hand down with it.
      if deeds.asking[person] != false {
        faults += Self.difference("\(person) asks", isPending, deeds.asking[person] == true)
      }
    }
    return faults
  }

  /// Leaves out whatever is not needed for something to be wrong.
  func shrunk() -> [DisorderedHistory.Arrival] {
    var (kept, chunk) = (history.arrivals, max(1, history.arrivals.count / 2))
    while chunk > 0 {
      var start = 0
      while start < kept.count - 2 {
        var fewer = kept
        fewer.removeSubrange(start..<min(start + chunk, kept.count - 2))
        if faults(fewer).isEmpty { start += chunk } else { kept = fewer }
      }
      chunk /= 2
    }
    return kept
  }

  private func differences(_ state: RoomState) -> [String] {
    let truth = history.truth
    let phases: [Fact.Stage: RoomPhase] = [.backstage: .backstage, .live: .live, .ended: .ended]
    var faults = Self.difference("phase", state.room.phase, phases[truth.stage] ?? .creating)
    faults += Self.difference("session", state.openSession?.vendorID, truth.session?.id)
    faults += Self.difference(
      "present", Dictionary(uniqueKeysWithValues: state.connected.map { ($0.connection, $0.person ?? "") }),
      truth.devices.mapValues(\.person))
    faults += Self.difference(
      "muted", Dictionary(uniqueKeysWithValues: state.connected.map { ($0.connection, $0.tracks[.audio]?.muted) }),
      truth.devices.mapValues { Optional($0.isMuted) })
    faults += Self.difference("anonymous", state.room.anonymousCount, truth.anonymous)
    if history.tellsBans, truth.stage != .ended {
      faults += Self.difference("bans", Set(state.bans.keys), truth.banned)
    }
    if truth.stage != .ended {
      faults += Self.difference("recorded", state.runningSorts.contains(.recording), truth.deeds.isRecording)
    }
    return faults
  }

  private static func difference<Value: Equatable>(_ name: String, _ found: Value, _ right: Value) -> [String] {
    found == right ? [] : ["\(name): \(found) instead of \(right)"]
  }
}
