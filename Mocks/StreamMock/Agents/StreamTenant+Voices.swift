import JSONCoding
import MockKit

/// What the media side hears of agents.
extension StreamTenant {
  /// Takes note of what an agent's model says now.
  mutating func hear(_ voice: AgentVoice, of participant: String, in cid: String, at now: Int64) {
    guard calls[cid]?.running?.participants[participant]?.leftAt == nil, voice.number > 0 else { return }
    if voices[cid]?[participant]?.number != voice.number {
      // Of what was over before it was heard at all there is nothing to hear.
      guard !voice.isCutShort else { return }
      voices[cid, default: [:]][participant] = StreamVoice(number: voice.number, levels: voice.levels)
      nextWord(of: participant, in: cid, at: now)
    }
    if voice.isCutShort { return silence(participant, in: cid) }
    voices[cid]?[participant]?.isOver = voice.isOver
    if voice.isOver, let spoken = voices[cid]?[participant], spoken.nextAt == nil { silence(participant, in: cid) }
    reconsider(cid)
  }

  /// Whose next word is due speaks on.
  mutating func speakOn(in cid: String, at now: Int64) {
    for (participant, voice) in (voices[cid] ?? [:]).sorted(by: { $0.key < $1.key })
    where voice.nextAt ?? .max <= now {
      nextWord(of: participant, in: cid, at: now)
    }
  }

  private mutating func nextWord(of participant: String, in cid: String, at now: Int64) {
    guard var voice = voices[cid]?[participant] else { return }
    guard voice.begun < voice.levels.count else {
      voices[cid]?[participant]?.nextAt = nil
      if voice.isOver { silence(participant, in: cid) }
      return
    }
    voice.begun += 1
    voice.nextAt = now + StreamVoice.word
    voices[cid]?[participant] = voice
    change(participant, in: cid) { ($0.isSpeaking, $0.level) = (true, voice.level) }
  }

  private mutating func silence(_ participant: String, in cid: String) {
    voices[cid]?[participant]?.nextAt = nil
    voices[cid]?[participant]?.begun = .max
    change(participant, in: cid) { ($0.isSpeaking, $0.level) = (false, 0) }
  }
}
