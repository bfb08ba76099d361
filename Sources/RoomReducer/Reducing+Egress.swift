import MeetingCore

/// Recordings, broadcasts and transcriptions. Reports come in any order and more than once: each moves a life forward or
/// nothing.
extension Reducing {
  /// What a report without an id of its own may be off by.
  private static var slackSeconds: Int64 { 10 }
  /// So long after an end, a beginning that nobody asked for and that has no time of its own is taken for an older one, told
  /// again: vendors do not start at once what they have just stopped.
  private static var repeatSeconds: Int64 { 120 }

  mutating func take(_ report: EgressReport, _ fact: Fact) {
    guard state.room.phase != .creating else { return }
    guard var egress = subject(of: report, fact) ?? adopted(report, fact), !egress.isDeleted else { return }
    if egress.vendorID == nil { egress.vendorID = report.vendorID }
    if egress.playbackURL == nil { egress.playbackURL = report.playbackURL }
    advance(&egress, by: report.step, fact)
    if egress != state.resources[egress.id]?.egress { keep(egress) }
  }

  mutating func apply(_ intent: EgressIntent) {
    switch intent {
    case .begun(let egress): begin(egress)
    case .deferred(let id): change(id) { $0.isDeferred = true }
    case .withdrawn(let id, let by):
      change(id) { egress in
        if egress.isDeferred { Self.withdraw(&egress, by: by) }
      }
    case .refused(let id, let reason): settle(id, as: .failed(reason: reason))
    case .stopping(let id, let by):
      change(id) {
        $0.state = .stopping; $0.stoppedBy = by
      }
    case .stoppingAll(let kept, let by): endEgress(by: by) { !kept.contains($0.plan.sort) }
    case .stopWanted(let id, let by):
      change(id) {
        $0.isStopWanted = true; $0.stoppedBy = by
      }
    case .gone(let id): settle(id, as: gone(id))
    case .fileless(let id): endWithoutFiles(id)
    case .lost(let id): settle(id, as: .failed(reason: "lost"))
    case .deleted(let egress): delete(egress)
    }
  }

  /// A session's end is the end of what ran in it; the vendor is told, in case it does not see it like that.
  mutating func endEgress(of session: String?) {
    endEgress(by: nil) { session == nil || $0.session == session }
  }

  private mutating func endEgress(by: String?, where condition: (Egress) -> Bool) {
    for var egress in state.egresses where egress.state.isActive && !egress.isDeleted && condition(egress) {
      guard egress.state != .stopping else { continue }
      if egress.isDeferred {
        Self.withdraw(&egress, by: by)
        keep(egress)
        continue
      }
      egress.state = .stopping
      egress.stoppedBy = by
      keep(egress)
      reduction.directives.append(.stopEgress(egress.id))
    }
  }

  /// What the vendor's own view shows running, runs; what it does not show is over, unless it is news.
  mutating func takeEgress(_ snapshot: RoomSnapshot, _ fact: Fact) {
    guard let running = snapshot.egress else { return }
    var shown: Set<String> = []
    for report in running {
      let known = subject(of: report, fact)
      if let known { shown.insert(known.id) }
      if known == nil, hasNews(like: report.plan, since: snapshot) { continue }
      if known.map({ $0.changedVersion <= snapshot.asOf }) ?? true { take(report, fact) }
      if let taken = subject(of: report, fact) { shown.insert(taken.id) }
    }
    for egress in state.egresses where egress.state == .running || egress.state == .stopping {
      guard !shown.contains(egress.id), egress.changedVersion <= snapshot.asOf else { continue }
      take(EgressReport(egress.plan, .stopped, id: egress.id), fact)
    }
  }

  /// Somebody came: what has waited for that can be started.
  mutating func startDeferred(in session: String) {
    for var egress in state.egresses where egress.isDeferred && egress.state == .starting {
      egress.isDeferred = false
      egress.session = session
      keep(egress)
      reduction.directives.append(.startEgress(egress.id))
    }
  }

  /// Nothing was ever told of it, and nothing is told of its end.
  private static func withdraw(_ egress: inout Egress, by: String?) {
    egress.isDeferred = false
    egress.state = .stopped
    egress.stoppedBy = by
  }

  // MARK: Which one it is

  private func subject(of report: EgressReport, _ fact: Fact) -> Egress? {
    let known = state.egresses.filter { $0.plan.isLike(report.plan) }
    if let id = report.id { return known.first { $0.id == id } }
    if let vendorID = report.vendorID {
      let bound = known.filter { $0.vendorID == vendorID }
      if let told = bound.last(where: { $0.createdAt <= fact.occurredAt }) ?? bound.first {
        return begins(anew: told, report, fact) ? nil : told
      }
    }
    let candidates = known.filter { isPossible($0, report, fact) }
    if report.vendorID == nil { return candidates.last }
    return candidates.last { $0.createdAt <= moment(of: report, fact) } ?? candidates.first
  }

