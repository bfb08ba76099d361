import MeetingCore

/// The log as a reader follows it: every event must make sense after those before it.
struct DisorderLog {
  private(set) var joined: Set<String> = []
  private(set) var left: Set<String> = []
  private(set) var sessions: Set<String> = []
  private(set) var endedSessions: Set<String> = []
  private(set) var counts: [String: Int] = [:]
  private(set) var bans: [String: Int] = [:]
  private(set) var unbans: [String: Int] = [:]
  /// Vendor ids by the step that was told.
  private(set) var egress: [EgressStep: Set<String>] = [:]
  private(set) var faults: [String] = []
  /// How each request stands, by our id.
  private var requests: [String: Bool] = [:]
  private var steps: [String: Set<EgressStep>] = [:]
  private var started: Set<String> = []
  private var startTimes: [String: Timestamp] = [:]
  private var joinTimes: [String: Timestamp] = [:]
  private var removed: Set<String> = []
  private var isLive = false
  private var banned: Set<String> = []

  mutating func add(_ event: RoomEvent, now: Timestamp) {
    counts[event.type, default: 0] += 1
    expect(event.occurredAt <= now, "\(event.type) happens after it is recorded")
    switch event.detail {
    case .participantJoined(let participant): join(participant, at: event.occurredAt)
    case .participantLeft(let participant): leave(participant, at: event.occurredAt)
    case .participantUpdated(let participant, _):
      expect(joined.contains(participant.connection), "\(participant.connection) changes before it joined")
    case .participantRemoved(let ids, _, _, _):
      for id in ids { expect(removed.insert(id).inserted, "\(id) is removed twice") }
    case .sessionStarted(let session): start(session, at: event.occurredAt)
    case .sessionEnded(let session, _): end(session, at: event.occurredAt)
    case .wentLive, .stoppedLive: setStage(event.type == "room.went_live")
    case .roomEnded: expect(counts[event.type] == 1, "the room ends twice")
    case .banned(let person, _, _): ban(person)
    case .unbanned(let person, _): unban(person)
    case .permissionRequested(let request): raise(request)
    case .permissionExpired(let request), .permissionCancelled(let request): close(request.id)
    case .permissionGranted(let change): if let id = change.request { close(id) }
    case .egress(let egress, let step): advance(egress, step)
    default: break
    }
  }

  private mutating func join(_ participant: Participant, at time: Timestamp) {
    expect(joined.insert(participant.connection).inserted, "\(participant.connection) joins twice")
    expect(started.contains(participant.session), "\(participant.connection) joins a session not told")
    joinTimes[participant.connection] = time
  }

  private mutating func leave(_ participant: Participant, at time: Timestamp) {
    expect(joined.contains(participant.connection), "\(participant.connection) leaves before it joined")
    expect(left.insert(participant.connection).inserted, "\(participant.connection) leaves twice")
    if let since = joinTimes[participant.connection] { expect(since <= time, "left before joined in time") }
  }

  private mutating func start(_ session: Session, at time: Timestamp) {
    expect(started.insert(session.id).inserted, "\(session.id) starts twice")
    if let id = session.vendorID { expect(sessions.insert(id).inserted, "\(id) starts twice") }
    startTimes[session.id] = time
  }

  private mutating func end(_ session: Session, at time: Timestamp) {
    expect(started.contains(session.id), "\(session.id) ends before it started")
    if let id = session.vendorID { expect(endedSessions.insert(id).inserted, "\(id) ends twice") }
    if let since = startTimes[session.id] { expect(since <= time, "ended before started in time") }
  }

  private mutating func setStage(_ live: Bool) {
    expect(isLive != live, "the stage changes to what it was")
    expect(counts["room.ended"] == nil, "the stage changes after the end")
    isLive = live
  }

  private mutating func ban(_ person: String) {
    expect(banned.insert(person).inserted, "\(person) is banned twice")
    bans[person, default: 0] += 1
  }

  private mutating func unban(_ person: String) {
    expect(banned.remove(person) != nil, "\(person) is unbanned twice")
    unbans[person, default: 0] += 1
  }

  private mutating func raise(_ request: PermissionRequest) {
    expect(requests[request.id] == nil, "\(request.id) is raised twice")
    requests[request.id] = true
  }

  private mutating func close(_ request: String) {
    expect(requests[request] == true, "\(request) is decided without being open")
    requests[request] = false
  }

  private mutating func advance(_ egress: Egress, _ step: EgressStep) {
    let before = steps[egress.id, default: []]
    expect(!before.contains(step), "\(egress.id) is \(step) twice")
    expect(step == .started || before.contains(.started), "\(egress.id) is \(step) before it started")
    expect(step != .ready || before.contains(.stopped), "\(egress.id) is ready before it stopped")
    steps[egress.id, default: []].insert(step)
    if let id = egress.vendorID {
      expect(self.egress[step, default: []].insert(id).inserted, "\(id) is \(step) twice")
    }
  }

  private mutating func expect(_ holds: Bool, _ fault: @autoclosure () -> String) {
    if !holds { faults.append(fault()) }
  }
}
