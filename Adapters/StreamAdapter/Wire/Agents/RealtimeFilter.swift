import JSONCoding

/// Lets through what is of interest of a connection that mostly carries sound and words in pieces.
struct RealtimeFilter: Sendable {
  private static let audio: Set<String> = ["response.audio.delta", "response.output_audio.delta"]
  private static let others: Set<String> = [
    "error", "server_error", "session.created", "session.updated", "response.created", "response.done",
    "response.output_item.done", "conversation.item.input_audio_transcription.completed",
    "response.audio_transcript.done", "response.output_audio_transcript.done", "response.text.done",
    "response.output_text.done",
  ]

  private var isFirst = true
  private var soundOf: String?

  /// nil = not of interest. The first frame always is: it says that the connection stands. Of a response's sound, only its
  /// beginning is.
  mutating func take(_ bytes: [UInt8]) -> JSON? {
    guard let frame = try? JSON.parse(bytes, mode: .vendor), let type = frame["type"]?.stringValue else { return nil }
    if isFirst {
      isFirst = false
      return frame
    }
    if Self.audio.contains(type) {
      let response = frame["response_id"]?.stringValue ?? ""
      guard response != soundOf else { return nil }
      soundOf = response
      return ["type": .string(type), "response_id": .string(response)]
    }
    guard Self.others.contains(type) || type.hasPrefix("call.") else { return nil }
    return frame
  }
}
