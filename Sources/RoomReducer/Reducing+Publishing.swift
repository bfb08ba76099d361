package import MeetingCore

/// People who publish what they may not, where the vendor does not keep them from it: their tracks are stopped, and whoever
/// starts them again and again is thrown out.
extension Reducing {
  /// Within `strikeSeconds`; the last one throws out.
  private static let strikes = 3
  private static let strikeSeconds: Int64 = 600
  /// Somebody who is found to publish still, this long after the last strike, has had the time to stop.
  private static let patienceSeconds: Int64 = 10

  /// After everything else, so that it does not matter how it came about: a track was started, or the permission for it was
  /// taken away. Losing a permission is nobody's fault, and no strike.
  mutating func policePublishing(since before: RoomState) {
    guard context.rules.policesPublishing, state.room.phase != .ended, !reduction.changes.isEmpty || !stillHeard.isEmpty
    else { return }
    for participant in state.connected where participant.leaveReason == nil {
      let forbidden = state.forbiddenTracks(of: participant)
      guard !forbidden.isEmpty else { continue }
      let earlier = before.participants[participant.connection]
      let started = forbidden.subtracting(earlier?.heardTracks ?? [])
      if !started.isEmpty || (stillHeard.contains(participant.connection) && hasHadTime(participant)) {
        strike(participant, forbidden)
      } else if !forbidden.subtracting(earlier.map(before.forbiddenTracks) ?? []).isEmpty {
        reduction.directives.append(.silence(connection: participant.connection, tracks: forbidden))
      }
    }
  }

  /// Somebody was read to publish: whether they may is looked at in the end.
  mutating func noteHeard(_ row: SnapshotParticipant) {
    guard context.rules.policesPublishing, row.tracks.values.contains(where: \.isHeard), let known = known(row.joined)
    else { return }
    stillHeard.insert(known.connection)
  }

  private mutating func strike(_ participant: Participant, _ forbidden: Set<TrackKind>) {
    let name = participant.person ?? participant.connection
    let since = context.now.advanced(bySeconds: -Self.strikeSeconds)
    let times = (state.latest.strikes[name] ?? []).filter { $0 > since } + [context.now]
    guard times.count >= Self.strikes else {
      state.latest.strikes[name] = times
      return reduction.directives.append(.silence(connection: participant.connection, tracks: forbidden))
    }
    state.latest.strikes[name] = nil
    var out = participant
    out.leaveReason = .removed
    put(out)
    throwOut(out, .forbidden)
  }

  private func hasHadTime(_ participant: Participant) -> Bool {
    guard let last = state.latest.strikes[participant.person ?? participant.connection]?.last else { return true }
    return last.advanced(bySeconds: Self.patienceSeconds) <= context.now
  }
}

extension TrackState {
  /// Whether it is to be heard or seen, as far as is known.
  var isHeard: Bool { publishing == true && muted != true }
}

extension Participant {
  fileprivate var heardTracks: Set<TrackKind> { Set(tracks.filter(\.value.isHeard).keys) }
}

extension RoomState {
  /// What somebody publishes and may not. What rooms of a kind have no permission for is left alone.
  package func forbiddenTracks(of participant: Participant) -> Set<TrackKind> {
    let heard = participant.heardTracks
    guard !heard.isEmpty else { return [] }
    let forbidden = Permission.known(in: room.kind)
      .subtracting(permissions(of: participant.person, as: role(of: participant.person, told: participant.role)))
    return Set(forbidden.map(\.track)).intersection(heard)
  }
}
