/// Throws somebody out.
public protocol Removing: Sendable {
  var reach: ControlReach { get }
  /// Whether the vendor itself keeps somebody removed with a ban from coming back.
  var enforcesRejoin: Bool { get }
  /// Somebody who is not there is `applied` without facts, or `.participantNotFound`.
  func remove(_ target: Target, rejoin: RejoinPolicy, from room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
}

extension Removing { public var reach: ControlReach { .person } }
