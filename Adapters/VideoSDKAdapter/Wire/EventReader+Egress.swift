import AdapterKit
import JSONCoding
import MeetingCore

extension EventReader {
  /// Facts of recordings, broadcasts and transcriptions; nil when the event is about something else or tells nothing.
  func egressFacts(_ type: String) -> [Fact]? {
    guard let (plan, step) = subject(of: type) else { return nil }
    switch step {
    case "started", "playable": return [report(plan, .started)]
    case "stopped": return [report(plan, .stopped)] + files(of: plan).map { report(plan, .ready($0)) }
    case "failed": return [report(plan, .failed(reason: failure))]
    default: return nil
    }
  }

  /// What is told of, and what of it. The longer names are looked for first, since they hold the shorter.
  private func subject(of type: String) -> (plan: EgressPlan, step: String)? {
    guard let prefix = Self.prefixes.first(where: { type.hasPrefix($0) }), let plan = plan(prefix) else { return nil }
    return (plan, String(type.dropFirst(prefix.count)))
  }

  private static let prefixes = [
    "participant-track-recording-", "participant-recording-", "recording-", "hls-", "livestream-", "transcription-",
  ]

  private func plan(_ prefix: String) -> EgressPlan? {
    switch prefix {
    case "recording-": return .recording(.room)
    case "participant-recording-": return text("participantId").map { .recording(.participant, participant: $0) }
    case "participant-track-recording-":
      return text("participantId").map { .recording(.track, audioOnly: isSound, participant: $0) }
    case "hls-": return .hls
    case "livestream-": return .rtmp(destination: nil, fingerprint: nil)
    // What comes of a recording is a file of it, not something that was asked for.
    case "transcription-": return text("type") == "post" ? nil : .transcription(language: nil, captions: false)
    default: return nil
    }
  }

  private var isSound: Bool { text("kind").map { $0.contains("audio") } ?? true }

  private func report(_ plan: EgressPlan, _ step: EgressReport.Step) -> Fact {
    let isTranscription = if case .transcription = plan { true } else { false }
    let report = EgressReport(
      plan, step, vendorID: isTranscription ? text("id") : nil, session: session, playbackURL: text("playbackHlsUrl"))
    return fact(.egress(report))
  }

  private func files(of plan: EgressPlan) -> [EgressFile] {
    guard case .recording(let mode, _, _) = plan else { return [] }
    let entries = mode == .room ? [data] : data["fileDetails"]?.arrayValue ?? []
    return entries.compactMap { FileName.read($0) }.map { EgressFile(session: mode == .room ? session : nil, name: $0) }
  }

  private var failure: String? {
    (text("message") ?? text("reason") ?? text("error")).map { VendorText.redacted($0, secrets: []).text }
  }
}
