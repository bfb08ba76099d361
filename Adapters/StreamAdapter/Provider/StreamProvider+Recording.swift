import AdapterKit
import JSONCoding
public import MeetingCore

extension StreamProvider: RecordingControl, EgressReading {
  public var recordingModes: Set<RecordingMode> { Set(RecordingMode.allCases) }

  /// Whether pictures are recorded is a setting of the call: it is changed first, where it is another.
  public func startRecording(
    _ mode: RecordingMode, audioOnly: Bool?, participant: String?, in room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) -> EgressStart {
    let address = try address(room, "StartRecording")
    if let audioOnly { try await set(audioOnly: audioOnly, mode, address, context) }
    try await api.send(.startRecording(address, RecordingType.name(mode)), context)
    return EgressStart()
  }

  public func stopRecording(_ egress: Egress, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure)
  {
    guard case .recording(let mode, _, _) = egress.plan else { return }
    try await api.send(.stopRecording(try address(room, "StopRecording"), RecordingType.name(mode)), context)
  }

  public func files(of sort: EgressSort, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure)
    -> [EgressFileLink]
  {
    let isRecording = sort == .recording
    let (operation, list) = isRecording ? ("ListRecordings", "recordings") : ("ListTranscriptions", "transcriptions")
    let address = try address(room, operation)
    let answer = try await api.send(isRecording ? .listRecordings(address) : .listTranscriptions(address), context)
    guard let rows = answer[list]?.arrayValue else { throw FailureClassifier.missing("/" + list, operation) }
    return rows.compactMap { FileReading($0)?.link(of: sort) }
  }

  public func delete(_ file: EgressFile, of sort: EgressSort, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure)
  {
    let operation = sort == .recording ? "DeleteRecording" : "DeleteTranscription"
    guard let session = file.session else { throw ProviderFailure(.notFound, executed: .no, operation: operation) }
    let address = try address(room, operation)
    try await api.send(
      sort == .recording
        ? .deleteRecording(address, session: session, name: file.name)
        : .deleteTranscription(address, session: session, name: file.name), context)
  }

  private func set(audioOnly: Bool, _ mode: RecordingMode, _ address: CallAddress, _ context: CallContext)
    async throws(ProviderFailure)
  {
    let settings = try await read(address, context).json["settings"]
    let block = mode == .room ? "recording" : RecordingType.name(mode) + "_recording"
    let wanted = Self.setting(audioOnly: audioOnly, mode, settings?[block])
    if settings?[block].map({ Self.holds(wanted, $0) }) ?? false { return }
    do throws(ProviderFailure) { try await api.send(.setting(address, block, .object(wanted)), context) } catch {
      throw error.beforeExecution
    }
  }

  /// A block that is sent must be whole; its mode stays as it is.
  private static func setting(audioOnly: Bool, _ mode: RecordingMode, _ current: JSON?) -> JSONObject {
    var block = JSONObject()
    block["mode"] = current?["mode"] ?? "available"
    switch mode {
    case .room:
      block["audio_only"] = .bool(audioOnly)
      if !audioOnly { block["quality"] = current?["quality"] ?? "720p" }
    case .participant: block["output_types"] = audioOnly ? ["audio_only"] : ["audio_video"]
    case .track: block["audio_only"] = .bool(audioOnly)
    }
    return block
  }

  private static func holds(_ wanted: JSONObject, _ current: JSON) -> Bool {
    wanted.pairs.allSatisfy { current[$0.key] == $0.value }
  }
}
