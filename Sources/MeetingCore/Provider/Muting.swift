/// Stops people's tracks; they may start them again.
public protocol Muting: Sendable {
  var reach: ControlReach { get }
  func mute(_ targets: [Target], tracks: Set<TrackKind>, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
}

extension Muting { public var reach: ControlReach { .person } }