  /// Whether a name that is used again and again stands for the next one now. Ids of a vendor's own are used once.
  private func begins(anew egress: Egress, _ report: EgressReport, _ fact: Fact) -> Bool {
    guard case .rtmp = report.plan, case .started = report.step, let stoppedAt = egress.stoppedAt else { return false }
    return fact.occurredAt > stoppedAt
  }

  /// Whether a beginning that is told without an id is that of one which is over by now: late, or told again.
  private func isPast(_ report: EgressReport, _ fact: Fact) -> Bool {
    guard fact.isTold else { return false }
    return state.egresses.contains { egress in
      guard egress.plan.isLike(report.plan), let stoppedAt = egress.stoppedAt, egress.startedAt != nil else {
        return false
      }
      if !fact.isTimed { return fact.occurredAt <= stoppedAt.advanced(bySeconds: Self.repeatSeconds) }
      return fact.occurredAt <= stoppedAt && egress.createdAt <= fact.occurredAt.advanced(bySeconds: Self.slackSeconds)
    }
  }

  /// When what is told of was going on: a file is told of long after.
  private func moment(of report: EgressReport, _ fact: Fact) -> Timestamp {
    if case .ready(let file) = report.step, let time = file.startedAt { time } else { fact.occurredAt }
  }

  private func isPossible(_ egress: Egress, _ report: EgressReport, _ fact: Fact) -> Bool {
    if report.vendorID != nil { guard egress.vendorID == nil else { return false } }
    guard egress.state.isActive || (report.vendorID != nil && egress.state == .processing) else { return false }
    switch report.step {
    case .started where isFound(egress): return true
    case .started, .ready: return egress.createdAt <= fact.occurredAt.advanced(bySeconds: Self.slackSeconds)
    // Without an id it may be late news of the one before.
    case .stopped, .failed:
      let slack = report.vendorID == nil ? 0 : Self.slackSeconds
      return egress.createdAt <= fact.occurredAt.advanced(bySeconds: slack)
    }
  }

  /// Whether it was seen running, and nobody has told yet since when.
  private func isFound(_ egress: Egress) -> Bool { egress.source == .reconcile && egress.vendorID == nil }

  /// Something that was not asked for here, or whose beginning nobody told us of. A vendor that gives no ids cannot tell of
  /// the end of something unknown: that one is long told.
  private mutating func adopted(_ report: EgressReport, _ fact: Fact) -> Egress? {
    guard report.id == nil else { return nil }
    if report.vendorID == nil { guard case .started = report.step, !isPast(report, fact) else { return nil } }
    if case .started = report.step { replace(report, fact) } else { doubt(fact) }
    let begun = if case .ready(let file) = report.step { file.startedAt ?? fact.occurredAt } else { fact.occurredAt }
    let session = session(named: report.session) ?? state.openSession?.id
    return Egress(
      id: context.makeID(report.plan.sort.idPrefix), plan: report.plan, source: fact.source,
      createdAt: min(begun, fact.occurredAt), vendorID: report.vendorID, session: session,
      playbackURL: report.playbackURL)
  }

  /// Where a vendor runs one of a sort, a new one tells that the one before is over.
  private mutating func replace(_ report: EgressReport, _ fact: Fact) {
    if case .rtmp = report.plan { return }
    for egress in state.egresses where egress.state.isActive && egress.plan.isLike(report.plan) {
      guard egress.createdAt < fact.occurredAt else { continue }
      take(EgressReport(egress.plan, .stopped, id: egress.id), fact)
    }
  }

  private func session(named vendorID: String?) -> String? {
    guard let vendorID else { return nil }
    return state.sessions.values.first { $0.vendorID == vendorID }?.id
  }

  /// Whether one of a sort ended after the view was taken: it may still be shown in it.
  private func hasNews(like plan: EgressPlan, since snapshot: RoomSnapshot) -> Bool {
    state.egresses.contains { $0.plan.isLike(plan) && $0.changedVersion > snapshot.asOf }
  }

  // MARK: How it goes on

  private mutating func advance(_ egress: inout Egress, by step: EgressReport.Step, _ fact: Fact) {
    switch step {
    case .started: start(&egress, fact)
    case .stopped: if egress.state.isActive, !isSeenLater(egress, fact) { stop(&egress, fact) }
    case .ready(let file): add(file, to: &egress, fact)
    case .failed(let reason): fail(&egress, reason, fact)
    }
  }

  /// Whether it was seen running after that: what is told is of the one before.
  private func isSeenLater(_ egress: Egress, _ fact: Fact) -> Bool {
    fact.isTold && egress.source == .reconcile && fact.occurredAt < egress.createdAt
  }

