import Clocks
import JSONCoding
import MockKit

extension StreamTenant {
  /// A new call from `data`.
  mutating func create(_ input: StreamInput, _ data: JSONObject) throws(StreamRefusal) -> StreamCall {
    let type = try callType(input.type)
    try Self.checkID(input.id)
    try require("create-call", of: input.caller, in: nil, type: type.name, cid: input.cid)
    let members = data["members"]?.arrayValue ?? []
    try checkMembersExist(members) { names in
      "The following users are involved in call create operation, but don't exist: [\(names)]. "
        + "Please create the user objects before setting up the call."
    }
    try checkSettings(data["settings_override"])
    try checkSize(data["custom"])
    let creator = try creator(input, data)
    let settings = Self.merged(type.settings, data["settings_override"]?.objectValue ?? [:])
    var call = StreamCall(
      type: type.name, id: input.id, creatorID: creator, custom: data["custom"]?.objectValue ?? [:],
      settings: settings, startsAt: Self.time(data["starts_at"]), team: data["team"]?.stringValue,
      backstage: settings["backstage"]?["enabled"]?.boolValue ?? false, createdAt: input.now, updatedAt: input.now,
      order: nextOrder())
    for member in members { _ = try put(member, into: &call, at: input.now) }
    calls[call.cid] = call
    emitCall("call.created", call, at: input.now, ["members": documents(call.members, .hook, limit: 100)])
    return call
  }

  /// A server names the creator, who is made on the fly; for a person it is the person.
  private mutating func creator(_ input: StreamInput, _ data: JSONObject) throws(StreamRefusal) -> String {
    if let id = input.caller.userID { return id }
    guard let id = try actor("created_by", data, at: input.now, mayCreate: true) else {
      throw .input(
        "either data.created_by or data.created_by_id must be provided when using server side auth",
        fields: ["data.created_by_id": "is a required field"])
    }
    return id
  }

  /// The user that `<name>_id` or `<name>` gives; nil when neither is there.
  mutating func actor(
    _ name: String, _ body: JSONObject, at now: Int64, mayCreate: Bool = false
  ) throws(StreamRefusal) -> String? {
    if let user = body[name]?.objectValue {
      return try upsert(user, at: now).id
    }
    guard let id = body[name == "user" ? "user_id" : name + "_id"]?.stringValue else { return nil }
    if users[id] == nil {
      guard mayCreate else { throw .input("the provided users [\(id)] don't exist") }
      users[id] = StreamUser(id: id, createdAt: now, updatedAt: now, order: nextOrder())
    }
    return id
  }

  /// The person who calls, or whom a server names.
  mutating func acting(_ name: String, _ input: StreamInput) throws(StreamRefusal) -> String? {
    if let id = input.caller.userID { return id }
    return try actor(name, input.body, at: input.now)
  }

  /// Applies what a PATCH may change.
  mutating func change(_ call: StreamCall, _ data: JSONObject, at now: Int64) throws(StreamRefusal) -> StreamCall {
    try checkSettings(data["settings_override"])
    try checkSize(data["custom"])
    var call = call
    if let custom = data["custom"]?.objectValue {
      call.custom = options.patchReplacesCustom ? custom : Self.laid(custom, over: call.custom)
    }
    if let override = data["settings_override"]?.objectValue { call.settings = Self.merged(call.settings, override) }
    if let start = Self.time(data["starts_at"]) { call.startsAt = start }
    if let running = call.running {
      let end = Self.timerEnd(call, startedAt: running.startedAt)
      call.session?.timerEndsAt = end
    }
    call.updatedAt = now
    calls[call.cid] = call
    reconsider(call.cid)
    return call
  }

  /// `ring` and `notify` of a create, get or join.
  mutating func ring(_ call: StreamCall, _ input: StreamInput) {
    let user = userDocument(input.caller.userID ?? call.creatorID, .hook)
    var members: JSONObject = [
      "members": documents(call.members, .hook, limit: 100), "user": user,
      "session_id": .string(call.running?.id ?? ""),
    ]
    if input.flag("notify") { emitCall("call.notification", call, at: input.now, members) }
    guard input.flag("ring") else { return }
    members["video"] = .bool(input.flag("video"))
    emitCall("call.ring", call, at: input.now, members)
  }

  /// Blocks are merged member by member; what is not sent stays.
  static func merged(_ settings: JSONObject, _ override: JSONObject) -> JSONObject {
    var result = settings
    for (key, value) in override.pairs where !value.isNull {
      if case .object(let inner) = value, case .object(let base)? = result[key] {
        result[key] = .object(merged(base, inner))
      } else {
        result[key] = value
      }
    }
    return result
  }

  static func laid(_ top: JSONObject, over base: JSONObject) -> JSONObject {
    var result = base
    for (key, value) in top.pairs { result[key] = value }
    return result
  }

  static func time(_ value: JSON?) -> Int64? { value?.stringValue.flatMap(RFC3339.parse) }

  func checkSize(_ custom: JSON?) throws(StreamRefusal) {
    guard let custom, custom.bytes().count > options.maximumCustomBytes else { return }
    let cause = "custom data is limited to \(options.maximumCustomBytes) bytes"
    guard options.customTooLarge == .payloadTooBig else { throw .input(cause) }
    throw StreamRefusal(code: 22, status: 413, cause: cause)
  }

  private func checkSettings(_ override: JSON?) throws(StreamRefusal) {
    guard let recording = override?["recording"], recording["mode"]?.stringValue != "disabled",
      recording["audio_only"]?.boolValue != true, recording["quality"]?.stringValue == nil, !recording.isNull
    else { return }
    throw .input("recording quality is required when audio_only is false and recording is enabled")
  }

  private static func checkID(_ id: String) throws(StreamRefusal) {
    let isFine = id.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45 || byte == 95
    }
    guard isFine, (1...64).contains(id.utf8.count) else {
      throw .input("call id must be 1 to 64 of a-z, A-Z, 0-9, _ and -", fields: ["id": "is not valid"])
    }
  }
}
