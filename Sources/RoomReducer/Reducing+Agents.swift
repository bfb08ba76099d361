import MeetingCore

extension Reducing {
  /// An agent is on its way, as a member. Nothing is told until it is there, or will not come.
  mutating func startAgent(_ starting: Agent) {
    guard state.resources[starting.id] == nil, state.agent(of: starting.identity) == nil, state.room.phase != .ended,
      state.room.phase != .creating, !state.isSomebodyElses(starting.identity)
    else { return }
    var agent = starting
    agent.madeMember = state.members[agent.identity] == nil
    noteMember(agent.identity, at: context.now)
    changingRole(of: agent.identity) { $0.store(starting.identity, .agent) }
    put(.agent(agent))
  }

  /// What its start made of its person ends with it, here and at the vendor. With the room everything ends.
  private mutating func withdrawMembership(of agent: Agent) {
    guard agent.madeMember, state.room.phase != .ended, state.members[agent.identity] == .agent else { return }
    changingRole(of: agent.identity) { $0.removeMember(agent.identity, $0.own(.memberRemoved(person: agent.identity))) }
    reduction.directives.append(.withdraw(person: agent.identity))
  }

  mutating func updateAgent(_ id: String, _ settings: AgentSettings) {
    guard var agent = openAgent(id), agent.settings != settings else { return }
    agent.settings = settings
    keep(agent)
  }

  /// News of an agent that is over, or of none of ours, changes nothing; only what became of its calls is still told.
  mutating func hear(_ news: AgentNews, of id: String, _ fact: Fact) {
    if case .toolCalled = news, case .agent(let agent)? = state.resources[id] { return tell(news, of: agent, fact) }
    guard let agent = openAgent(id) else { return }
    switch news {
    case .joined(let connection): arrive(agent, connection, fact)
    case .left, .failed: close(agent, news, fact)
    case .speaking(let isSpeaking): note(agent, isSpeaking: isSpeaking, fact)
    case .transcript, .toolCalled: tell(news, of: agent, fact)
    case .asked: break
    }
  }

  /// A connection of somebody's may be an agent's, whose arrival was told before.
  mutating func link(_ participant: Participant) {
    guard var agent = state.agent(of: participant.person), agent.participant == nil, agent.state == .active else {
      return
    }
    agent.participant = participant.id
    keep(agent)
  }

  /// Whoever was thrown out, or whose room has ended, is no agent any more, though its own connection may not know yet. Any
  /// other leave is told by that connection, which knows why.
  mutating func releaseAgent(of gone: Participant, _ fact: Fact) {
    guard let agent = state.agent(of: gone.person), agent.participant == gone.id, let reason = gone.leaveReason,
      [.removed, .notAdmitted, .roomEnded].contains(reason)
    else { return }
    release(agent, reason: reason.rawValue, fact)
  }

  /// The room is over for every agent.
  mutating func releaseAgents(_ fact: Fact) {
    for agent in state.openAgents { release(agent, reason: LeaveReason.roomEnded.rawValue, fact) }
  }

  private mutating func release(_ agent: Agent, reason: String, _ fact: Fact) {
    close(agent, agent.state == .joining ? .failed(reason: reason, detail: nil) : .left(reason: reason), fact)
    reduction.directives.append(.release(agent: agent.id))
  }

  private mutating func arrive(_ joining: Agent, _ connection: String?, _ fact: Fact) {
    guard joining.state == .joining else { return }
    var agent = joining
    agent.state = .active
    let known = connection.flatMap { state.participant(named: $0) } ?? state.connections(of: agent.identity).last
    agent.participant = known?.id
    keep(agent)
    tell(.joined(connection: connection), of: agent, fact)
  }

  private mutating func close(_ open: Agent, _ news: AgentNews, _ fact: Fact) {
    var agent = open
    switch news {
    case .failed(let reason, let detail): (agent.state, agent.reason, agent.detail) = (.failed, reason, detail)
    case .left(let reason): (agent.state, agent.reason) = (.left, reason)
    default: return
    }
    if agent.reason != LeaveReason.roomEnded.rawValue { withdrawMembership(of: agent) }
    if agent.isSpeaking { note(agent, isSpeaking: false, fact) }
    agent.isSpeaking = false
    keep(agent)
    tell(news, of: agent, fact)
  }

  private mutating func note(_ agent: Agent, isSpeaking: Bool, _ fact: Fact) {
    guard agent.isSpeaking != isSpeaking else { return }
    var changed = agent
    changed.isSpeaking = isSpeaking
    keep(changed)
    tell(.speaking(isSpeaking), of: changed, fact)
  }

  private mutating func tell(_ news: AgentNews, of agent: Agent, _ fact: Fact) {
    emit(.agent(agent.id, participant: agent.participant, person: agent.identity, news), fact)
  }

  private mutating func keep(_ agent: Agent) {
    var changed = agent
    changed.changedAt = context.now
    put(.agent(changed))
  }

  private func openAgent(_ id: String) -> Agent? {
    guard case .agent(let agent)? = state.resources[id], agent.isOpen else { return nil }
    return agent
  }
}
