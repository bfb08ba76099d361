/// Records a room. A vendor that says "not running" to a stop throws `.conflict`, one without a session `.noActiveSession`.
public protocol RecordingControl: Sendable {
  /// The modes the vendor has.
  var recordingModes: Set<RecordingMode> { get }
  /// Whether one participant can be recorded without the others.
  var recordsSingleParticipants: Bool { get }
  /// The modes in which somebody must be named: the vendor does not record everybody like that.
  var singleParticipantModes: Set<RecordingMode> { get }

  /// `audioOnly` nil = as the room is set. `participant` is the vendor's connection id.
  func startRecording(
    _ mode: RecordingMode, audioOnly: Bool?, participant: String?, in room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) -> EgressStart

  /// Its files come later, if any.
  func stopRecording(_ egress: Egress, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure)
}

extension RecordingControl {
  public var recordsSingleParticipants: Bool { false }
  public var singleParticipantModes: Set<RecordingMode> { [] }
}
