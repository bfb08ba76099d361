import JSONCoding
import MockKit

/// How a connection becomes a participant.
extension VideoSDKTenant {
  /// Whoever may enter at once is told so; the others wait for somebody inside.
  mutating func requestEntry(
    _ body: VideoSDKBody, by peer: VideoSDKPeer, at now: Int64
  ) throws(VideoSDKRefusal) -> JSON {
    guard !peer.isInside else { throw VideoSDKRefusal(400, "the participant has already joined") }
    let name = try body.string("name") ?? ""
    let waits = mustAsk(joining(peer), in: peer.roomID)
    change(peer: peer.id) { peer in
      peer.name = name
      peer.stage = waits ? .waiting : .admitted
    }
    if waits {
      askToEnter(peer.peerID, name: name, join: nil, in: peer.roomID, at: now)
    } else {
      notify(peer.id, "entryResponded", verdict("allowed", peer.peerID, in: peer.roomID))
    }
    return [:]
  }

  /// `entryResponded`, with the session that the room has or will have.
  mutating func verdict(_ decision: String, _ participantID: String, in roomID: String) -> JSONObject {
    [
      options.signalling.peerField: .string(participantID), "sessionId": .string(promisedSessionID(in: roomID)),
      "decision": .string(decision),
    ]
  }

  mutating func respondEntry(
    _ body: VideoSDKBody, by peer: VideoSDKPeer, at now: Int64
  ) throws(VideoSDKRefusal) -> JSON {
    guard participant(peer.peerID, in: peer.roomID)?.mayAdmit == true else {
      throw VideoSDKRefusal(options.signalling.moderationRefusalCode, "allow_join is missing")
    }
    let waiter = try body.required(options.signalling.peerField)
    guard let decision = try body.oneOf("decision", ["allowed", "denied"]) else {
      throw .invalid("decision", "is required")
    }
    guard decide(waiter, isAllowed: decision == "allowed", in: peer.roomID, at: now) else {
      throw .missing("nobody of that id waits")
    }
    return [:]
  }

  /// nil when somebody has to decide first.
  mutating func join(
    _ body: VideoSDKBody, by peer: VideoSDKPeer, request: Int64, at now: Int64
  ) throws(VideoSDKRefusal) -> ProtooAnswer? {
    if let target = peer.switchingTo, try body.bool("switchingRoom") == true {
      return .accepted(try enter(target, body, by: peer, at: now))
    }
    let needsEntry = options.signalling.joinNeedsEntry
    switch peer.stage {
    case .inside: throw VideoSDKRefusal(400, "the participant has already joined")
    case .denied: throw VideoSDKRefusal(403, "entry was denied")
    case .connected where needsEntry || mustAsk(joining(peer), in: peer.roomID):
      throw VideoSDKRefusal(403, "entry was not requested")
    case .waiting:
      guard options.signalling.joinWaitsForEntry else { throw VideoSDKRefusal(403, "entry was not granted yet") }
      change(peer: peer.id) { $0.heldJoin = VideoSDKPeer.HeldJoin(id: request, data: .object(body.members)) }
      return nil
    default: return .accepted(try enter(body, by: peer, at: now))
    }
  }

  /// A `join` that was held is answered, now that somebody has decided.
  mutating func resumeJoin(of id: String, at now: Int64) {
    guard let peer = signalling.peers[id], let held = peer.heldJoin else { return }
    change(peer: id) { $0.heldJoin = nil }
    let answer: ProtooAnswer
    do throws(VideoSDKRefusal) {
      guard peer.stage == .admitted else { throw VideoSDKRefusal(403, "entry was denied") }
      answer = .accepted(try enter(VideoSDKBody(held.data.objectValue ?? [:]), by: peer, at: now))
    } catch {
      answer = ProtooAnswer(error)
    }
    // Before everything that comes of the join.
    peer.answer(held.id, answer)
  }

  /// Goes on from one room to another.
  private mutating func enter(
    _ target: VideoSDKSwitch, _ body: VideoSDKBody, by peer: VideoSDKPeer, at now: Int64
  ) throws(VideoSDKRefusal) -> JSON {
    var moved = peer
    moved.move(to: target)
    let (ready, join) = try prepare(body, moved, at: now)
    signalling.peers[peer.id] = moved
    if let connection = peer.connection {
      leave(peer.peerID, from: peer.roomID, connection: connection, reason: .switchedRoom, at: now)
    }
    return enter(ready, join, at: now)
  }

  private mutating func enter(
    _ body: VideoSDKBody, by peer: VideoSDKPeer, at now: Int64
  ) throws(VideoSDKRefusal) -> JSON {
    let (ready, join) = try prepare(body, peer, at: now)
    return enter(ready, join, at: now)
  }

  /// What a `join` says, and whether it may be; nothing is changed yet.
  private func prepare(
    _ body: VideoSDKBody, _ peer: VideoSDKPeer, at now: Int64
  ) throws(VideoSDKRefusal) -> (VideoSDKPeer, VideoSDKJoin) {
    var peer = peer
    if let secret = try body.string("secret") { peer.claims = try claims(secret, at: now) }
    if peer.transports.isEmpty, peer.mode != .signallingOnly || !options.signalling.signallingOnlySkipsTransports {
      throw VideoSDKRefusal(400, "there is no transport")
    }
    peer.name = try body.string("displayName") ?? peer.name
    peer.device = body["device"] ?? peer.device
    peer.autoConsumes = try body.bool("autoConsume") ?? true
    var join = joining(peer)
    join.metaData = body["metaData"]
    join.deviceInfo = body["deviceInfo"]
    try checkJoin(join, to: peer.roomID)
    return (peer, join)
  }

  private mutating func enter(_ ready: VideoSDKPeer, _ join: VideoSDKJoin, at now: Int64) -> JSON {
    var peer = ready
    peer.connection = self.join(join, to: peer.roomID, at: now).connection
    peer.stage = .inside
    signalling.peers[peer.id] = peer
    welcome(peer)
    let others = session(of: peer.roomID)?.inside.filter { $0.participantID != peer.peerID } ?? []
    return [
      "peers": .array(others.map { peerDocument($0, in: peer.roomID) }),
      "messages": messageDocuments("CHAT", for: peer),
    ]
  }

  /// What goes on in the room already, for somebody new.
  private mutating func welcome(_ peer: VideoSDKPeer) {
    offerEverything(to: peer.id)
    guard options.signalling.joinTellsMediaStates else { return }
    for participant in session(of: peer.roomID)?.inside ?? [] where participant.participantID != peer.peerID {
      for media in [VideoSDKMedia.audio, .video] where participant.publishes(media) {
        notify(
          peer.id, "participantMediaStateChanged", Self.mediaState(participant.participantID, media, isOn: true))
      }
    }
  }

  /// Somebody, as others see them.
  func peerDocument(_ participant: VideoSDKParticipant, in roomID: String) -> JSON {
    var document: JSONObject = [
      "id": .string(participant.participantID), "displayName": .string(participant.name),
      "device": peer(participant.participantID, in: roomID)?.device ?? "Unknown",
      "mode": .string(modeName(participant.mode)), "peerType": .string(participant.peerType.rawValue),
    ]
    if let metaData = participant.metaData { document["metaData"] = metaData }
    return .object(document)
  }

  func modeName(_ mode: VideoSDKMode) -> String {
    guard options.signalling.usesFormerModeNames else { return mode.rawValue }
    switch mode {
    case .sendAndReceive: return "CONFERENCE"
    case .signallingOnly: return "VIEWER"
    case .receiveOnly: return mode.rawValue
    }
  }
}
