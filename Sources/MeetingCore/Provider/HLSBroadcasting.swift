/// Broadcasts a room for players in browsers and apps. Refusals as with `RecordingControl`.
public protocol HLSBroadcasting: Sendable {
  func startHLS(in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> EgressStart
  func stopHLS(_ egress: Egress, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure)
}
