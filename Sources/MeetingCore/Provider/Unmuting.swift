/// Asks people to start their tracks again: nobody can do it for them.
public protocol Unmuting: Sendable {
  var reach: ControlReach { get }
  /// The kinds of track that people can be asked for; asking for another one is refused before the vendor is asked.
  var startable: Set<TrackKind> { get }
  func unmute(_ targets: [Target], tracks: Set<TrackKind>, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
}

extension Unmuting {
  public var reach: ControlReach { .person }
  public var startable: Set<TrackKind> { Set(TrackKind.allCases) }
}

extension Role<any Unmuting> { public static var unmute: Self { .init(.unmute) } }
