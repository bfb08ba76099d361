import MeetingCore

/// Whether the vendor's agent is in a call, from what there is to tell by: its own word, its voice, or what it says.
struct AgentPresence: Sendable {
  private var isThere = false

  mutating func take(_ update: CallUpdate) -> [AgentNews] {
    switch update {
    case .agentJoined: return joined()
    case .agentLeft(let reason): return left(reason)
    case .transcript(let line): return transcript(line)
    default: return []
    }
  }

  private mutating func joined() -> [AgentNews] {
    defer { isThere = true }
    return isThere ? [] : [.joined(connection: nil)]
  }

  private mutating func left(_ reason: String?) -> [AgentNews] {
    defer { isThere = false }
    return isThere ? [.left(reason: reason)] : []
  }

  /// Whoever speaks is there.
  private mutating func transcript(_ line: TranscriptLine) -> [AgentNews] {
    let isCaller = line.speaker == .caller
    let said = AgentNews.transcript(
      item: line.id, speaker: isCaller ? .user : .agent, text: line.text, isFinal: true)
    return (isCaller ? [] : joined()) + [said]
  }
}
