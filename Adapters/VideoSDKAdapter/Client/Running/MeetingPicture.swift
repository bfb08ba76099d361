/// What a meeting shows to its app, and what its listeners are told: news in, calls out.
///
/// The order is the vendor's: joined, connected, then what oneself publishes, then everybody else. News that come while the
/// own microphone is still on its way wait for it.
struct MeetingPicture: Sendable {
  let local: Participant
  /// In the order in which they were told.
  private(set) var others: [Participant] = []
  private(set) var hasJoined = false
  private(set) var speaker: String?
  private let link: DriverLink
  /// Seats of the gateway's own, which are nobody's guests.
  private var seats: Set<String> = []
  /// What oneself is about to publish, before the others are told of.
  private var awaited: Set<PeerMedia> = []
  private var held: [SignallingNews] = []

  init(_ local: Participant, _ link: DriverLink) {
    self.local = local
    self.link = link
  }

  /// `publishing` is what oneself is about to publish.
  mutating func take(_ news: SignallingNews, publishing: Set<PeerMedia> = []) -> [MeetingCallback] {
    if case .joined(let entry) = news { return joined(entry, publishing) }
    if !awaited.isEmpty {
      guard let media = ownOutcome(news) else {
        held.append(news)
        return []
      }
      awaited.remove(media)
      return show(news) + (awaited.isEmpty ? release() : [])
    }
    return show(news)
  }

  /// Everything that waited is told now: what it waited for does not come.
  mutating func release() -> [MeetingCallback] {
    awaited = []
    defer { held = [] }
    return held.flatMap { show($0) }
  }

  /// Nobody is there any more, and nobody is told so: the meeting is left.
  mutating func clear() {
    for participant in others + [local] { _ = participant.closeAll() }
    let mode = local.mode
    self = Self(local, link)
    local.set(mode)
  }

  /// The news that settle what is awaited.
  private func ownOutcome(_ news: SignallingNews) -> PeerMedia? {
    switch news {
    case .streamOpened(let stream) where stream.peer == local.id: stream.media
    case .mediaFailed(let media, _), .mediaWithdrawn(let media), .silenced(let media): media
    default: nil
    }
  }

  // MARK: Coming in

  private mutating func joined(_ entry: SignallingEntry, _ publishing: Set<PeerMedia>) -> [MeetingCallback] {
    if hasJoined { return rejoined(entry) }
    hasJoined = true
    let calls: [MeetingCallback] = [
      .meeting { $0.onMeetingJoined() }, .meeting { $0.onMeetingStateChanged(meetingState: .CONNECTED) },
    ]
    awaited = publishing
    held = entry.peers.map { .peerJoined($0) }
    return awaited.isEmpty ? calls + release() : calls
  }

  /// The connection was made anew: whoever is gone is told as gone, whoever is new as new, and nobody twice. Nothing is known
  /// any more of who publishes: what still is comes again.
  private mutating func rejoined(_ entry: SignallingEntry) -> [MeetingCallback] {
    let present = Set(entry.peers.map(\.id))
    var calls: [MeetingCallback] = [.meeting { $0.onMeetingStateChanged(meetingState: .CONNECTED) }]
    for participant in [local] + others { calls += closeAll(of: participant) }
    // Where the answer does not tell who is there, nobody is taken for gone.
    for participant in others where entry.knowsPeers && !present.contains(participant.id) {
      calls += left(participant, .unsaid)
    }
    for peer in entry.peers { calls += appeared(peer) }
    return calls
  }

  private func closeAll(of participant: Participant) -> [MeetingCallback] {
    participant.closeAll().flatMap { disabled($0, participant) }
  }

  // MARK: News

  mutating func show(_ news: SignallingNews) -> [MeetingCallback] {
    switch news {
    case .peerJoined(let peer): appeared(peer)
    case .peerLeft(let peer, let departure): vanished(peer.id, departure)
    case .modeChanged(let peer, let mode): changed(peer, MeetingMode(mode))
    case .mediaChanged(let peer, let media, let isOn): switched(peer, media, isOn)
    case .streamOpened(let stream): opened(stream)
    case .streamClosed(let stream): closed(stream)
    case .streamPaused(let stream, let isPaused): paused(stream, isPaused)
    case .speaker(let peer): spoke(peer)
    case .silenced(let media): [.unwanted(media)]
    case .mediaFailed(let media, let failure): failed(media, VideoSDKError(failure))
    case .other(let method, let data): MeetingNotices.agent(method, data, among: others) ?? MeetingNotices.calls(news)
    default: MeetingNotices.calls(news)
    }
  }

