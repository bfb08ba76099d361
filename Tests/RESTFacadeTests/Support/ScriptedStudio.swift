import MeetingCore
import Synchronization

/// What leaves rooms without a vendor: every wish is taken, and one file is there of everything.
final class ScriptedStudio: RecordingControl, EgressReading, HLSBroadcasting, RTMPBroadcasting, Transcribing {
  private let log = Mutex<[String]>([])
  let recordingModes: Set<RecordingMode> = [.room]
  let languages: Set<String>? = ["en"]

  /// Every operation, in order, with what it was given.
  var calls: [String] { log.withLock { $0 } }

  private func note(_ call: String) { log.withLock { $0.append(call) } }

  func offer(_ offering: inout Offering) {
    offering.offer(.recording, .native, by: self as any RecordingControl)
    offering.offer(.recordingRead, .native, by: self as any EgressReading)
    offering.offer(.hls, .native, by: self as any HLSBroadcasting)
    offering.offer(.rtmp, .native, by: self as any RTMPBroadcasting)
    offering.offer(.transcription, .native, by: self as any Transcribing)
  }

  func startRecording(
    _ mode: RecordingMode, audioOnly: Bool?, participant: String?, in room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) -> EgressStart {
    note("record \(mode.rawValue) \(audioOnly.map(String.init) ?? "-")")
    return EgressStart(vendorID: "e-1")
  }

  func stopRecording(_ egress: Egress, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) {
    note("stop")
    throw ProviderFailure(.conflict, executed: .no, operation: "stop")
  }

  func files(of sort: EgressSort, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure)
    -> [EgressFileLink]
  {
    [EgressFileLink(file: Self.file, mode: nil, url: "https://files.test/a?sig=1", expiresAt: Self.expiry)]
  }

  func delete(_ file: EgressFile, of sort: EgressSort, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure)
  { note("delete \(file.name)") }

  func startHLS(in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> EgressStart {
    EgressStart(playbackURL: "https://play.test/1.m3u8")
  }

  func stopHLS(_ egress: Egress, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) {}

  func startRTMP(to url: String, key: String?, id: String, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> EgressStart
  {
    note("rtmp \(url) \(key ?? "-")")
    return EgressStart(vendorID: id)
  }

  func stopRTMP(_ egress: Egress, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) {}

  func startTranscription(language: String?, captions: Bool, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> EgressStart
  {
    note("transcribe \(language ?? "-") \(captions)")
    return EgressStart()
  }

  func stopTranscription(_ egress: Egress, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure)
  {}

  /// What a delivery tells of the recording that the last start was given.
  static func told(_ step: String) -> Fact.Detail {
    let told: EgressReport.Step =
      switch step {
      case "started": .started
      case "stopped": .stopped
      case "ready": .ready(file)
      default: .failed(reason: step)
      }
    return .egress(EgressReport(.recording(.room), told, vendorID: "e-1"))
  }

  static let file = EgressFile(session: "s-1", name: "a.mp4", startedAt: Timestamp(nanoseconds: 5))
  private static let expiry = Timestamp(nanoseconds: 1_767_225_600_000_000_000)
}
