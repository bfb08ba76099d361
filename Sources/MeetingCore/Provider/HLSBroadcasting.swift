/// Broadcasts a room for players in browsers and apps. Refusals as with `RecordingControl`.
public protocol HLSBroadcasting: Sendable {
  /// The answer says where it can be seen, if it is known by then.
  func startHLS(in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> EgressStart
  /// Ends the room's one.
  func stopHLS(_ egress: Egress, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure)
}
