import JSONCoding
import MockKit

extension StreamTenant {
  /// The most participants a document lists.
  static let listedParticipants = 250

  func document(_ call: StreamCall, _ view: StreamView) -> JSON {
    let joinAhead = call.settings["backstage"]?["join_ahead_time_seconds"] ?? .null
    return [
      "type": .string(call.type), "id": .string(call.id), "cid": .string(call.cid),
      "current_session_id": .string(call.running?.id ?? ""), "created_by": userDocument(call.creatorID, view),
      "custom": .object(call.custom), "created_at": view.time(call.createdAt), "updated_at": view.time(call.updatedAt),
      "starts_at": view.time(call.startsAt), "ended_at": view.time(call.endedAt), "team": .text(call.team),
      "join_ahead_time_seconds": joinAhead, "backstage": .bool(call.backstage),
      "recording": .bool(call.egress.contains { $0.kind.recordingType != nil }),
      "transcribing": .bool(call.running(.transcription) != nil),
      "captioning": .bool(call.running(.captions) != nil), "translating": false,
      "blocked_user_ids": .strings(call.blocked),
      "settings": settings(call.settings, view), "ingress": ingress(call),
      "egress": egressDocument(call, view),
      "session": call.session.map { document($0, view) } ?? .null, "thumbnails": .null, "channel_cid": .null,
      "routing_number": .null,
    ]
  }

  func document(_ session: StreamSession, _ view: StreamView) -> JSON {
    let connected = session.connected
    let named = connected.filter { !$0.isAnonymous }
    let listed = named.count > Self.listedParticipants ? named.filter(\.publishesAudio) + named : named
    return [
      "id": .string(session.id), "started_at": view.time(session.startedAt), "ended_at": view.time(session.endedAt),
      "live_started_at": view.time(session.liveStartedAt), "live_ended_at": view.time(session.liveEndedAt),
      "timer_ends_at": view.time(session.timerEndsAt),
      "participants": .array(listed.prefix(Self.listedParticipants).map { document($0, view) }),
      "participants_count_by_role": countsByRole(named),
      "anonymous_participant_count": .int(connected.count - named.count), "accepted_by": [:], "rejected_by": [:],
      "missed_by": [:],
    ]
  }

  func countsByRole(_ participants: [StreamParticipant]) -> JSON {
    var counts: [String: Int] = [:]
    for participant in participants where !participant.isAnonymous { counts[participant.role, default: 0] += 1 }
    var document = JSONObject()
    for (role, count) in counts.sorted(by: { $0.key < $1.key }) { document[role] = .int(count) }
    return .object(document)
  }

  func document(_ participant: StreamParticipant, _ view: StreamView) -> JSON {
    [
      "user_session_id": .string(participant.id), "user": userDocument(participant.userID, view),
      "role": .string(participant.role), "joined_at": view.time(participant.joinedAt),
    ]
  }

  func document(_ member: StreamMember, _ view: StreamView) -> JSON {
    [
      "user_id": .string(member.userID), "user": userDocument(member.userID, view), "role": .string(member.role),
      "custom": .object(member.custom), "created_at": view.time(member.createdAt),
      "updated_at": view.time(member.updatedAt), "deleted_at": .null,
    ]
  }

  /// Members as lists show them: the newest first.
  func documents(_ members: [StreamMember], _ view: StreamView, limit: Int = 25) -> JSON {
    .array(members.reversed().prefix(limit).map { document($0, view) })
  }

  func userDocument(_ id: String, _ view: StreamView) -> JSON {
    let user = users[id] ?? StreamUser(id: id, createdAt: 0, updatedAt: 0, order: 0)
    var document: JSONObject = [
      "id": .string(user.id), "name": .text(user.name), "image": .text(user.image), "role": .string(user.role),
      "custom": .object(user.custom), "language": .string(user.language), "teams": .strings(user.teams),
      "banned": false, "online": false, "blocked_user_ids": [], "created_at": view.time(user.createdAt),
      "updated_at": view.time(user.updatedAt),
    ]
    if view.hasServerMembers {
      document["invisible"] = .bool(user.invisible)
      document["shadow_banned"] = false
      document["devices"] = []
    }
    return .object(document)
  }

  /// A user as the user routes answer it.
  func fullDocument(_ user: StreamUser, _ view: StreamView) -> JSON {
    guard case .object(var document) = userDocument(user.id, view) else { return .null }
    document["invisible"] = .bool(user.invisible)
    document["shadow_banned"] = false
    for name in ["devices", "mutes", "channel_mutes"] { document[name] = [] }
    for name in ["total_unread_count", "unread_channels", "unread_count", "unread_threads"] { document[name] = 0 }
    return .object(document)
  }

  func document(_ type: StreamCallType, _ view: StreamView) -> JSONObject {
    var grants = JSONObject()
    for (role, list) in type.grants.sorted(by: { $0.key < $1.key }) { grants[role] = .strings(list) }
    return [
      "name": .string(type.name), "created_at": view.time(type.createdAt), "updated_at": view.time(type.updatedAt),
      "settings": settings(type.settings, view), "grants": .object(grants), "external_storage": .null,
      "notification_settings": ["enabled": true],
    ]
  }

  /// Clients are not shown the layouts.
  private func settings(_ settings: JSONObject, _ view: StreamView) -> JSON {
    guard !view.hasServerMembers else { return .object(settings) }
    var shown = settings
    for path in [["recording"], ["broadcasting", "hls"], ["broadcasting", "rtmp"]] {
      shown = Self.removing("layout", below: path[...], from: shown)
    }
    return .object(shown)
  }

  private static func removing(_ name: String, below path: ArraySlice<String>, from object: JSONObject) -> JSONObject {
    var object = object
    guard let key = path.first else {
      object[name] = nil
      return object
    }
    if case .object(let inner)? = object[key] {
      object[key] = .object(removing(name, below: path.dropFirst(), from: inner))
    }
    return object
  }

  private func ingress(_ call: StreamCall) -> JSON {
    let place = "\(account.apiKey).\(call.type).\(call.id)"
    return [
      "rtmp": ["address": .string("rtmps://ingress.stream-io-video.com:443/\(place)")],
      "srt": [
        "address": .string(
          "srt://ingress.stream-io-video.com:8080?streamid=\(place)&passphrase={passphrase}&token={token}")
      ],
      "whip": ["address": .string("https://ingress.stream-io-video.com/whip/\(place)")],
    ]
  }
}
