import JSONCoding
import MockKit

/// What happens in a room, as those hear it who are connected.
extension VideoSDKTenant {
  mutating func tell(_ announcement: VideoSDKAnnouncement) {
    let (roomID, now) = (announcement.roomID, announcement.at)
    switch announcement.news {
    case .joined(let participant):
      let document = peerDocument(participant, in: roomID).objectValue ?? [:]
      notifyAll(in: roomID, except: participant.participantID, "newPeer", document)
    case .left(let participantID, let connection, let reason):
      tellLeft(participantID, connection, reason, in: roomID, at: now)
    case .closed(let reason, _): close(roomID, reason, at: now)
    case .media(let participantID, let media, let isOn): tellMedia(media, isOn, of: participantID, in: roomID)
    case .mode(let participantID, let mode): tellMode(mode, of: participantID, in: roomID)
    case .activeSpeaker(let participantID, let volume):
      var data: JSONObject = [:]
      if let participantID { data["peerId"] = .string(participantID) }
      if let volume { data["volume"] = .number(volume) }
      notifyHearers(in: roomID, "activeSpeaker", data)
    case .message(let message): tell(message, in: roomID)
    case .entryRequested(let participantID, let name):
      notifyAdmitters(
        in: roomID, "entryRequested",
        [options.signalling.peerField: .string(participantID), "name": .string(name)])
    case .entryResponded(let participantID, let decision):
      tellDecision(decision, on: participantID, in: roomID, at: now)
    case .egress, .playable, .failed, .caption: tellOutput(announcement.news, in: roomID)
    }
  }

  private mutating func tellLeft(
    _ participantID: String, _ connection: String, _ reason: VideoSDKLeaveReason, in roomID: String, at now: Int64
  ) {
    if let peer = signalling.peers.values.first(where: { $0.connection == connection }) {
      bid(peer.id, farewell: reason, at: now)
    }
    closeConsumers(in: roomID) { $0.peerID == participantID }
    var data: JSONObject = ["peerId": .string(participantID)]
    for (key, value) in reasonData(reason).pairs { data[key] = value }
    notifyAll(in: roomID, except: participantID, "peerClosed", data)
  }

  /// Everybody is sent away, whoever waits too.
  private mutating func close(_ roomID: String, _ reason: VideoSDKLeaveReason, at now: Int64) {
    for peer in peers(in: roomID) where peer.stage == .inside || peer.stage == .waiting {
      bid(peer.id, farewell: reason, at: now)
    }
    signalling.stores[roomID] = nil
    signalling.whiteboards[roomID] = nil
  }

  private mutating func tellMedia(
    _ media: VideoSDKMedia, _ isOn: Bool, of participantID: String, in roomID: String
  ) {
    if isOn {
      if peer(participantID, in: roomID) == nil { offerDevice(participantID, media, in: roomID) }
    } else {
      if let peer = peer(participantID, in: roomID) { dropProducers(of: peer.id) { $0.media == media } }
      closeConsumers(in: roomID) { $0.peerID == participantID && $0.media == media }
    }
    guard [.audio, .video].contains(media) else { return }
    notifyHearers(
      in: roomID, except: options.signalling.ownMediaStateIsTold ? nil : participantID, "participantMediaStateChanged",
      Self.mediaState(participantID, media, isOn: isOn))
  }

  static func mediaState(_ participantID: String, _ media: VideoSDKMedia, isOn: Bool) -> JSONObject {
    ["peerId": .string(participantID), "kind": .string(media.signalKind), "newState": .bool(isOn)]
  }

  private mutating func tellMode(_ mode: VideoSDKMode, of participantID: String, in roomID: String) {
    if let peer = peer(participantID, in: roomID) {
      change(peer: peer.id) { $0.mode = mode }
      if mode == .signallingOnly { dropConsumers(of: peer.id) }
      if !peer.consumes { offerEverything(to: peer.id) }
    }
    notifyAll(
      in: roomID, "peerModeChanged",
      [options.signalling.peerField: .string(participantID), "mode": .string(modeName(mode))])
  }

  private mutating func tell(_ message: VideoSDKMessage, in roomID: String) {
    let isForOthers = message.recipients.map { !$0.contains(message.senderID) } ?? false
    for peer in peers(in: roomID) where peer.isInside && peer.topics.contains(message.topic) {
      guard message.isHeard(by: peer.peerID) else { continue }
      if isForOthers, peer.peerID == message.senderID, !options.signalling.sendOnlyReachesSender { continue }
      notify(peer.id, "pubsubMessage", messageDocument(message))
    }
  }

  /// The one who waits hears it, and so does everybody who could have decided.
  private mutating func tellDecision(
    _ decision: String, on participantID: String, in roomID: String, at now: Int64
  ) {
    let data = verdict(decision, participantID, in: roomID)
    let waiting = peers(in: roomID).filter { $0.stage == .waiting && $0.peerID == participantID }
    for peer in waiting {
      change(peer: peer.id) { $0.stage = decision == "allowed" ? .admitted : .denied }
      notify(peer.id, "entryResponded", data)
    }
    notifyAdmitters(in: roomID, "entryResponded", data)
    flush()
    for peer in waiting { resumeJoin(of: peer.id, at: now) }
  }

  // MARK: Who hears what

  /// Those who hear who speaks and who is muted.
  private mutating func notifyHearers(
    in roomID: String, except participantID: String? = nil, _ method: String, _ data: JSONObject
  ) {
    for peer in peers(in: roomID) where peer.isInside && peer.peerID != participantID {
      if peer.mode == .signallingOnly, !options.signalling.signallingOnlyHearsMedia { continue }
      notify(peer.id, method, data)
    }
  }

  /// Those who may let others in.
  private mutating func notifyAdmitters(in roomID: String, _ method: String, _ data: JSONObject) {
    for peer in peers(in: roomID) where peer.isInside {
      if participant(peer.peerID, in: roomID)?.mayAdmit == true { notify(peer.id, method, data) }
    }
  }
}
