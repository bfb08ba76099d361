import JSONCoding
import MeetingCore

/// What the gateway's own seat hears, as facts. Of itself it tells nothing.
struct SeatReader: Sendable {
  /// As whom it sits there.
  let seat: String
  let kind: RoomKind
  /// The service's id of the session; nil before it is in.
  private(set) var session: String?

  init(seat: String, kind: RoomKind) {
    self.seat = seat
    self.kind = kind
  }

  mutating func facts(_ news: SignallingNews, at now: Timestamp) -> [Fact] {
    details(news).map { Fact(occurredAt: now, source: .socket, $0) } + talk(news, at: now)
  }

  private mutating func details(_ news: SignallingNews) -> [Fact.Detail] {
    switch news {
    case .joined(let entry):
      session = entry.session
      return [.seat(isThere: true)] + entry.peers.flatMap { came($0) }
    case .peerJoined(let peer): return came(peer)
    case .peerLeft(let peer, let departure): return left(peer, departure)
    case .modeChanged(let peer, let mode):
      return isOther(peer) ? [.mode(connection: peer, publishes: mode.publishes)] : []
    case .mediaChanged(let peer, let media, let isOn): return track(peer, media, isOn: isOn)
    case .streamOpened(let stream): return track(stream.peer, stream.media, isOn: true)
    case .streamClosed(let stream): return track(stream.peer, stream.media, isOn: false)
    case .speaker(let peer): return [.speaker(connection: peer.flatMap { isOther($0) ? $0 : nil }, level: nil)]
    case .activity(let activity): return report(activity)
    default: return []
    }
  }

  func isOther(_ peer: String) -> Bool { peer != seat && !ParticipantID.isSeat(peer) }

  private func came(_ peer: SignallingPeer) -> [Fact.Detail] {
    guard isOther(peer.id), !peer.isSeat else { return [] }
    let joined = Fact.Detail.joined(ConnectionName.joined(peer.id, session: session, isAgent: peer.isAgent))
    return [joined] + (peer.mode.map { [.mode(connection: peer.id, publishes: $0.publishes)] } ?? [])
  }

  private func left(_ peer: SignallingPeer, _ departure: SignallingDeparture) -> [Fact.Detail] {
    guard isOther(peer.id), !peer.isSeat else { return [] }
    return [
      .left(
        connection: peer.id, person: ParticipantID.decode(peer.id),
        reason: DepartureKind(code: departure.code).flatMap { .init(rawValue: $0.rawValue) })
    ]
  }

  /// A track that is off is one that nothing comes of: the service knows no other kind of muting.
  private func track(_ peer: String, _ media: PeerMedia, isOn: Bool) -> [Fact.Detail] {
    guard isOther(peer), let track = media.track else { return [] }
    return [.tracks(connection: peer, [track: TrackState(publishing: isOn, muted: !isOn)])]
  }

  private func report(_ activity: SignallingActivity) -> [Fact.Detail] {
    guard let step = Self.step(activity.phase) else { return [] }
    let plan: EgressPlan =
      switch activity.kind {
      case .recording: .recording(.room)
      case .livestream: .rtmp(destination: nil, fingerprint: nil)
      case .hls: .hls
      case .transcription: .transcription(language: nil, captions: false)
      }
    let address = activity.kind == .hls ? FileName.text(activity.data["playbackHlsUrl"]) : nil
    return [.egress(EgressReport(plan, step, session: session, playbackURL: address))]
  }

  private static func step(_ phase: SignallingActivity.Phase) -> EgressReport.Step? {
    switch phase {
    case .started, .playable: .started
    case .stopped: .stopped
    case .failed: .failed(reason: nil)
    case .starting, .stopping: nil
    }
  }
}
