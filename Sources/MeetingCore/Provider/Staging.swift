/// Opens a room to its audience, and closes it again without ending it.
public protocol Staging: Sendable {
  func goLive(_ room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> ControlOutcome
  /// What leaves the room stops with it, but for the sorts in `keeping`, where the vendor leaves the choice.
  func stopLive(_ room: ProviderRoom, keeping: Set<EgressSort>, _ context: CallContext) async throws(ProviderFailure)
    -> ControlOutcome
}

extension Staging {
  /// Stops everything along.
  public func stopLive(_ room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> ControlOutcome {
    try await stopLive(room, keeping: [], context)
  }
}