  func participant(_ id: String) -> Participant? {
    id == local.id ? local : others.first { $0.id == id }
  }

  private mutating func appeared(_ peer: SignallingPeer) -> [MeetingCallback] {
    if peer.isSeat {
      seats.insert(peer.id)
      return []
    }
    if let known = participant(peer.id) { return updated(known, peer) }
    let participant = Participant(peer, link)
    others.append(participant)
    return [.meeting { $0.onParticipantJoined(participant) }]
  }

  private func updated(_ known: Participant, _ peer: SignallingPeer) -> [MeetingCallback] {
    let before = known.mode
    guard known.update(peer) else { return [] }
    return known.mode == before ? changed(known) : changed(known.id, known.mode)
  }

  private mutating func vanished(_ id: String, _ departure: SignallingDeparture) -> [MeetingCallback] {
    if seats.remove(id) != nil { return [] }
    guard let participant = others.first(where: { $0.id == id }) else { return [] }
    return left(participant, departure)
  }

  private mutating func left(_ participant: Participant, _ departure: SignallingDeparture) -> [MeetingCallback] {
    others.removeAll { $0 === participant }
    let reason = LeaveReason(departure)
    return [
      .meeting { $0.onParticipantLeft(participant) }, .meeting { $0.onParticipantLeft(participant, reason: reason) },
      .forget(participant),
    ]
  }

  private func changed(_ participant: Participant) -> [MeetingCallback] {
    [.meeting { $0.onParticipantChanged(participant) }]
  }

  private func changed(_ id: String, _ mode: MeetingMode) -> [MeetingCallback] {
    guard let participant = participant(id) else { return [] }
    participant.set(mode)
    return [.meeting { $0.onParticipantModeChanged(participantId: id, mode: mode) }] + changed(participant)
  }

  private mutating func spoke(_ peer: String?) -> [MeetingCallback] {
    if let peer, seats.contains(peer) { return [] }
    speaker = peer
    return [.meeting { $0.onSpeakerChanged(participantId: peer) }]
  }

  // MARK: Media

  private func opened(_ stream: SignallingStream) -> [MeetingCallback] {
    guard let participant = participant(stream.peer) else { return [] }
    let shown = MediaStream(stream)
    participant.open(shown)
    return [.participant(participant) { $0.onStreamEnabled(shown, forParticipant: participant) }] + changed(participant)
  }

  private func closed(_ stream: SignallingStream) -> [MeetingCallback] {
    guard let participant = participant(stream.peer), let shown = participant.close(stream.id) else { return [] }
    return disabled(shown, participant)
  }

  private func disabled(_ stream: MediaStream, _ participant: Participant) -> [MeetingCallback] {
    [.participant(participant) { $0.onStreamDisabled(stream, forParticipant: participant) }] + changed(participant)
  }

  private func paused(_ stream: SignallingStream, _ isPaused: Bool) -> [MeetingCallback] {
    guard let participant = participant(stream.peer) else { return [] }
    let kind = stream.media.kind
    return [
      .participant(participant) {
        if isPaused { $0.onStreamPaused(kind: kind, reason: "") } else { $0.onStreamResumed(kind: kind, reason: "") }
      }
    ]
  }

  private func switched(_ id: String, _ media: PeerMedia, _ isOn: Bool) -> [MeetingCallback] {
    guard let participant = participant(id) else { return [] }
    return [
      .participant(participant) { $0.onMediaStatusChanged(peerId: id, kind: media.kind, newStatus: isOn) }
    ]
  }

  private func failed(_ media: PeerMedia, _ error: VideoSDKError) -> [MeetingCallback] {
    [.unwanted(media), .meeting { $0.onError(error: error) }]
  }
}
