import AdapterKit
import JSONCoding
import MeetingCore

/// The operations that are used, with their bodies.
extension StreamRequest {
  // MARK: Calls

  static func getOrCreate(_ address: CallAddress, _ data: JSON) -> Self {
    var request = call("GetOrCreateCall", "POST", address, body: ["data": data, "members_limit": 1])
    request.isCreate = true
    request.readsAnswer = true
    return request
  }

  static func get(_ address: CallAddress) -> Self {
    var request = call("GetCall", "GET", address)
    request.query = [("members_limit", "1")]
    request.readsAnswer = true
    return request
  }

  static func queryCalls(_ cids: [String]) -> Self {
    let body: JSON = [
      "filter_conditions": ["cid": ["$in": .array(cids.map(JSON.string))]], "limit": .integer(Int64(cids.count)),
    ]
    return Self(operation: "QueryCalls", method: "POST", path: ["video", "calls"], body: body, readsAnswer: true)
  }

  /// The same calls, which the connection of a user watches from then on.
  static func watchCalls(_ cids: [String], connection: String, as user: String) -> Self {
    var request = queryCalls(cids)
    request.caller = .watcher(user)
    request.query = [("connection_id", connection)]
    if case .object(var body)? = request.body {
      body["watch"] = true
      request.body = .object(body)
    }
    return request
  }

  // MARK: People

  static func users(_ operation: String, _ method: String, _ users: JSON) -> Self {
    Self(operation: operation, method: method, path: ["users"], body: ["users": users])
  }

  static func queryUsers(_ ids: [String]) -> Self {
    let payload: JSON = [
      "filter_conditions": ["id": ["$in": .array(ids.map(JSON.string))]], "limit": .integer(Int64(ids.count)),
    ]
    return Self(
      operation: "QueryUsers", method: "GET", path: ["users"], query: [("payload", payload.text())],
      readsAnswer: true)
  }

  static func queryMember(_ address: CallAddress, _ user: String) -> Self {
    let body: JSON = [
      "type": .string(address.type), "id": .string(address.id), "limit": 1,
      "filter_conditions": ["user_id": ["$eq": .string(user)]],
    ]
    return Self(
      operation: "QueryCallMembers", method: "POST", path: ["video", "call", "members"], body: body,
      readsAnswer: true)
  }

  /// Everybody connected, or only those who publish `track`; at most 100.
  static func participants(_ address: CallAddress, publishing track: String? = nil) -> Self {
    let filter: JSON = track.map { ["published_tracks": ["$eq": .string($0)]] } ?? [:]
    var request = call(
      "QueryCallParticipants", "POST", address, ["participants"], body: ["filter_conditions": filter])
    request.query = [("limit", "100")]
    request.readsAnswer = true
    return request
  }

  static func updateMembers(_ address: CallAddress, _ members: [JSON]) -> Self {
    call("UpdateCallMembers", "POST", address, ["members"], body: ["update_members": .array(members)])
  }

  static func removeMembers(_ address: CallAddress, _ users: [String]) -> Self {
    call(
      "UpdateCallMembers", "POST", address, ["members"], body: ["remove_members": .array(users.map(JSON.string))])
  }

  static func permissions(_ address: CallAddress, _ user: String, grant: [String], revoke: [String]) -> Self {
    var body = JSONObject()
    body["user_id"] = .string(user)
    if !grant.isEmpty { body["grant_permissions"] = .array(grant.map(JSON.string)) }
    if !revoke.isEmpty { body["revoke_permissions"] = .array(revoke.map(JSON.string)) }
    return call("UpdateUserPermissions", "POST", address, ["user_permissions"], body: .object(body))
  }

  // MARK: Moderation

  /// nil users = everybody but whoever mutes. A server says who mutes, a person is it.
  static func mute(_ address: CallAddress, _ users: [String]?, tracks: Set<TrackKind>, by actor: String?) -> Self {
    let body = JSONObject.present([
      "user_ids": users.map { .array($0.map(JSON.string)) }, "mute_all_users": users == nil ? true : nil,
      "audio": .bool(tracks.contains(.audio)), "video": .bool(tracks.contains(.video)),
      "screenshare": .bool(tracks.contains(.screen)), "screenshare_audio": .bool(tracks.contains(.screen)),
      "muted_by_id": actor.map(JSON.string),
    ])
    return call("MuteUsers", "POST", address, ["mute_users"], body: .object(body))
  }

  static func kick(_ address: CallAddress, _ user: String, block: Bool, by actor: String?) -> Self {
    let body = JSONObject.present([
      "user_id": .string(user), "block": .bool(block), "kicked_by_id": actor.map(JSON.string),
    ])
    return call("KickUser", "POST", address, ["kick"], body: .object(body))
  }

  static func block(_ address: CallAddress, _ user: String) -> Self {
    call("BlockUser", "POST", address, ["block"], body: ["user_id": .string(user)])
  }

  static func unblock(_ address: CallAddress, _ user: String) -> Self {
    call("UnblockUser", "POST", address, ["unblock"], body: ["user_id": .string(user)])
  }
}
