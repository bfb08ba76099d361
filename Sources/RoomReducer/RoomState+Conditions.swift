package import MeetingCore

extension RoomState {
  /// What the room, as it is known, says of something that is waited for.
  package enum Evidence: Sendable, Hashable {
    case shown
    case open
    /// Nothing tells.
    case unknown
    /// It cannot come about any more: whom it was about is gone.
    case impossible
  }

  package func evidence(of condition: RoomCondition) -> Evidence {
    switch condition {
    case .tracksOff(let connection, let kinds): evidence(ofSilence: connection, kinds)
    case .tracksOn(let connection, let kinds): evidence(ofSound: connection, kinds)
    case .mode(let connection, let publishes):
      if let here = connectedAs(connection) {
        here.publishes.map { $0 == publishes ? .shown : .open } ?? .unknown
      } else {
        .impossible
      }
    case .gone(let connection): connectedAs(connection) == nil ? .shown : .open
    case .onlyAdmittedLeft: unadmittedCount == 0 ? .shown : .open
    case .egressOver(let id): resources[id]?.egress?.state.isActive == true ? .open : .shown
    case .sessionOver(let vendorID): isOver(vendorID) ? .shown : .open
    case .nobodyLeft: openSession == nil && !participants.values.contains(where: \.isConnected) ? .shown : .open
    }
  }

  /// Whether the room's vendor is on its way to end it.
  package var isEnding: Bool {
    operations.values.contains { if case .endRoom = $0.purpose { true } else { false } }
  }

  /// How many are in who are to be thrown out because they may not be in.
  package var unadmittedCount: Int {
    participants.values.count { $0.isConnected && $0.leaveReason == .notAdmitted }
  }

  private func connectedAs(_ connection: String) -> Participant? {
    participant(named: connection).flatMap { $0.isConnected ? $0 : nil }
  }

  /// Whoever is gone is not heard any more.
  private func evidence(ofSilence connection: String, _ kinds: Set<TrackKind>) -> Evidence {
    guard let here = connectedAs(connection) else { return .shown }
    let tracks = kinds.map { here.tracks[$0] ?? TrackState() }
    if tracks.allSatisfy({ $0.publishing == false || $0.muted == true }) { return .shown }
    if tracks.contains(where: \.isHeard) { return .open }
    return here.publishes == false ? .shown : .unknown
  }

  private func evidence(ofSound connection: String, _ kinds: Set<TrackKind>) -> Evidence {
    guard let here = connectedAs(connection) else { return .impossible }
    let tracks = kinds.map { here.tracks[$0] ?? TrackState() }
    if tracks.allSatisfy({ $0.publishing == true && $0.muted != true }) { return .shown }
    return tracks.contains { $0.publishing == false || $0.muted == true } ? .open : .unknown
  }

  private func isOver(_ vendorID: String) -> Bool {
    guard let known = sessions.values.first(where: { $0.vendorID == vendorID }) else { return openSession == nil }
    return known.endedAt != nil
  }
}
