import AdapterKit
import JSONCoding
import MeetingCore

extension CallReducer {
  /// What an event changes beyond the call object in it.
  mutating func react(to event: JSON) -> [Effect] {
    let type = event["type"]?.stringValue ?? ""
    return people(type, event) ?? rights(type, event) ?? egress(type, event) ?? []
  }

  // MARK: Who is there

  private mutating func people(_ type: String, _ event: JSON) -> [Effect]? {
    switch type {
    case "call.session_participant_joined":
      guard let row = CallParticipant(session: event["participant"] ?? .null) else { return [] }
      listed[row.id] = row
    case "call.session_participant_left":
      guard let row = ParticipantReading(event["participant"]) else { return [] }
      listed[row.connection] = nil
    case "call.session_participant_count_updated": takeCounts(event)
    case "call.session_ended": (listed, unlisted, snapshot.permissionRequests) = ([:], 0, [])
    case "call.ended":
      // The object in the event may be older than its end.
      snapshot.endedAt = snapshot.endedAt ?? WireTime.read(event["created_at"])
      return [.out]
    case "call.deleted": return [.out]
    case "call.member_added", "call.member_updated", "call.member_updated_permission": return takeMembers(event)
    case "call.member_removed": return removeMembers(event)
    default: return nil
    }
    return []
  }

  /// What somebody may do follows from their role, and is not told with it.
  private mutating func takeMembers(_ event: JSON) -> [Effect] {
    let members = (event["members"]?.arrayValue ?? []).compactMap(CallMember.init)
    put(members: members)
    return members.contains { $0.id == me } ? [.refetch] : []
  }

  private mutating func removeMembers(_ event: JSON) -> [Effect] {
    let ids = Set((event["members"]?.arrayValue ?? []).compactMap { MemberReading($0)?.user })
    remove(members: ids)
    return ids.contains(me) ? [.refetch] : []
  }

  // MARK: Who may what

  private mutating func rights(_ type: String, _ event: JSON) -> [Effect]? {
    let user = event["user"]?["id"]?.stringValue
    switch type {
    case "call.permission_request": takeRequest(event)
    case "call.permissions_updated": return takePermissions(of: user, event)
    case "call.blocked_user":
      guard let user else { return [] }
      if !snapshot.blockedUserIds.contains(user) { snapshot.blockedUserIds.append(user) }
      return user == me ? [.out] : []
    case "call.unblocked_user": snapshot.blockedUserIds.removeAll { $0 == user }
    case "call.kicked_user": return user == me ? [.out] : []
    default: return nil
    }
    return []
  }

  /// Asking again changes nothing.
  private mutating func takeRequest(_ event: JSON) {
    guard let user = User(event["user"]) else { return }
    let time = WireTime.read(event["created_at"])
    for permission in (event["permissions"]?.arrayValue ?? []).compactMap(\.stringValue) {
      let request = CallPermissionRequest(user: user, permission: permission, requestedAt: time, state: owner)
      guard !snapshot.permissionRequests.contains(where: { $0.id == request.id }),
        snapshot.permissionRequests.count < Self.mostRequests
      else { continue }
      snapshot.permissionRequests.append(request)
    }
  }

  /// What somebody has been given is not asked for any more.
  private mutating func takePermissions(of user: String?, _ event: JSON) -> [Effect] {
    guard let user, let names = event["own_capabilities"]?.arrayValue else { return [] }
    let capabilities = Self.capabilities(names)
    snapshot.permissionRequests.removeAll {
      $0.user.id == user && capabilities.contains(OwnCapability(rawValue: $0.permission))
    }
    guard user == me else { return [] }
    snapshot.ownCapabilities = capabilities
    return capabilities.contains(.sendAudio) ? [] : [.silenced]
  }

  // MARK: What runs

  private mutating func egress(_ type: String, _ event: JSON) -> [Effect]? {
    switch type {
    case "call.recording_started": snapshot.recordingState = .recording
    case "call.recording_stopped", "call.recording_failed": snapshot.recordingState = .noRecording
    case "call.transcription_started": snapshot.transcribing = true
    case "call.transcription_stopped", "call.transcription_failed": snapshot.transcribing = false
    case "call.closed_captions_started": snapshot.captioning = true
    case "call.closed_captions_stopped", "call.closed_captions_failed": snapshot.captioning = false
    case "call.hls_broadcasting_started":
      snapshot.broadcasting = true
      snapshot.hlsPlaylistURL = event["hls_playlist_url"]?.stringValue ?? snapshot.hlsPlaylistURL
    case "call.hls_broadcasting_stopped", "call.hls_broadcasting_failed":
      (snapshot.broadcasting, snapshot.hlsPlaylistURL) = (false, nil)
    default: return nil
    }
    return []
  }

  // MARK: What this client does by itself

  /// Members come newest first.
  mutating func put(members: [CallMember]) {
    for member in members {
      if let index = snapshot.members.firstIndex(where: { $0.id == member.id }) {
        snapshot.members[index] = member
      } else {
        snapshot.members.insert(member, at: 0)
      }
    }
  }

  mutating func remove(members ids: Set<String>) { snapshot.members.removeAll { ids.contains($0.id) } }

  /// A request was granted or rejected here.
  mutating func drop(request id: String) { snapshot.permissionRequests.removeAll { $0.id == id } }
}
