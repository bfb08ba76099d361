import Clocks
import JSONCoding
import MockKit

/// How the media server shows what it knows.
extension StreamTenant {
  /// What a device hears first.
  func welcome(_ participant: StreamParticipant, _ call: StreamCall, isReconnected: Bool) -> JSON {
    let listed = listedOnMedia(call.running, own: participant.id)
    return [
      "type": "JoinResponse", "reconnected": .bool(isReconnected),
      "call_state": [
        "participants": .array(listed.map { mediaDocument($0, call) }), "participant_count": mediaCounts(call.cid),
        "started_at": StreamView.hook.time(call.running?.startedAt), "pins": pinDocuments(call.running),
      ],
    ]
  }

  /// Publishers first, then the device itself, then the others; not more than the vendor lists.
  private func listedOnMedia(_ session: StreamSession?, own: String) -> [StreamParticipant] {
    let named = session?.connected.filter { !$0.isAnonymous } ?? []
    let publishers = named.filter(\.publishesAnything)
    let others = named.filter { !$0.publishesAnything }
    let sorted = publishers + others.filter { $0.id == own } + others.filter { $0.id != own }
    return Array(sorted.prefix(Self.listedParticipants))
  }

  func mediaDocument(_ participant: StreamParticipant, _ call: StreamCall) -> JSON {
    let user = users[participant.userID]
    return [
      "user_id": .string(participant.userID), "session_id": .string(participant.id),
      "published_tracks": .strings(StreamTrack.allCases.filter(participant.publishes).map(\.rawValue)),
      "joined_at": StreamView.hook.time(participant.joinedAt), "roles": [.string(participant.role)],
      "connection_quality": .string(participant.quality.rawValue), "is_speaking": .bool(participant.isSpeaking),
      "is_dominant_speaker": .bool(call.running?.dominantSpeaker == participant.id),
      "audio_level": .number(participant.level), "name": .text(user?.name), "image": .text(user?.image),
      "custom": .object(user?.custom ?? [:]), "source": "webrtc",
    ]
  }

  static func levelDocument(_ participant: StreamParticipant) -> JSON {
    [
      "user_id": .string(participant.userID), "session_id": .string(participant.id),
      "level": .number(participant.level), "is_speaking": .bool(participant.isSpeaking),
    ]
  }

  func mediaCounts(_ cid: String) -> JSON {
    let connected = calls[cid]?.running?.connected ?? []
    let anonymous = connected.count(where: \.isAnonymous)
    return ["total": .int(connected.count - anonymous), "anonymous": .int(anonymous)]
  }

  func mediaGrants(_ participant: StreamParticipant, _ call: StreamCall) -> JSON {
    func may(_ track: StreamTrack) -> JSON { .bool(mayPublish(track.permission, participant, call)) }
    return [
      "can_publish_audio": may(.audio), "can_publish_video": may(.video), "can_screenshare": may(.screenShare),
    ]
  }

  func pinDocuments(_ session: StreamSession?) -> JSON {
    let pinned = session?.pins.compactMap { session?.participants[$0] }.filter { $0.leftAt == nil } ?? []
    return .array(pinned.map { ["user_id": .string($0.userID), "session_id": .string($0.id)] })
  }
}
