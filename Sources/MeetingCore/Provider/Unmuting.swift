/// Asks people to start their tracks again: nobody can do it for them.
public protocol Unmuting: Sendable {
  var reach: ControlReach { get }
  func unmute(_ targets: [Target], tracks: Set<TrackKind>, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
}

extension Unmuting { public var reach: ControlReach { .person } }

extension Role<any Unmuting> { public static var unmute: Self { .init(.unmute) } }