  private mutating func start(_ egress: inout Egress, _ fact: Fact) {
    guard egress.state == .starting || egress.state == .stopping, egress.startedAt == nil else { return }
    if egress.state == .starting { egress.state = state.room.phase == .ended ? .stopping : .running }
    egress.isDeferred = false
    if egress.session == nil { egress.session = state.openSession?.id }
    tellStart(&egress, at: fact.occurredAt, fact)
    guard egress.isStopWanted || state.room.phase == .ended else { return }
    egress.isStopWanted = false
    reduction.directives.append(.stopEgress(egress.id))
  }

  private mutating func tellStart(_ egress: inout Egress, at time: Timestamp, _ fact: Fact) {
    guard egress.startedAt == nil else { return }
    if egress.state == .starting { egress.state = .running }
    egress.startedAt = time
    tell(egress, .started, fact, at: time)
    if case .hls = egress.plan { tell(egress, .ready, fact, at: time) }
  }

  private mutating func stop(_ egress: inout Egress, _ fact: Fact) {
    tellStart(&egress, at: egress.createdAt, fact)
    egress.stoppedAt = max(fact.occurredAt, egress.startedAt ?? fact.occurredAt)
    egress.state = egress.plan.sort.leavesFiles ? .processing : .stopped
    tell(egress, .stopped, fact)
    guard !egress.files.isEmpty else { return }
    egress.state = .ready
    tell(egress, .ready, fact)
  }

  /// A file of a whole room's recording comes when that is over, whatever was told of its end.
  private mutating func add(_ file: EgressFile, to egress: inout Egress, _ fact: Fact) {
    guard !egress.files.contains(where: file.isSame) else { return }
    let isEarly = egress.state.isActive && egress.plan.leavesFilesEarly && !isOver(egress)
    if egress.state.isActive, !isEarly { stop(&egress, fact) }
    egress.files.append(file)
    guard !isEarly else { return tellStart(&egress, at: file.startedAt ?? egress.createdAt, fact) }
    egress.state = .ready
    egress.reason = nil
    tell(egress, .ready, fact)
  }

  /// Whether nothing goes on in which it could still run.
  private func isOver(_ egress: Egress) -> Bool {
    guard let session = egress.session else { return state.openSession == nil }
    return state.sessions[session]?.endedAt != nil
  }

  private mutating func fail(_ egress: inout Egress, _ reason: String?, _ fact: Fact) {
    guard egress.state.isActive || egress.state == .processing else { return }
    egress.state = .failed
    egress.reason = reason
    egress.stoppedAt = egress.stoppedAt ?? fact.occurredAt
    tell(egress, .failed, fact)
  }

  // MARK: What the gateway does

  /// The vendor's own report may have been quicker than its answer: then it is that one.
  private mutating func begin(_ egress: Egress) {
    let isTold = state.egresses.contains { known in
      known.state.isActive && known.source != .api && known.plan.isLike(egress.plan)
        && (known.vendorID == egress.vendorID || egress.vendorID == nil)
        && known.createdAt.advanced(bySeconds: Self.slackSeconds) >= egress.createdAt
    }
    guard !isTold, state.resources[egress.id] == nil else { return }
    var egress = egress
    if state.room.phase == .ended {
      if egress.isDeferred { return }
      egress.isStopWanted = true
    }
    keep(egress)
    // Somebody came while the vendor was being asked.
    if egress.isDeferred, let open = state.openSession { startDeferred(in: open.id) }
  }

  private mutating func change(_ id: String, _ change: (inout Egress) -> Void) {
    guard var egress = state.resources[id]?.egress, egress.state.isActive, !egress.isDeleted else { return }
    change(&egress)
    keep(egress)
  }

  /// That it stopped was told already.
  private mutating func endWithoutFiles(_ id: String) {
    guard var egress = state.resources[id]?.egress, egress.state == .processing else { return }
    egress.state = .stopped
    keep(egress)
  }

  /// What never ran has failed; what ran was stopped.
  private func gone(_ id: String) -> EgressReport.Step {
    state.resources[id]?.egress?.startedAt == nil ? .failed(reason: "lost") : .stopped
  }

  private mutating func settle(_ id: String, as step: EgressReport.Step) {
    guard let egress = state.resources[id]?.egress else { return }
    let report = EgressReport(egress.plan, step, id: id)
    take(report, own(.egress(report)))
  }

  private mutating func delete(_ known: Egress) {
    var egress = state.resources[known.id]?.egress ?? known
    guard !egress.isDeleted else { return }
    egress.isDeleted = true
    egress.files = []
    keep(egress)
  }

  private mutating func keep(_ egress: Egress) {
    var changed = egress
    changed.changedAt = context.now
    changed.changedVersion = context.version
    put(.egress(changed))
  }

  private mutating func tell(_ egress: Egress, _ step: EgressStep, _ fact: Fact, at time: Timestamp? = nil) {
    emit(.egress(egress, step), fact, at: time)
  }
}
