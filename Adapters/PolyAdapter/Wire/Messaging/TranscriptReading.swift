import JSONCoding

/// Makes lines of what comes on the messaging socket, once each.
struct TranscriptReading: Sendable {
  private static let remembered = 1_024
  private static let mostChunks = 1_024

  private struct Chunk {
    let index: Double
    let text: String
  }

  private var seen: [String] = []
  private var chunks: [Chunk] = []
  private var chunked: String?

  /// What an event adds to the transcript: nothing in general.
  mutating func take(_ event: MessagingEvent) -> [TranscriptLine] {
    switch event.type {
    case "POLY_AGENT_MESSAGE": return whole(event, .agent)
    case "LIVE_AGENT_MESSAGE": return whole(event, .liveAgent(id: event.payload["agent_id"]?.stringValue))
    case "USER_MESSAGE": return whole(event, .caller)
    case "POLY_AGENT_MESSAGE_CHUNK": return chunk(event)
    default: return []
    }
  }

  private mutating func whole(_ event: MessagingEvent, _ speaker: TranscriptLine.Speaker) -> [TranscriptLine] {
    guard let id = event.payload["message_id"]?.stringValue ?? event.id,
      let text = event.payload["text"]?.stringValue, !text.isEmpty, isNew(id)
    else { return [] }
    return [TranscriptLine(id: id, speaker: speaker, text: text, at: event.timestamp)]
  }

  /// Pieces are joined as they are, in the order of their numbers. A new message ends one that was not.
  private mutating func chunk(_ event: MessagingEvent) -> [TranscriptLine] {
    guard let id = event.payload["message_id"]?.stringValue, !seen.contains(id) else { return [] }
    let unfinished = chunked == id ? [] : flush(event.timestamp)
    chunked = id
    if let text = event.payload["text"]?.stringValue, chunks.count < Self.mostChunks {
      let index = event.payload["chunk_index"]?.numberValue ?? Double(chunks.count)
      if !chunks.contains(where: { $0.index == index }) { chunks.append(Chunk(index: index, text: text)) }
    }
    return event.payload["is_complete"]?.boolValue == true ? unfinished + flush(event.timestamp) : unfinished
  }

  private mutating func flush(_ at: String?) -> [TranscriptLine] {
    guard let id = chunked else { return [] }
    let text = chunks.sorted { $0.index < $1.index }.map(\.text).joined()
    (chunked, chunks) = (nil, [])
    guard !text.isEmpty, isNew(id) else { return [] }
    return [TranscriptLine(id: id, speaker: .agent, text: text, at: at)]
  }

  private mutating func isNew(_ id: String) -> Bool {
    if seen.contains(id) { return false }
    seen.append(id)
    if seen.count > Self.remembered { seen.removeFirst() }
    return true
  }
}
