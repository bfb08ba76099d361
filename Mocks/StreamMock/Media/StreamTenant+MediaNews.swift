import JSONCoding
import MockKit

/// What the media server tells those who are connected to it. Told under the tenant's lock, so that everybody hears of
/// changes in their order.
extension StreamTenant {
  func tell(_ connection: StreamMediaConnection, _ frame: JSON) {
    if !mediaIsSilent { connection.queue.send(frame) }
  }

  /// Everybody in a call, but for one.
  func tellMedia(_ cid: String, except session: String? = nil, _ frame: @autoclosure () -> JSON) {
    guard !mediaIsSilent, let connections = media[cid], !connections.isEmpty else { return }
    let text = frame().text()
    for (id, connection) in connections where id != session { connection.queue.send(text) }
  }

  /// Changes a device; who is muted does not speak. The media side hears what is different.
  mutating func change(
    _ id: String, in cid: String, cause: StreamMuteCause = .userMuted, _ body: (inout StreamParticipant) -> Void
  ) {
    guard let before = calls[cid]?.running?.participants[id], before.leftAt == nil else { return }
    var after = before
    body(&after)
    if !after.publishesAudio { (after.isSpeaking, after.level) = (false, 0) }
    calls[cid]?.session?.participants[id] = after
    // Nobody sees the anonymous, who publish nothing.
    guard !after.isAnonymous else { return }
    tellTracks(cid, before, after, cause)
    if before.quality != after.quality {
      tellMedia(
        cid,
        [
          "type": "ConnectionQualityChanged", "user_id": .string(after.userID), "session_id": .string(after.id),
          "connection_quality": .string(after.quality.rawValue),
        ])
    }
    guard (before.isSpeaking, before.level) != (after.isSpeaking, after.level) else { return }
    tellMedia(cid, ["type": "AudioLevelChanged", "audio_levels": [Self.levelDocument(after)]])
    findDominantSpeaker(cid)
  }

  private func tellTracks(
    _ cid: String, _ before: StreamParticipant, _ after: StreamParticipant, _ cause: StreamMuteCause
  ) {
    for track in StreamTrack.allCases where before.publishes(track) != after.publishes(track) {
      var frame: JSONObject = [
        "type": after.publishes(track) ? "TrackPublished" : "TrackUnpublished", "user_id": .string(after.userID),
        "session_id": .string(after.id), "track_type": .string(track.rawValue),
      ]
      if !after.publishes(track) { frame["cause"] = .string(cause.rawValue) }
      tellMedia(cid, .object(frame))
    }
  }

  /// The loudest who speaks; who is as loud as the one before does not replace them.
  private mutating func findDominantSpeaker(_ cid: String) {
    guard let session = calls[cid]?.running else { return }
    let speaking = session.connected.filter { $0.isSpeaking && !$0.isAnonymous }
    guard let loudest = speaking.map(\.level).max(), loudest > 0 else { return }
    let candidates = speaking.filter { $0.level == loudest }
    guard !candidates.contains(where: { $0.id == session.dominantSpeaker }), let next = candidates.first else { return }
    calls[cid]?.session?.dominantSpeaker = next.id
    tellMedia(
      cid,
      [
        "type": "DominantSpeakerChanged", "user_id": .string(next.userID), "session_id": .string(next.id),
      ])
  }

  /// What may be published may have changed: connected devices are told, and stop what they may not.
  mutating func regrant(_ cid: String) {
    guard let connections = media[cid], let call = calls[cid] else { return }
    for (id, connection) in connections.sorted(by: { $0.key < $1.key }) {
      guard let participant = call.running?.participants[id] else { continue }
      let grants = mediaGrants(participant, call)
      guard grants != connection.grants else { continue }
      media[cid]?[id]?.grants = grants
      tell(connection, ["type": "CallGrantsUpdated", "current_grants": grants])
      let taken = StreamTrack.allCases.filter { !mayPublish($0.permission, participant, call) }
      change(id, in: cid, cause: .permissionRevoked) { participant in
        for track in taken { participant.publish(track, false) }
      }
    }
  }

  mutating func regrantAll() {
    for cid in media.keys.sorted() { regrant(cid) }
  }

  func tellMediaLeft(_ participant: StreamParticipant, _ cid: String, _ reason: String?) {
    guard let call = calls[cid] else { return }
    tellMedia(
      cid,
      [
        "type": "ParticipantLeft", "call_cid": .string(cid), "participant": mediaDocument(participant, call),
        "reason": .text(reason),
      ])
  }

  /// Somebody has another name, picture or data: it shows wherever they are.
  func tellUpdated(_ user: String) {
    for cid in media.keys.sorted() {
      guard let call = calls[cid] else { continue }
      for participant in call.running?.connected.filter({ $0.userID == user }) ?? [] {
        tellMedia(
          cid,
          [
            "type": "ParticipantUpdated", "call_cid": .string(cid), "participant": mediaDocument(participant, call),
          ])
      }
    }
  }

  func tellPins(_ cid: String) {
    tellMedia(cid, ["type": "PinsChanged", "pins": pinDocuments(calls[cid]?.running)])
  }
}
