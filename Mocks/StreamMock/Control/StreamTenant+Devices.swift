import HTTPTypes
import JSONCoding
import MockKit

/// Devices as tests move them: the media side, which the REST interface never sees.
extension StreamTenant {
  /// A device joins: with a token as the vendor lets it, with a user id unasked.
  mutating func deviceJoins(_ cid: String, _ body: JSONObject, at now: Int64) throws(ControlRefusal) -> JSON {
    let fields = try ControlFields(body, allowed: ["token", "user_id", "name", "role", "audio"])
    let (token, userID) = (try fields.string("token"), try fields.string("user_id"))
    guard (token == nil) != (userID == nil) else { throw ControlRefusal("give token or user_id", field: "token") }
    let (role, audio) = (try fields.string("role"), try fields.bool("audio") ?? false)
    let caller = try passing { tenant throws(StreamRefusal) in
      try tenant.caller(token, userID, cid, name: try? fields.string("name"), at: now)
    }
    let call = try passing { tenant throws(StreamRefusal) in try tenant.call(cid) }
    if token != nil, isFull(call, caller, role ?? mediaRole(caller, call)) { throw Self.full }
    let participant = participant(caller, call, role, authorised: token != nil, audio: audio, at: now)
    connect(participant, to: cid, at: now)
    return [
      "session_id": .string(participant.id), "user_id": .string(participant.userID), "call_cid": .string(cid),
      "call_session_id": .string(calls[cid]?.session?.id ?? ""), "role": .string(participant.role),
      "audio": .bool(participant.publishesAudio),
    ]
  }

  /// Who joins; for a token everything the vendor checks on the way to the media server is checked.
  private mutating func caller(
    _ token: String?, _ userID: String?, _ cid: String, name: String??, at now: Int64
  ) throws(StreamRefusal) -> StreamCaller {
    guard let token else {
      let id = userID ?? ""
      if users[id] == nil { users[id] = StreamUser(id: id, createdAt: now, updatedAt: now, order: nextOrder()) }
      if let name, let name { users[id]?.name = name }
      return .user(id, nil)
    }
    let caller = try StreamAuthenticator(secret: account.apiSecret, now: now, options: options).caller(of: token)
    guard !caller.isServer else { throw .input("JoinCall needs the token of a user") }
    try checkJoin(caller, try call(cid), now: now)
    if let id = caller.userID, let name, let name { users[id]?.name = name }
    return caller
  }

  /// A device of the caller's, not connected yet.
  func participant(
    _ caller: StreamCaller, _ call: StreamCall, _ role: String?, authorised: Bool, audio: Bool, at now: Int64
  ) -> StreamParticipant {
    let id = caller.userID ?? StreamAuthenticator.anonymousID
    var participant = StreamParticipant(
      id: identifiers.uuid(), userID: id, role: role ?? mediaRole(caller, call), isAnonymous: caller.userID == nil,
      isAuthorised: authorised, joinedAt: now)
    participant.publishesAudio = audio && mayPublish("send-audio", participant, call)
    participant.hasAudioTrack = participant.publishesAudio
    return participant
  }

  func mediaRole(_ caller: StreamCaller, _ call: StreamCall) -> String {
    if let role = caller.scope?.role { return role }
    guard let id = caller.userID else { return "anonymous" }
    return call.member(id)?.role ?? users[id]?.role ?? "user"
  }

  /// The media server refuses whoever is one too many.
  func isFull(_ call: StreamCall, _ caller: StreamCaller, _ role: String) -> Bool {
    guard let most = call.seconds("limits", "max_participants"), most > 0 else { return false }
    let excluded = call.setting("limits", "max_participants_exclude_roles")?.arrayValue?.compactMap(\.stringValue) ?? []
    let sparesOwner = call.isOn("limits", "max_participants_exclude_owner")
    func counts(_ id: String?, _ role: String) -> Bool {
      !excluded.contains(role) && !(sparesOwner && id == call.creatorID)
    }
    guard counts(caller.userID, role) else { return false }
    return call.running?.connected.count { counts($0.userID, $0.role) } ?? 0 >= Int(most)
  }

  private static var full: ControlRefusal {
    ControlRefusal(
      status: 403,
      vendor: ["error": ["code": "CALL_PARTICIPANT_LIMIT_REACHED", "message": "the call is full", "at": "media"]])
  }

  func mayPublish(_ permission: String, _ participant: StreamParticipant, _ call: StreamCall) -> Bool {
    let taken = call.revoked[participant.userID]?.contains(permission) ?? false
    guard participant.isAuthorised else { return !taken }
    let caller: StreamCaller =
      participant.isAnonymous ? .anonymous(nil) : .user(participant.userID, .init(cids: [], role: participant.role))
    return permissions(of: caller, in: call, type: call.type).contains(permission)
  }

