import MeetingCore

/// A call's life. The room's session and the people in it follow the call: the caller is there from the vendor's answer on,
/// the vendor's agent while the vendor says so, and both are gone with it.
extension Reducing {
  mutating func startCall(_ starting: VoiceCall) {
    guard state.room.kind == .voiceCall, state.room.phase == .live || state.room.phase == .backstage,
      state.resources[starting.id] == nil, state.openCall == nil
    else { return }
    keep(starting)
    emit(.call(starting, .stateChanged(previous: nil)))
  }

  /// News of a call that is over, or of none of ours, changes nothing.
  mutating func hear(_ news: CallNews, ofCall id: String, _ fact: Fact) {
    guard let call = state.call(id), call.isOpen else { return }
    switch news {
    case .answered: answer(call, fact)
    case .reported(let report): take(report, of: call, fact)
    case .wished(let wish): tell(call, .requested(wish), fact)
    case .offered(let generation): offer(generation, in: call, fact)
    case .agent(let news): hear(news, in: call, fact)
    case .failed(let error): close(call, as: .failed, error: error, fact)
    case .ended(let ending): close(call, as: .ended, ending: ending, fact)
    }
  }

  /// Whether a connection is the vendor's side of a call: nobody lets it in, and no rule keeps it out.
  func isOfCall(_ connection: String) -> Bool {
    state.openCall?.agentConnection == connection
  }

  /// Whoever was thrown out takes the call along: it has one caller and one agent.
  mutating func releaseCall(of gone: Participant, _ fact: Fact) {
    guard let call = state.openCall, [call.id, call.agentConnection].contains(gone.vendorName) else { return }
    switch gone.leaveReason {
    case .removed: close(call, as: .ended, ending: .removed, fact)
    case .notAdmitted: close(call, as: .ended, ending: .notAdmitted, fact)
    default: break
    }
  }

  /// The room is over, and its call with it.
  mutating func releaseCall(_ fact: Fact) {
    if let call = state.openCall { close(call, as: .ended, ending: .roomEnded, fact) }
  }

  // MARK: What happens to it

  private mutating func answer(_ call: VoiceCall, _ fact: Fact) {
    guard !call.isAnswered else { return }
    var answered = call
    answered.isAnswered = true
    keep(answered)
    join(
      Fact.Joined(connection: call.id, person: call.caller, session: call.id), at: max(fact.occurredAt, call.createdAt),
      fact)
  }

  private mutating func offer(_ generation: Int, in call: VoiceCall, _ fact: Fact) {
    guard generation > call.generation else { return }
    var offered = call
    offered.generation = generation
    keep(offered)
    tell(offered, .offered(generation: generation), fact)
  }

  private mutating func hear(_ news: AgentNews, in call: VoiceCall, _ fact: Fact) {
    switch news {
    case .joined: arrive(in: call, fact)
    case .left, .failed: depart(from: call, news, fact)
    case .transcript: tell(news, of: call, fact)
    case .speaking: if call.hasAgent { tell(news, of: call, fact) }
    case .asked, .toolCalled: break
    }
  }

  private mutating func arrive(in call: VoiceCall, _ fact: Fact) {
    guard !call.hasAgent else { return }
    var joined = call
    joined.hasAgent = true
    keep(joined)
    let agent = Fact.Joined(
      connection: call.agentConnection, naming: .place, person: nil, role: .agent, session: call.id)
    join(agent, at: max(fact.occurredAt, call.createdAt), fact)
    tell(.joined(connection: nil), of: joined, fact)
  }

  private mutating func depart(from call: VoiceCall, _ news: AgentNews, _ fact: Fact) {
    if case .left = news, !call.hasAgent { return }
    let participant = agent(of: call)
    var left = call
    left.hasAgent = false
    keep(left)
    if let participant { leaveNow(participant, at: fact.occurredAt, reason: .left, fact) }
    emit(.agent(nil, participant: participant?.id, person: nil, news), fact)
  }

  // MARK: What the caller's side reports

  private mutating func take(_ report: CallReport, of call: VoiceCall, _ fact: Fact) {
    let heard = takeAudio(report, of: call, fact)
    takeMedia(report, of: heard, fact)
  }

