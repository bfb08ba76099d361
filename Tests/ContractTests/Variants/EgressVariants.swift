import MeetingCore

/// Claims that it records, and asks nobody.
struct IdleRecording: RecordingControl {
  var recordingModes: Set<RecordingMode> { [.room] }

  func startRecording(
    _ mode: RecordingMode, audioOnly: Bool?, participant: String?, in room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) -> EgressStart { EgressStart() }

  func stopRecording(_ egress: Egress, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) {}
}

/// Reads a room without what leaves it.
struct BlindToEgress: PresenceReading {
  let base: any PresenceReading

  func cost(of kind: RoomKind) -> PresenceCost { base.cost(of: kind) }

  func snapshots(of queries: [PresenceQuery], _ context: CallContext) async throws(ProviderFailure) -> [String:
    RoomSnapshot]
  {
    try await base.snapshots(of: queries, context).mapValues { snapshot in
      var blind = snapshot
      blind.egress = []
      return blind
    }
  }
}
