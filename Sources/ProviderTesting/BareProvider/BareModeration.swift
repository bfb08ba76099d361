import MeetingCore

/// Removes people, who may come again at once, and stops tracks. Both act on places, so on people nobody knows as well.
struct BareModeration: Removing, Muting {
  let hall: BareHall

  var reach: ControlReach { .connection }
  var enforcesRejoin: Bool { false }

  func remove(_ target: Target, rejoin: RejoinPolicy, from room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    let place = target.connection ?? target.person ?? "-"
    hall.countRemoval(1)
    defer { hall.countRemoval(-1) }
    if let pause = hall.removalPause { try? await Task.sleep(for: pause) }
    try hall.note("remove \(place)")
    guard hall.go(place, from: room.key) else {
      throw ProviderFailure(.participantNotFound, executed: .no, operation: "remove")
    }
    return .applied([])
  }

  func mute(_ targets: [Target], tracks: Set<TrackKind>, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    for target in targets {
      let place = target.connection ?? target.person ?? "-"
      try hall.note("mute \(place) \(tracks.map(\.rawValue).sorted().joined(separator: ","))")
      hall.mute(tracks, place, in: room.key)
    }
    return .applied([])
  }
}
