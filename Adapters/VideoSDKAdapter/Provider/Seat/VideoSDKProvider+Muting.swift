public import MeetingCore

extension VideoSDKProvider: Muting, Unmuting {
  /// Some clients confirm no sooner than after fifteen seconds that they were switched off.
  static let muteTime: Duration = .seconds(16)
  /// How long somebody has who is asked.
  static let wishTime: Duration = .seconds(15)

  /// Shared screens cannot be switched off.
  public var stoppable: Set<TrackKind> { [.audio, .video] }
  public var startable: Set<TrackKind> { stoppable }

  /// Switches microphones and cameras off at once, without asking; what shows it comes later.
  public func mute(_ targets: [Target], tracks: Set<TrackKind>, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    let (media, people) = try switches(targets, tracks, "disablePeerMic")
    let seat = try await taken(room, for: "disablePeerMic", context)
    let present = try await told(people, beside: seat, "disablePeerMic") { person throws(ProviderFailure) in
      for one in media { try await ask(seat, .disable(one, of: person), context) }
    }
    return .pending(
      confirmedBy: present.map { .tracksOff(connection: $0, Set(media.compactMap(\.track))) }, within: Self.muteTime)
  }

  /// Asks people to switch them on: they decide, and nobody tells that somebody has decided against it.
  public func unmute(_ targets: [Target], tracks: Set<TrackKind>, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    let (media, people) = try switches(targets, tracks, "enablePeerMic")
    let seat = try await taken(room, for: "enablePeerMic", context)
    let present = try await told(people, beside: seat, "enablePeerMic") { person throws(ProviderFailure) in
      for one in media { try await ask(seat, .ask(person, toEnable: one), context) }
    }
    return .asked(
      confirmedBy: present.map { .tracksOn(connection: $0, Set(media.compactMap(\.track))) }, within: Self.wishTime)
  }

  private func switches(_ targets: [Target], _ tracks: Set<TrackKind>, _ operation: String) throws(ProviderFailure)
    -> (media: [PeerMedia], people: [String])
  {
    let media = [PeerMedia.audio, .video].filter { $0.track.map(tracks.contains) == true }
    guard !media.isEmpty else { throw ProviderFailure(.invalid, executed: .no, operation: operation) }
    return (media, Array(Set(targets.compactMap(ConnectionName.participant))).sorted())
  }

  /// Of several, those who are there, whoever left on the way not among them; of none who are, it is said.
  private func told(
    _ people: [String], beside seat: Seat, _ operation: String,
    _ tell: (String) async throws(ProviderFailure) -> Void
  ) async throws(ProviderFailure) -> [String] {
    var told: [String] = []
    for person in people.filter(seat.has) {
      if try await isThere({ () throws(ProviderFailure) in try await tell(person) }) { told.append(person) }
    }
    guard !told.isEmpty else { throw ProviderFailure(.participantNotFound, executed: .no, operation: operation) }
    return told
  }
}
