import MeetingCore

/// Throws out whoever is in a call. Nothing is to be done at the vendor beforehand: the call ends with whoever is gone, and
/// its connection is let go of then.
struct CallRemoval: Removing {
  var reach: ControlReach { .connection }
  var enforcesRejoin: Bool { false }

  func remove(_ target: Target, rejoin: RejoinPolicy, from room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  { .applied([]) }
}
