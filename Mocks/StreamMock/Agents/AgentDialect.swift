import JSONCoding
import MockKit

/// Which names the realtime events have: those before, or those since the interface left its beta.
package enum AgentDialect: String, Sendable, CaseIterable {
  case beta, current

  func type(_ name: Name) -> String {
    switch (self, name) {
    case (.beta, .audioDelta): "response.audio.delta"
    case (.beta, .audioDone): "response.audio.done"
    case (.beta, .transcriptDelta): "response.audio_transcript.delta"
    case (.beta, .transcriptDone): "response.audio_transcript.done"
    case (.beta, .itemMade): "conversation.item.created"
    case (.current, .audioDelta): "response.output_audio.delta"
    case (.current, .audioDone): "response.output_audio.done"
    case (.current, .transcriptDelta): "response.output_audio_transcript.delta"
    case (.current, .transcriptDone): "response.output_audio_transcript.done"
    case (.current, .itemMade): "conversation.item.added"
    }
  }

  /// Events that were renamed.
  enum Name { case audioDelta, audioDone, transcriptDelta, transcriptDone, itemMade }

  /// The kind of content that speech of the model is.
  var speech: String { self == .beta ? "audio" : "output_audio" }

  /// A session as it stands before the client says anything.
  func freshSession(id: String, model: String, expiresAt: Int64) -> JSONObject {
    let detection: JSONObject = [
      "type": "server_vad", "threshold": 0.5, "prefix_padding_ms": 300, "silence_duration_ms": 200,
      "create_response": true, "interrupt_response": true,
    ]
    var session: JSONObject = [
      "id": .string(id), "object": "realtime.session", "model": .string(model), "instructions": "", "tools": [],
      "tool_choice": "auto", "expires_at": .integer(expiresAt),
    ]
    switch self {
    case .beta:
      session["modalities"] = ["audio", "text"]
      session["voice"] = "alloy"
      session["input_audio_format"] = "pcm16"
      session["output_audio_format"] = "pcm16"
      session["input_audio_transcription"] = .null
      session["turn_detection"] = .object(detection)
      session["temperature"] = 0.8
      session["max_response_output_tokens"] = "inf"
    case .current:
      let format: JSON = ["type": "audio/pcm", "rate": 24000]
      session["type"] = "realtime"
      session["output_modalities"] = ["audio"]
      session["max_output_tokens"] = "inf"
      session["audio"] = [
        "input": ["format": format, "transcription": .null, "turn_detection": .object(detection)],
        "output": ["format": format, "voice": "alloy", "speed": 1],
      ]
    }
    return session
  }
}