  /// What is reported again is no news.
  private mutating func takeAudio(_ report: CallReport, of call: VoiceCall, _ fact: Fact) -> VoiceCall {
    var changed = call
    changed.muted = report.muted ?? call.muted
    changed.audio = report.audio ?? call.audio
    if (changed.muted, changed.audio) != (call.muted, call.audio) {
      keep(changed)
      tell(changed, .audioChanged, fact)
    }
    return changed
  }

  /// Nobody has media before the vendor has answered.
  private mutating func takeMedia(_ report: CallReport, of call: VoiceCall, _ fact: Fact) {
    var changed = call
    if call.isAnswered, let connection = report.connection { changed.connection = connection }
    if changed.connection != call.connection { keep(changed) }
    switch call.isAnswered ? report.connection : nil {
    case .connected where changed.state == .connecting:
      changed.state = .connected
      keep(changed)
      tell(changed, .stateChanged(previous: .connecting), fact)
    case .failed: return close(changed, as: .failed, error: Self.mediaFailure(of: changed), fact)
    case .interrupted: return close(changed, as: .failed, error: Self.interruption, fact)
    case .connected, .disconnected, nil: break
    }
    noteTrack(of: changed, fact)
  }

  private mutating func noteTrack(of call: VoiceCall, _ fact: Fact) {
    guard call.isAnswered, call.muted != nil || call.connection != nil else { return }
    let track = TrackState(publishing: call.connection == .connected, muted: call.muted, asOf: fact.occurredAt)
    takeTracks(of: call.id, [.audio: track], fact)
  }

  private static func mediaFailure(of call: VoiceCall) -> CallError {
    call.state == .connected
      ? CallError(.disconnected, "the media of the call were lost", isRetryable: true)
      : CallError(.mediaFailed, "no media came about", isRetryable: false)
  }

  private static let interruption = CallError(
    .interrupted, "the caller's audio was taken away", isRetryable: true)

  // MARK: Its end

  private mutating func close(
    _ call: VoiceCall, as end: VoiceCall.State, error: CallError? = nil, ending: VoiceCall.Ending? = nil, _ fact: Fact
  ) {
    var over = call
    (over.state, over.error, over.ending) = (end, error, ending)
    keep(over)
    tell(over, .stateChanged(previous: call.state), fact)
    let reason = leaveReason(of: over)
    if over.hasAgent { departWithCall(over, reason, fact) }
    if let caller = state.participants[call.id] { leaveNow(caller, at: fact.occurredAt, reason: reason, fact) }
    if state.room.phase != .ended, let session = state.sessions.values.first(where: { $0.vendorID == call.id }),
      session.endedAt == nil
    {
      close(session, at: fact.occurredAt, reason: ending?.rawValue ?? error?.code.rawValue, fact)
    }
    reduction.directives.append(.hangUp(call: call.id))
  }

  private mutating func departWithCall(_ call: VoiceCall, _ reason: LeaveReason, _ fact: Fact) {
    let participant = agent(of: call)
    var left = call
    left.hasAgent = false
    keep(left)
    if let participant { leaveNow(participant, at: fact.occurredAt, reason: reason, fact) }
    emit(.agent(nil, participant: participant?.id, person: nil, .left(reason: reason.rawValue)), fact)
  }

  private func leaveReason(of call: VoiceCall) -> LeaveReason {
    switch call.ending {
    case .removed: .removed
    case .notAdmitted: .notAdmitted
    case .roomEnded: .roomEnded
    case .hungUp, .closed: .left
    case nil: call.error?.code == .timedOut ? .timeout : .aborted
    }
  }

  // MARK: Parts

  private func agent(of call: VoiceCall) -> Participant? {
    state.participant(named: call.agentConnection).flatMap { $0.isConnected ? $0 : nil }
  }

  private mutating func tell(_ news: AgentNews, of call: VoiceCall, _ fact: Fact) {
    emit(.agent(nil, participant: agent(of: call)?.id, person: nil, news), fact)
  }

  private mutating func tell(_ call: VoiceCall, _ step: CallStep, _ fact: Fact) { emit(.call(call, step), fact) }

  private mutating func keep(_ call: VoiceCall) {
    var changed = call
    changed.changedAt = context.now
    put(.call(changed))
  }
}
