import JSONCoding
import MockKit

/// What happens by itself as time passes.
extension VideoSDKTenant {
  /// Does everything due by `now`, in the order of its time, each thing at its own time.
  mutating func runTimers(until now: Int64) {
    while let entry = agenda.take(until: now) { perform(entry.due, at: entry.at) }
  }

  private mutating func perform(_ due: VideoSDKDue, at now: Int64) {
    switch due {
    case .sessionEmpty(let id, let since):
      guard let session = sessions[id], session.emptySince == since, session.isOngoing else { return }
      endSession(of: session.roomID, reason: .unknown, at: now)
    case .sessionEnds(let id):
      guard let session = sessions[id], let reason = session.endReason, session.isOngoing else { return }
      endSession(of: session.roomID, reason: reason, at: now)
    case .autoClose(let id):
      guard let session = sessions[id], session.isOngoing else { return }
      closeAutomatically(session.roomID, at: now)
    case .egress(let id, let state): advance(id, from: state, at: now)
    case .playable(let id): makePlayable(id, at: now)
    case .egressLimit(let id): reachLimit(id, at: now)
    case .agentJoins(let id): agentJoins(id, at: now)
    case .merged(let id): finishMerge(id, at: now)
    case .transcribed(let id): finishTranscript(id, at: now)
    case .socketCloses(let id): closeSocket(id)
    }
  }
}
