/// Stops people's tracks; they may start them again.
public protocol Muting: Sendable {
  func mute(_ targets: [Target], tracks: Set<TrackKind>, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
}
