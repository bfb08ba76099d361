import JSONCoding
public import MeetingCore

extension VideoSDKProvider: RecordingControl, EgressReading {
  public var recordingModes: Set<RecordingMode> { Set(RecordingMode.allCases) }
  public var recordsSingleParticipants: Bool { true }
  public var singleParticipantModes: Set<RecordingMode> { [.participant, .track] }

  public func startRecording(
    _ mode: RecordingMode, audioOnly: Bool?, participant: String?, in room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) -> EgressStart {
    let plan = try RecordingPlan(mode, audioOnly: audioOnly, participant: participant, in: room.kind)
    try await sender.send(plan.start(in: try await roomID(room, context)), context)
    return EgressStart()
  }

  public func stopRecording(_ egress: Egress, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure)
  {
    guard case .recording(let mode, let audioOnly, let participant) = egress.plan else { return }
    let plan = try RecordingPlan(mode, audioOnly: audioOnly, participant: participant, in: room.kind)
    try await sender.send(plan.stop(in: try await roomID(room, context)), context)
  }

  /// Recordings of a room, of one person and of one track are three lists.
  public func files(of sort: EgressSort, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure)
    -> [EgressFileLink]
  {
    let id = try await roomID(room, context)
    switch sort {
    case .broadcast: return []
    case .transcription:
      return try await rows(context) { .transcripts(of: id, page: $0) }.flatMap { TranscriptReading(json: $0).links }
    case .recording:
      var links: [EgressFileLink] = []
      for mode in RecordingMode.allCases { links += try await recordings(of: id, mode, context).flatMap(\.links) }
      return links
    }
  }

  /// A recording is deleted with all of its files. There is no way to delete a transcription.
  public func delete(_ file: EgressFile, of sort: EgressSort, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure)
  {
    guard sort == .recording else {
      throw ProviderFailure(.invalid, executed: .no, operation: "transcriptions.delete")
    }
    let id = try await roomID(room, context)
    for mode in RecordingMode.allCases {
      guard let match = try await recordings(of: id, mode, context).first(where: { $0.has(file) }) else { continue }
      guard let recording = match.id else { throw FailureClassifier.missing("/data/id", "recordings.list") }
      try await sender.send(.deleteRecording(recording, mode), context)
      return
    }
    throw ProviderFailure(.notFound, executed: .no, operation: "recordings.delete")
  }

  private func recordings(of room: String, _ mode: RecordingMode, _ context: CallContext)
    async throws(ProviderFailure) -> [RecordingReading]
  {
    try await rows(context) { .recordings(of: room, mode, page: $0) }.map { RecordingReading(json: $0, mode: mode) }
  }
}
