import MeetingCore

/// Claims that it muted, and asks nobody.
struct IdleMuting: Muting {
  var reach: ControlReach { .person }

  func mute(_ targets: [Target], tracks: Set<TrackKind>, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    .applied([])
  }
}

/// Mutes who is there, and claims as much of everybody else.
struct HopefulMuting: Muting {
  let base: any Muting
  var reach: ControlReach { base.reach }

  func mute(_ targets: [Target], tracks: Set<TrackKind>, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    do { return try await base.mute(targets, tracks: tracks, in: room, context) } catch {
      return .applied([])
    }
  }
}

/// Claims that it throws out, and asks nobody.
struct IdleRemoving: Removing {
  var reach: ControlReach { .person }
  var enforcesRejoin: Bool { false }

  func remove(_ target: Target, rejoin: RejoinPolicy, from room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    .applied([])
  }
}

/// Claims that a role holds, and asks nobody.
struct IdleRoleChanging: RoleChanging {
  func setRole(of person: Person, to role: ParticipantRole, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    .applied([])
  }
}

/// Claims that permissions hold, and asks nobody.
struct IdlePermitting: Permitting {
  let base: any Permitting

  func grantable(in kind: RoomKind) -> Set<Permission> { base.grantable(in: kind) }

  func change(
    _ person: Person, granting: Set<Permission>, revoking: Set<Permission>, in room: ProviderRoom,
    _ context: CallContext
  ) async throws(ProviderFailure) -> ControlOutcome {
    .applied([])
  }
}

/// Claims that it records, and asks nobody.
struct IdleRecording: RecordingControl {
  var recordingModes: Set<RecordingMode> { [.room] }

  func startRecording(
    _ mode: RecordingMode, audioOnly: Bool?, participant: String?, in room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) -> EgressStart { EgressStart() }

  func stopRecording(_ egress: Egress, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) {}
}
