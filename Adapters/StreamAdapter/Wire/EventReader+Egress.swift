import AdapterKit
import JSONCoding
import MeetingCore

extension EventReader {
  /// Facts of recordings, broadcasts, transcriptions and captions; nil when the event is about something else or tells
  /// nothing.
  func egressFacts(_ type: String) -> [Fact]? {
    switch type {
    case "call.closed_caption": caption()
    case "call.hls_broadcasting_started": report(.hls, .started, playbackURL: event["hls_playlist_url"]?.stringValue)
    case "call.hls_broadcasting_stopped": report(.hls, .stopped)
    case "call.hls_broadcasting_failed": report(.hls, .failed(reason: nil))
    default: recordingFacts(type) ?? transcriptionFacts(type) ?? rtmpFacts(type)
    }
  }

  private func recordingFacts(_ type: String) -> [Fact]? {
    let plan = EgressPlan.recording(RecordingType.mode(event["recording_type"]?.stringValue))
    return steps(of: type, after: "call.recording_", file: "call_recording").flatMap { step in
      egressID.flatMap { report(plan, step, vendorID: $0, session: event["call_recording"]?["session_id"]) }
    }
  }

  private func transcriptionFacts(_ type: String) -> [Fact]? {
    let plan = EgressPlan.transcription(language: nil, captions: false)
    return steps(of: type, after: "call.transcription_", file: "call_transcription").flatMap { step in
      egressID.flatMap { report(plan, step, vendorID: $0, session: event["call_transcription"]?["session_id"]) }
    }
  }

  /// Our own bear our ids as names.
  private func rtmpFacts(_ type: String) -> [Fact]? {
    guard let name = event["name"]?.stringValue, !name.isEmpty else { return nil }
    return steps(of: type, after: "call.rtmp_broadcast_", file: nil).flatMap { step in
      report(.rtmp(destination: nil, fingerprint: nil), step, vendorID: name)
    }
  }

  private func steps(of type: String, after prefix: String, file: String?) -> EgressReport.Step? {
    guard type.hasPrefix(prefix) else { return nil }
    switch type.dropFirst(prefix.count) {
    case "started": return .started
    case "stopped": return .stopped
    case "failed":
      return .failed(reason: event["error"]?.stringValue.map { VendorText.redacted($0, secrets: []).text })
    case "ready": return file.flatMap { FileReading(event[$0]) }.map { .ready($0.file) }
    default: return nil
    }
  }

  private var egressID: String? { event["egress_id"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }

  private func report(
    _ plan: EgressPlan, _ step: EgressReport.Step, vendorID: String? = nil, session: JSON? = nil,
    playbackURL: String? = nil
  ) -> [Fact]? {
    let report = EgressReport(
      plan, step, vendorID: vendorID, session: session?.stringValue,
      playbackURL: playbackURL.flatMap { $0.isEmpty ? nil : $0 })
    return [fact(.egress(report))]
  }

  private func caption() -> [Fact]? {
    let caption = event["closed_caption"]
    guard let text = caption?["text"]?.stringValue, !text.isEmpty else { return nil }
    let id = caption?["id"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    let speaker = person(caption?["user"]) ?? caption?["speaker_id"]?.stringValue.flatMap(UserID.decode)
    let read = Caption(
      id: id, person: speaker, text: text, language: caption?["language"]?.stringValue, isFinal: nil,
      startedAt: WireTime.read(caption?["start_time"]), endedAt: WireTime.read(caption?["end_time"]))
    return [fact(.caption(read), key: id.map { "caption:" + $0 } ?? contentKey("caption"))]
  }
}
