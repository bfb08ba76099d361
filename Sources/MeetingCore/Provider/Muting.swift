/// Stops people's tracks; they may start them again.
public protocol Muting: Sendable {
  var reach: ControlReach { get }
  /// The kinds of track that can be stopped; asking for another one is refused before the vendor is asked.
  var stoppable: Set<TrackKind> { get }
  func mute(_ targets: [Target], tracks: Set<TrackKind>, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
}

extension Muting {
  public var reach: ControlReach { .person }
  public var stoppable: Set<TrackKind> { Set(TrackKind.allCases) }
}
