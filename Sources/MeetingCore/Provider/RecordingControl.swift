/// Records a room. A vendor that says "not running" to a stop throws `.conflict`, one without a session `.noActiveSession`.
public protocol RecordingControl: Sendable {
  var recordingModes: Set<RecordingMode> { get }
  /// Whether one participant can be recorded without the others.
  var recordsSingleParticipants: Bool { get }

  func startRecording(
    _ mode: RecordingMode, audioOnly: Bool?, participant: String?, in room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) -> EgressStart

  func stopRecording(_ egress: Egress, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure)
}

extension RecordingControl { public var recordsSingleParticipants: Bool { false } }
