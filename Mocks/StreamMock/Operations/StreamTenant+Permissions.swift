import JSONCoding
import MockKit

extension StreamTenant {
  private static let requestSettings = ["send-audio": "audio", "send-video": "video", "screenshare": "screensharing"]

  mutating func requestPermission(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    let call = try call(input, requiring: "read-call")
    guard let id = input.caller.userID else { throw .forbidden("anonymous users cannot request permissions") }
    let permissions = input.strings("permissions")
    for permission in permissions {
      guard call.isOn(Self.requestSettings[permission] ?? "", "access_request_enabled") else {
        throw .forbidden("requests for \(permission) are not enabled for this call")
      }
    }
    emit(
      "call.permission_request", call.cid, at: input.now,
      ["permissions": .strings(permissions), "user": userDocument(id, .hook)])
    return [:]
  }

  mutating func updatePermissions(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    let call = try call(input, requiring: "update-call-permissions")
    let id = try existingUser(input.string("user_id") ?? "")
    let (granted, revoked) = (Set(input.strings("grant_permissions")), Set(input.strings("revoke_permissions")))
    guard !granted.isEmpty || !revoked.isEmpty else { throw .input("grant or revoke at least one permission") }
    guard granted.isDisjoint(with: revoked) else { throw .input("a permission is both granted and revoked") }
    calls[call.cid]?.granted[id] = (call.granted[id] ?? []).union(granted).subtracting(revoked)
    calls[call.cid]?.revoked[id] = (call.revoked[id] ?? []).union(revoked).subtracting(granted)
    for track in StreamTrack.allCases where revoked.contains(track.permission) {
      unpublish(track, call.cid, .permissionRevoked) { $0.userID == id }
    }
    regrant(call.cid)
    let changed = try self.call(call.cid)
    emit(
      "call.permissions_updated", call.cid, at: input.now,
      [
        "user": userDocument(id, .hook),
        "own_capabilities": .strings(capabilities(of: .user(id, nil), in: changed)),
      ])
    return [:]
  }

  func existingUser(_ id: String) throws(StreamRefusal) -> String {
    guard users[id] != nil else { throw .input("the provided users [\(id)] don't exist") }
    return id
  }

  /// Mutes a track of the connected devices that `condition` picks; each may unmute again.
  mutating func unpublish(
    _ track: StreamTrack, _ cid: String, _ cause: StreamMuteCause, where condition: (StreamParticipant) -> Bool
  ) {
    for participant in calls[cid]?.running?.connected.filter(condition) ?? [] {
      change(participant.id, in: cid, cause: cause) { $0.publish(track, false) }
    }
  }
}
