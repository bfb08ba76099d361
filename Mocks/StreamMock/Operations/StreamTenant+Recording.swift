import JSONCoding
import MockKit

/// Recordings and their files, transcriptions and captions.
extension StreamTenant {
  mutating func record(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    switch input.operation {
    case .startRecording: try startRecording(input)
    case .stopRecording: try stop(try recordingKind(input), "stop-recording", input)
    case .startFrameRecording: try start(.frames, "start-frame-recording", input)
    case .stopFrameRecording: try stop(.frames, "stop-frame-recording", input)
    case .listRecordings: return try list(input) { $0.recordingType != nil }
    case .deleteRecording: try delete(input, "recording") { $0.recordingType != nil }
    default: return try transcribe(input)
    }
    return [:]
  }

  private mutating func transcribe(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    switch input.operation {
    case .startTranscription:
      try start(.transcription, "start-transcription", input)
      if input.flag("enable_closed_captions") { begin(.captions, in: input.cid, at: input.now) }
    case .stopTranscription:
      try stop(.transcription, "stop-transcription", input, refusal: "call is not being transcribed")
      if input.flag("stop_closed_captions") { endEgress(input.cid, at: input.now) { $0.kind == .captions } }
    case .startClosedCaptions:
      try start(.captions, "start-closed-captions", input)
      if input.flag("enable_transcription") { begin(.transcription, in: input.cid, at: input.now) }
    case .stopClosedCaptions:
      try stop(.captions, "stop-closed-captions", input, refusal: "call is not being captioned")
      if input.flag("stop_transcription") { endEgress(input.cid, at: input.now) { $0.kind == .transcription } }
    case .sendClosedCaption: try sendCaption(input)
    case .listTranscriptions: return try list(input) { $0 == .transcription }
    default: try delete(input, "transcription") { $0 == .transcription }
    }
    return [:]
  }

  private mutating func startRecording(_ input: StreamInput) throws(StreamRefusal) {
    let kind = try recordingKind(input)
    let block = kind == .composite ? "recording" : (kind.recordingType ?? "") + "_recording"
    if calls[input.cid]?.setting(block, "mode")?.stringValue == "disabled" {
      throw .input("recording is disabled for this call")
    }
    try start(kind, "start-recording", input)
  }

  private func recordingKind(_ input: StreamInput) throws(StreamRefusal) -> StreamEgress.Kind {
    switch input.parameters["recording_type"] {
    case "composite": return .composite
    case "individual": return .individual
    case "raw": return .raw
    default: throw .input("field \"recording_type\" must be one of composite, individual, raw")
    }
  }

  /// Needs a session, and that none of the kind runs.
  mutating func start(
    _ kind: StreamEgress.Kind, _ permission: String, _ input: StreamInput, url: String? = nil, key: String? = nil,
    needsSession: Bool = true
  ) throws(StreamRefusal) {
    let call = try call(input, requiring: permission)
    if needsSession, call.running == nil { throw .input("there is no active session") }
    if call.running(kind) != nil, options.refusesSecondEgress { throw .input("call egress is already running") }
    begin(kind, in: call.cid, at: input.now, url: url, key: key, language: input.string("language"))
  }

  mutating func stop(
    _ kind: StreamEgress.Kind, _ permission: String, _ input: StreamInput,
    refusal: String = "call egress is not running"
  ) throws(StreamRefusal) {
    let call = try call(input, requiring: permission)
    guard call.running(kind) != nil else { throw .input(refusal) }
    endEgress(call.cid, at: input.now) { $0.kind == kind }
  }

  private mutating func sendCaption(_ input: StreamInput) throws(StreamRefusal) {
    let call = try call(input, requiring: "send-closed-captions")
    emitCaption(call.cid, speaker: input.string("speaker_id") ?? "", input.body, at: input.now)
  }

  mutating func emitCaption(_ cid: String, speaker: String, _ said: JSONObject, at now: Int64) {
    func time(_ name: String) -> JSON { StreamView.hook.time(Self.time(said[name]) ?? now) }
    let caption: JSON = [
      "id": .string(identifiers.uuid()), "speaker_id": .string(speaker), "text": said["text"] ?? "",
      "language": said["language"] ?? "en", "translated": .bool(said["translated"]?.boolValue ?? false),
      "service": said["service"] ?? .null, "user": userDocument(speaker, .hook), "start_time": time("start_time"),
      "end_time": time("end_time"),
    ]
    emit("call.closed_caption", cid, at: now, ["closed_caption": caption])
  }

  // MARK: Files

  private func list(
    _ input: StreamInput, where condition: (StreamEgress.Kind) -> Bool
  ) throws(StreamRefusal) -> JSONObject {
    let call = try call(input, requiring: "list-recordings")
    let files = call.files.filter { $0.isReady && condition($0.kind) }
    let rows = files.map { document($0, input.view, at: input.now) }
    return [input.operation == .listRecordings ? "recordings" : "transcriptions": .array(rows)]
  }

  private mutating func delete(
    _ input: StreamInput, _ noun: String, where condition: (StreamEgress.Kind) -> Bool
  ) throws(StreamRefusal) {
    let call = try call(input, requiring: "delete-recording")
    let (session, name) = (input.parameters["session"], input.parameters["filename"])
    guard
      let index = call.files.firstIndex(where: {
        $0.isReady && condition($0.kind) && $0.sessionID == session && $0.name == name
      })
    else { throw .missing("\(noun) doesn't exist") }
    calls[call.cid]?.files.remove(at: index)
  }
}
