import JSONCoding
import MockKit

/// What participants do to others, and to themselves.
extension VideoSDKTenant {
  mutating func moderate(
    _ method: VideoSDKSignalMethod, _ body: VideoSDKBody, by peer: VideoSDKPeer, at now: Int64
  ) throws(VideoSDKRefusal) -> JSON {
    switch method {
    case .changeMode: try changeMode(body, of: peer, at: now)
    case .switchToMeeting: try switchRoom(body, of: peer, at: now)
    case .closeRoom:
      if options.signalling.closingNeedsModeration { try requireModeration(peer) }
      endSession(of: peer.roomID, reason: .roomClosed, at: now)
    default:
      try requireModeration(peer)
      let target = try body.required("peerId")
      guard participant(target, in: peer.roomID) != nil else { throw .missing("peer with id \"\(target)\" not found") }
      act(method, on: target, by: peer, at: now)
    }
    return [:]
  }

  private func requireModeration(_ peer: VideoSDKPeer) throws(VideoSDKRefusal) {
    guard participant(peer.peerID, in: peer.roomID)?.mayModerate == true else {
      throw VideoSDKRefusal(options.signalling.moderationRefusalCode, "allow_mod is missing")
    }
  }

  private mutating func act(
    _ method: VideoSDKSignalMethod, on target: String, by peer: VideoSDKPeer, at now: Int64
  ) {
    switch method {
    case .enablePeerMic: ask(target, for: .audio, by: peer, at: now)
    case .enablePeerWebcam: ask(target, for: .video, by: peer, at: now)
    case .disablePeerMic: mute(.audio, of: target, in: peer.roomID, at: now)
    case .disablePeerWebcam: mute(.video, of: target, in: peer.roomID, at: now)
    default: _ = remove(target, from: peer.roomID, reason: .removed, at: now)
    }
  }

  /// Asks somebody to switch something on. It is up to them; the asker hears nothing of a refusal.
  private mutating func ask(_ target: String, for media: VideoSDKMedia, by asker: VideoSDKPeer, at now: Int64) {
    if let peer = self.peer(target, in: asker.roomID) {
      let method = media == .audio ? options.signalling.micRequest : "enableWebcam"
      ask(peer.id, .enable(media, method: method), ["peerId": .string(asker.peerID)])
    } else if options.signalling.devicesAcceptRequests {
      setMedia(media, true, of: target, in: asker.roomID, at: now)
    }
  }

  /// Switches something off. A client obeys at once and unasked; who has none is off without more ado.
  private mutating func mute(_ media: VideoSDKMedia, of target: String, in roomID: String, at now: Int64) {
    guard let peer = self.peer(target, in: roomID) else {
      setMedia(media, false, of: target, in: roomID, at: now)
      return
    }
    ask(peer.id, .disable(media), [:])
    if options.signalling.muting == .atOnce { silence(media, of: peer, at: now) }
  }

  /// Nothing of the kind is published any more, whatever the client still sends.
  mutating func silence(_ media: VideoSDKMedia, of peer: VideoSDKPeer, at now: Int64) {
    guard peer.isInside else { return }
    setMedia(media, false, of: peer.peerID, in: peer.roomID, at: now)
    dropProducers(of: peer.id) { $0.media == media }
  }

  /// Everybody changes the own mode only.
  private mutating func changeMode(
    _ body: VideoSDKBody, of peer: VideoSDKPeer, at now: Int64
  ) throws(VideoSDKRefusal) {
    if let other = try body.string("peerId"), other != peer.peerID {
      throw VideoSDKRefusal(options.signalling.moderationRefusalCode, "a mode is changed by its participant only")
    }
    guard let mode = VideoSDKMode(named: try body.required("mode")) else {
      throw .invalid("mode", "must be SEND_AND_RECV, RECV_ONLY or SIGNALLING_ONLY")
    }
    setMode(mode, of: peer.peerID, in: peer.roomID, at: now)
  }

  /// The way to another room: the client hears of it by `entryResponded`, and joins there on the same connection.
  private mutating func switchRoom(
    _ body: VideoSDKBody, of peer: VideoSDKPeer, at now: Int64
  ) throws(VideoSDKRefusal) {
    let roomID = try body.required("meetingId")
    if let other = try body.string("participantId"), other != peer.peerID {
      throw .invalid("participantId", "must be the own")
    }
    guard let mode = VideoSDKMode(named: try body.string("mode") ?? peer.mode.rawValue) else {
      throw .invalid("mode", "must be SEND_AND_RECV, RECV_ONLY or SIGNALLING_ONLY")
    }
    guard roomID != peer.roomID else { throw .invalid("meetingId", "must be another meeting") }
    let target = VideoSDKSwitch(roomID: roomID, claims: try claims(body.required("secret"), at: now), mode: mode)
    var moved = peer
    moved.move(to: target)
    try checkJoin(joining(moved), to: roomID)
    guard !mustAsk(joining(moved), in: roomID) else { throw VideoSDKRefusal(403, "somebody has to be asked there") }
    change(peer: peer.id) { $0.switchingTo = target }
    var data = verdict("allowed", peer.peerID, in: roomID)
    data["switchingRoomId"] = .string(roomID)
    notify(peer.id, "entryResponded", data)
  }
}