  /// A device changes what it publishes, or leaves.
  mutating func device(
    _ id: String, in cid: String, _ request: ControlRequest, at now: Int64
  ) throws(ControlRefusal) -> HTTPResponse {
    let call = try passing { tenant throws(StreamRefusal) in try tenant.call(cid) }
    guard let participant = call.running?.participants[id], participant.leftAt == nil else {
      throw ControlRefusal(404, "no such participant is connected")
    }
    guard request.method == "PATCH" else {
      leave(id, from: cid, at: now, reason: request.query["reason"])
      return HTTPResponse(status: 204)
    }
    let changed = try publishing(participant, call, request.body)
    change(id, in: cid) { $0 = changed }
    return HTTPResponse(json: Self.deviceDocument(calls[cid]?.running?.participants[id] ?? changed))
  }

  private func publishing(
    _ participant: StreamParticipant, _ call: StreamCall, _ body: JSONObject
  ) throws(ControlRefusal) -> StreamParticipant {
    let fields = try ControlFields(body, allowed: ["audio", "video", "speaking", "level", "quality"])
    var changed = participant
    if let audio = try fields.bool("audio") {
      if audio { try require("send-audio", participant, call) }
      changed.publish(.audio, audio)
    }
    if let video = try fields.bool("video") {
      if video { try require("send-video", participant, call) }
      changed.publish(.video, video)
    }
    let (speaking, level) = (try fields.bool("speaking"), try fields.number("level"))
    if let level, !(0...1).contains(level) { throw ControlRefusal("must be from 0 to 1", field: "level") }
    changed.isSpeaking = speaking ?? changed.isSpeaking
    changed.quality = try quality(fields) ?? changed.quality
    // Whoever falls silent is not heard, unless somebody says otherwise.
    changed.level = level ?? (speaking == false ? 0 : changed.level)
    return changed
  }

  private func quality(_ fields: ControlFields) throws(ControlRefusal) -> StreamQuality? {
    guard let text = try fields.string("quality") else { return nil }
    guard let quality = StreamQuality(rawValue: text) else {
      throw ControlRefusal("must be poor, good or excellent", field: "quality")
    }
    return quality
  }

  private func require(
    _ permission: String, _ participant: StreamParticipant, _ call: StreamCall
  ) throws(ControlRefusal) {
    guard !mayPublish(permission, participant, call) else { return }
    throw ControlRefusal(
      status: 403,
      vendor: ["error": ["code": "PERMISSION_DENIED", "message": .string("\(permission) is missing"), "at": "media"]])
  }

  /// A person asks for rights, as their own client would.
  mutating func deviceAsks(_ cid: String, _ body: JSONObject, at now: Int64) throws(ControlRefusal) {
    let fields = try ControlFields(body, allowed: ["user_id", "permissions"])
    let id = try fields.required("user_id", fields.string("user_id"))
    let permissions = try fields.required("permissions", fields.strings("permissions"))
    let call = try passing { tenant throws(StreamRefusal) in try tenant.call(cid) }
    let input = StreamInput(
      operation: .requestPermission, view: .client, parameters: ["type": call.type, "id": call.id], query: .none,
      body: ["permissions": .strings(permissions)], caller: .user(id, nil), now: now)
    try passing { tenant throws(StreamRefusal) in
      try StreamBody.check(input.body, StreamShapes.requestPermission, input.caller, tenant.options)
      _ = try tenant.requestPermission(input)
    }
  }

  /// Runs what the vendor may refuse; its refusal is passed on as the device would see it.
  private mutating func passing<Value>(
    _ body: (inout StreamTenant) throws(StreamRefusal) -> Value
  ) throws(ControlRefusal) -> Value {
    do throws(StreamRefusal) {
      return try body(&self)
    } catch {
      throw ControlRefusal(status: error.status, vendor: error.document("JoinCall"))
    }
  }

  static func deviceDocument(_ participant: StreamParticipant) -> JSON {
    [
      "session_id": .string(participant.id), "user_id": .string(participant.userID), "role": .string(participant.role),
      "anonymous": .bool(participant.isAnonymous), "audio": .bool(participant.publishesAudio),
      "video": .bool(participant.publishesVideo), "speaking": .bool(participant.isSpeaking),
      "level": .number(participant.level), "left_reason": .text(participant.leftReason),
      "connected": .bool(participant.leftAt == nil),
    ]
  }
}
