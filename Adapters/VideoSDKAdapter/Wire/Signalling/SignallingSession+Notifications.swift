import AdapterKit
import Cryptography
import JSONCoding
import MeetingCore

/// What the service tells.
extension SignallingSession {
  mutating func notified(_ method: String, _ data: JSON) {
    switch method {
    case "newPeer": appeared(data)
    case "peerClosed": vanished(data)
    case "participantMediaStateChanged": switched(data)
    case "activeSpeaker": spoke(data["peerId"]?.stringValue)
    case "peerModeChanged": changedMode(data, method)
    case "entryRequested": requestedEntry(data)
    case "entryResponded": respondedEntry(data)
    case "pubsubMessage": if let message = SignallingMessage(data) { tell(.message(message)) }
    case "consumerClosed": consumed(data) { tracks, id in tracks.close(consumer: id) }
    case "consumerPaused": consumed(data) { tracks, id in tracks.pause(consumer: id, isPaused: true) }
    case "consumerResumed": consumed(data) { tracks, id in tracks.pause(consumer: id, isPaused: false) }
    case "error": troubled(data)
    default:
      if let activity = SignallingActivity(method: method, data: data) { return tell(.activity(activity)) }
      tell(.other(method: method, data: data))
    }
  }

  /// Somebody known is not announced again.
  private mutating func appeared(_ data: JSON) {
    guard let peer = SignallingPeer(data), peer.id != identity.peer else { return }
    if let index = peers.firstIndex(where: { $0.id == peer.id }) { return peers[index] = peer }
    peers.append(peer)
    // Whoever comes before we are in is in the list of those who were there.
    if phase == .joined { tell(.peerJoined(peer)) }
  }

  private mutating func vanished(_ data: JSON) {
    guard let id = data["peerId"]?.stringValue ?? data["id"]?.stringValue else { return }
    if id == identity.peer, phase == .joined { return finish(.dismissed(SignallingDeparture(data))) }
    guard let index = peers.firstIndex(where: { $0.id == id }) else { return }
    let peer = peers.remove(at: index)
    for news in tracks.end(of: id) { tell(news) }
    // Whoever goes before we are in is not in the list of those who were there.
    if phase == .joined { tell(.peerLeft(peer, SignallingDeparture(data))) }
  }

  /// The own switches are known better here.
  private mutating func switched(_ data: JSON) {
    guard let peer = data["peerId"]?.stringValue, let media = PeerMedia(kind: data["kind"]?.stringValue),
      let isOn = data["newState"]?.boolValue ?? data["enabled"]?.boolValue
    else { return }
    tell(.mediaChanged(peer: peer, media, isOn: isOn))
    guard peers.contains(where: { $0.id == peer }) else { return }
    for news in tracks.say(isOn, of: peer, media) { tell(news) }
  }

  private mutating func spoke(_ peer: String?) {
    guard peer != speaker else { return }
    speaker = peer
    tell(.speaker(peer))
  }

  private mutating func changedMode(_ data: JSON, _ method: String) {
    guard let id = data["peerId"]?.stringValue ?? data["id"]?.stringValue,
      let mode = PeerMode(wire: data["mode"]?.stringValue)
    else { return tell(.other(method: method, data: data)) }
    if id == identity.peer { return setOwn(mode) }
    guard let index = peers.firstIndex(where: { $0.id == id }) else { return tell(.modeChanged(peer: id, mode)) }
    guard peers[index].mode != mode else { return }
    peers[index].mode = mode
    tell(.modeChanged(peer: id, mode))
  }

  private mutating func requestedEntry(_ data: JSON) {
    guard let peer = data["id"]?.stringValue ?? data["peerId"]?.stringValue else { return }
    tell(.entryRequested(peer: peer, name: data["name"]?.stringValue ?? ""))
  }

  private mutating func consumed(_ data: JSON, _ change: (inout RemoteTracks, String) -> [SignallingNews]) {
    guard let id = data["consumerId"]?.stringValue else { return }
    for news in change(&tracks, id) { tell(news) }
  }

  /// Some troubles end it at once: somebody else has come as this very participant, or this one may not come in.
  private mutating func troubled(_ data: JSON) {
    let code = (data["code"]?.integerValue ?? data["errorCode"]?.integerValue).flatMap { Int(exactly: $0) }
    let words = data["message"]?.stringValue ?? data["errorReason"]?.stringValue ?? ""
    let redacted = VendorText.redacted(words, secrets: [identity.token.revealed])
    trouble = (code, redacted)
    switch (phase == .joined, code) {
    case (true, RefusalCode.duplicateParticipant?): finish(.dismissed(.duplicate))
    case (false, let code?) where RefusalCode.isFinal(code):
      finish(.refused(RefusalCode.failure(code, words, operation: "join", secrets: [identity.token.revealed])))
    default: tell(.trouble(code: code, redacted))
    }
  }
}
