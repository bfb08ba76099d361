import JSONCoding
import MockKit

/// Agents: participants that the vendor sends into a room.
extension VideoSDKTenant {
  /// Sends an agent on its way.
  mutating func dispatch(
    _ agentID: String, version: String?, metadata: JSON?, to roomID: String, at now: Int64
  ) -> VideoSDKAgent {
    let agent = VideoSDKAgent(
      id: identifiers.object(), roomID: roomID, agentID: agentID, versionID: version, metadata: metadata)
    agents[agent.id] = agent
    emitAgent("starting", agent)
    agenda.add(.agentJoins(id: agent.id), at: now + seconds(options.agentJoinsAfterSeconds))
    return agent
  }

  /// It comes in, if there is still somebody to come in to.
  mutating func agentJoins(_ id: String, at now: Int64) {
    guard var agent = agents[id], agent.state == .starting else { return }
    guard !options.agentsFail, isAwaited(in: agent.roomID) else {
      agent.state = .failed
      agents[id] = agent
      return emitAgent("failed", agent)
    }
    var join = VideoSDKJoin(participantID: identifiers.participant(), name: agent.agentID, isDriven: true)
    join.peerType = .agent
    join.publishes = [.audio]
    join.metaData = agent.metadata
    let participant = self.join(join, to: agent.roomID, at: now)
    agent.state = .started
    agent.participantID = participant.participantID
    agent.sessionID = rooms[agent.roomID]?.sessionID
    agents[id] = agent
    emitAgent("started", agent)
  }

  private func isAwaited(in roomID: String) -> Bool {
    guard let session = session(of: roomID) else { return false }
    return !options.agentsLeaveWithLastPerson || isKeptAlive(session)
  }

  /// Whoever it was in the room has gone, and so is the agent; by a switch it comes back when it was thrown out.
  mutating func agentLeft(
    _ participantID: String, _ roomID: String, _ reason: VideoSDKLeaveReason, at now: Int64
  ) {
    let left = agents.values.first {
      $0.participantID == participantID && $0.roomID == roomID && $0.state == .started
    }
    guard var agent = left else { return }
    emitAgent("stopping", agent)
    agent.state = .stopped
    agents[agent.id] = agent
    emitAgent("stopped", agent)
    guard options.agentsReturn, [.removed, .removedByAPI].contains(reason) else { return }
    _ = dispatch(agent.agentID, version: agent.versionID, metadata: agent.metadata, to: roomID, at: now)
  }

  private mutating func emitAgent(_ step: String, _ agent: VideoSDKAgent) {
    emit(
      "agent-session-" + step, agent.roomID,
      [
        "id": .string(agent.id), "agentId": .string(agent.agentID), "meetingId": .string(agent.roomID),
        "sessionId": .text(agent.sessionID ?? rooms[agent.roomID]?.sessionID),
      ])
  }
}
