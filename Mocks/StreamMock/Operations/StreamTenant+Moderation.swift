import JSONCoding
import MockKit

extension StreamTenant {
  mutating func moderate(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    switch input.operation {
    case .muteUsers: try mute(input)
    case .blockUser: try block(input)
    case .unblockUser: try unblock(input)
    case .kickUser: try kick(input)
    default: try pin(input)
    }
    return [:]
  }

  /// Only the media side hears of it.
  private mutating func pin(_ input: StreamInput) throws(StreamRefusal) {
    let call = try call(input, requiring: "pin-call-track")
    let id = input.string("session_id") ?? ""
    guard call.running?.connected.contains(where: { $0.id == id }) == true else { return }
    calls[call.cid]?.session?.pins.removeAll { $0 == id }
    if input.operation == .pin { calls[call.cid]?.session?.pins.append(id) }
    tellPins(call.cid)
  }

  private mutating func mute(_ input: StreamInput) throws(StreamRefusal) {
    let call = try call(input, requiring: "mute-users")
    let muter = try muter(input)
    let named = input.strings("user_ids")
    guard !named.isEmpty || input.flag("mute_all_users") else {
      throw .input("either user_ids or mute_all_users must be provided")
    }
    for id in named { _ = try existingUser(id) }
    let connected = call.running?.connected.filter { !$0.isAnonymous }.map(\.userID) ?? []
    let everybody = Array(Set(connected)).sorted().filter { $0 != muter }
    let muted = input.flag("mute_all_users") ? everybody : named
    let tracks: [(String, StreamTrack)] = [("audio", .audio), ("video", .video), ("screenshare", .screenShare)]
    for (flag, track) in tracks where input.flag(flag) {
      unpublish(track, call.cid, .moderation) { muted.contains($0.userID) }
    }
    emit(
      "call.user_muted", call.cid, at: input.now,
      ["from_user_id": .string(muter), "muted_user_ids": .strings(muted), "reason": "muted by a moderator"])
  }

  private mutating func muter(_ input: StreamInput) throws(StreamRefusal) -> String {
    guard let id = try acting("muted_by", input) else {
      throw .input(
        "either muted_by or muted_by_id must be provided when using server side auth",
        fields: ["muted_by_id": "is a required field"])
    }
    return id
  }

  private mutating func block(_ input: StreamInput) throws(StreamRefusal) {
    let call = try call(input, requiring: "block-user")
    let id = try existingUser(input.string("user_id") ?? "")
    block(id, in: call.cid, by: input.caller.userID, at: input.now)
    disconnect(from: call.cid, at: input.now, reason: LeaveReason.kicked.rawValue) { $0.userID == id }
  }

  private mutating func block(_ id: String, in cid: String, by moderator: String?, at now: Int64) {
    if calls[cid]?.blocked.contains(id) == false { calls[cid]?.blocked.append(id) }
    calls[cid]?.updatedAt = now
    var members: JSONObject = ["user": userDocument(id, .hook)]
    if let moderator { members["blocked_by_user"] = userDocument(moderator, .hook) }
    emit("call.blocked_user", cid, at: now, members)
  }

  private mutating func unblock(_ input: StreamInput) throws(StreamRefusal) {
    let call = try call(input, requiring: "block-user")
    let id = try existingUser(input.string("user_id") ?? "")
    calls[call.cid]?.blocked.removeAll { $0 == id }
    calls[call.cid]?.updatedAt = input.now
    emit("call.unblocked_user", call.cid, at: input.now, ["user": userDocument(id, .hook)])
  }

  private mutating func kick(_ input: StreamInput) throws(StreamRefusal) {
    let call = try call(input, requiring: "kick-user")
    let id = try existingUser(input.string("user_id") ?? "")
    let kicker = try acting("kicked_by", input)
    let isConnected = call.running?.connected.contains { $0.userID == id } == true
    if options.refusesKickOfAbsentUser, !isConnected { throw .input("the user \(id) is not in the call") }
    var members: JSONObject = ["user": userDocument(id, .hook)]
    if let kicker { members["kicked_by_user"] = userDocument(kicker, .hook) }
    emit("call.kicked_user", call.cid, at: input.now, members)
    if input.flag("block") { block(id, in: call.cid, by: kicker, at: input.now) }
    disconnect(from: call.cid, at: input.now, reason: LeaveReason.kicked.rawValue) { $0.userID == id }
  }
}
