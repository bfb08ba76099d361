import JSONCoding
import MeetingCore

/// Which form the model's sessions have: the one before, or the one since its interface left the beta. What a session says
/// when it is created tells which.
enum RealtimeDialect: Sendable {
  case beta, current

  init(of session: JSON?) {
    let isCurrent = session?["type"]?.stringValue == "realtime" || session?["audio"]?.objectValue != nil
    self = isCurrent ? .current : .beta
  }

  /// What makes a session behave as wanted.
  func update(_ settings: AgentSettings, id: String) -> JSON {
    var session = JSONObject()
    session["instructions"] = .string(settings.instructions ?? "")
    session["tools"] = .array(settings.tools.map(Self.tool))
    session["tool_choice"] = "auto"
    let detection: JSON = settings.turnDetection == .none ? .null : ["type": .string(settings.turnDetection.rawValue)]
    // So that what people say is told in words as well.
    let transcription: JSON = ["model": "whisper-1"]
    switch self {
    case .beta:
      session["turn_detection"] = detection
      session["input_audio_transcription"] = transcription
      session["voice"] = settings.voice.map(JSON.string)
    case .current:
      session["type"] = "realtime"
      var audio: JSONObject = JSONObject()
      audio["input"] = ["turn_detection": detection, "transcription": transcription]
      audio["output"] = settings.voice.map { ["voice": .string($0)] }
      session["audio"] = .object(audio)
    }
    return ["type": "session.update", "event_id": .string(id), "session": .object(session)]
  }

  private static func tool(_ tool: AgentTool) -> JSON {
    var object = JSONObject()
    object["type"] = "function"
    object["name"] = .string(tool.name)
    object["description"] = tool.description.map(JSON.string)
    object["parameters"] = (try? JSON.parse(Array(tool.parameters.text.utf8), mode: .strict)) ?? ["type": "object"]
    return .object(object)
  }
}
