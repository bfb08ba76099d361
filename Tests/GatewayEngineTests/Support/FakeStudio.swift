import MeetingCore
import Synchronization

/// What leaves rooms at a vendor in memory: it takes every wish, or fails as it is told to, and tells nothing by itself.
final class FakeStudio: RecordingControl, EgressReading, HLSBroadcasting, RTMPBroadcasting, Transcribing, Sendable {
  private struct State {
    var calls: [String] = []
    var failures: [String: ProviderFailure] = [:]
    var links: [EgressFileLink] = []
    var starts: Gate?
    var single: Set<RecordingMode> = []
    var leavesTranscripts = true
  }

  private let state = Mutex(State())

  var calls: [String] { state.withLock { $0.calls } }
  /// Every further call whose name begins so fails; nil = works again.
  func fail(_ call: String, _ reason: ProviderFailure.Reason?) {
    state.withLock { $0.failures[call] = reason.map { ProviderFailure($0, executed: .no, operation: call) } }
  }
  /// These modes are for one participant at a time.
  func limit(to modes: Set<RecordingMode>) { state.withLock { $0.single = modes } }
  func leaveNoTranscripts() { state.withLock { $0.leavesTranscripts = false } }
  func keep(_ links: EgressFileLink...) { state.withLock { $0.links = links } }
  func holdStarts(at gate: Gate) { state.withLock { $0.starts = gate } }

  func offer(_ offering: inout Offering) {
    offering.offer(.recording, .native, by: self as any RecordingControl)
    offering.offer(.recordingRead, .native, by: self as any EgressReading)
    offering.offer(.hls, .native, by: self as any HLSBroadcasting)
    offering.offer(.rtmp, .native, by: self as any RTMPBroadcasting)
    offering.offer(.transcription, .native, by: self as any Transcribing)
  }

  private func note(_ call: String) throws(ProviderFailure) {
    let failure = state.withLock { state -> ProviderFailure? in
      state.calls.append(call)
      return state.failures.first { call.hasPrefix($0.key) }?.value
    }
    if let failure { throw failure }
  }

  let recordingModes: Set<RecordingMode> = [.room, .participant]
  var singleParticipantModes: Set<RecordingMode> { state.withLock { $0.single } }
  var leavesTranscripts: Bool { state.withLock { $0.leavesTranscripts } }
  let languages: Set<String>? = ["en", "nl"]

  func startRecording(
    _ mode: RecordingMode, audioOnly: Bool?, participant: String?, in room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) -> EgressStart {
    try note("record \(mode.rawValue)")
    await state.withLock(\.starts)?.wait()
    return EgressStart()
  }

  func stopRecording(_ egress: Egress, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) {
    try note("stop recording")
  }

  func files(of sort: EgressSort, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure)
    -> [EgressFileLink]
  {
    try note("files \(sort.rawValue)")
    return state.withLock(\.links)
  }

  func delete(_ file: EgressFile, of sort: EgressSort, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure)
  {
    try note("delete \(file.name)")
  }

  func startHLS(in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> EgressStart {
    try note("hls")
    return EgressStart(playbackURL: "https://play.example/1.m3u8")
  }

  func stopHLS(_ egress: Egress, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) {
    try note("stop hls")
  }

  func startRTMP(to url: String, key: String?, id: String, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> EgressStart
  {
    try note("rtmp \(url) \(key ?? "-")")
    return EgressStart(vendorID: id)
  }

  func stopRTMP(_ egress: Egress, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) {
    try note("stop rtmp \(egress.vendorID ?? "-")")
  }

  func startTranscription(language: String?, captions: Bool, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> EgressStart
  {
    try note("transcribe \(language ?? "-") \(captions)")
    return EgressStart()
  }

  func stopTranscription(_ egress: Egress, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure)
  {
    try note("stop transcription")
  }
}
