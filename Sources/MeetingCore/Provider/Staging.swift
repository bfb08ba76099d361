/// Opens a room to its audience, and closes it again without ending it.
public protocol Staging: Sendable {
  func goLive(_ room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> ControlOutcome
  func stopLive(_ room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> ControlOutcome
}
