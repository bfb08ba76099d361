import HTTPTypes
import JSONCoding
import MockKit

/// Devices as tests move them.
extension VideoSDKTenant {
  /// A device joins: with a token as the vendor lets it, with an id unasked. 202 when it has to wait in the lobby.
  mutating func deviceJoins(
    _ roomID: String, _ body: JSONObject, at now: Int64
  ) throws(ControlRefusal) -> HTTPResponse {
    let fields = try ControlFields(
      body, allowed: ["token", "participant_id", "user_id", "name", "mode", "audio", "video", "peer_type", "meta_data"])
    let join = try join(fields, at: now)
    try passing { tenant throws(VideoSDKRefusal) in
      if join.claims != nil { return try tenant.checkJoin(join, to: roomID) }
      guard tenant.rooms[roomID]?.isOpen == true else {
        throw .join(.invalidMeetingID, "the meeting is disabled")
      }
    }
    if mustAsk(join, in: roomID) {
      let id = join.participantID
      askToEnter(id, name: join.name, join: join, in: roomID, at: now)
      return HTTPResponse(json: ["participant_id": .string(id), "waiting": true], status: 202)
    }
    let participant = self.join(join, to: roomID, at: now)
    return HTTPResponse(json: Self.deviceDocument(participant, rooms[roomID]?.sessionID), status: 201)
  }

  private func join(_ fields: ControlFields, at now: Int64) throws(ControlRefusal) -> VideoSDKJoin {
    let token = try fields.string("token")
    let (own, user) = (try fields.string("participant_id"), try fields.string("user_id"))
    let id = own ?? user
    guard token != nil || id != nil else { throw ControlRefusal("give token or participant_id", field: "token") }
    let claims = try passing { tenant throws(VideoSDKRefusal) in
      guard let token else { return nil as VideoSDKClaims? }
      guard VideoSDKToken.apiKey(token) == tenant.account.apiKey else {
        throw .token(.invalidToken, "Token is invalid")
      }
      return try VideoSDKToken(options: tenant.options, now: now).claims(token, secret: tenant.account.secret)
    }
    let known = id ?? claims?.participantID
    var join = VideoSDKJoin(
      participantID: known ?? identifiers.participant(), name: try fields.string("name") ?? known ?? "Guest",
      claims: claims, isDriven: true)
    join.mode = try mode(fields) ?? .sendAndReceive
    join.peerType = try peerType(fields) ?? .normal
    join.metaData = fields["meta_data"]
    if try fields.bool("audio") == true { join.publishes.insert(.audio) }
    if try fields.bool("video") == true { join.publishes.insert(.video) }
    return join
  }

  private func mode(_ fields: ControlFields) throws(ControlRefusal) -> VideoSDKMode? {
    guard let name = try fields.string("mode") else { return nil }
    guard let mode = VideoSDKMode(named: name) else {
      let names = VideoSDKMode.allCases.map(\.rawValue).joined(separator: ", ")
      throw ControlRefusal("must be one of \(names)", field: "mode")
    }
    return mode
  }

  private func peerType(_ fields: ControlFields) throws(ControlRefusal) -> VideoSDKParticipant.PeerType? {
    guard let name = try fields.string("peer_type") else { return nil }
    guard let type = VideoSDKParticipant.PeerType(rawValue: name) else {
      throw ControlRefusal("must be normal or agent", field: "peer_type")
    }
    return type
  }

  /// A device changes what it does, or leaves.
  mutating func device(
    _ id: String, in roomID: String, _ request: ControlRequest, at now: Int64
  ) throws(ControlRefusal) -> HTTPResponse {
    guard let participant = participant(id, in: roomID) else {
      throw ControlRefusal(404, "no such participant is in the room")
    }
    if request.method == "DELETE" {
      let reason = try reason(request.query["reason"])
      leave(id, from: roomID, connection: participant.connection ?? "", reason: reason, at: now)
      return HTTPResponse(status: 204)
    }
    try change(participant, in: roomID, request.body, at: now)
    return HTTPResponse(json: Self.deviceDocument(self.participant(id, in: roomID) ?? participant, nil))
  }

  /// Everything is read and checked before anything changes.
  private mutating func change(
    _ participant: VideoSDKParticipant, in roomID: String, _ body: JSONObject, at now: Int64
  ) throws(ControlRefusal) {
    let fields = try ControlFields(body, allowed: ["audio", "video", "screen", "speaking", "level", "mode"])
    let (mode, speaking, level) = (try mode(fields), try fields.bool("speaking"), try fields.number("level"))
    if let level, !(0...1).contains(level) { throw ControlRefusal("must be from 0 to 1", field: "level") }
    var tracks: [(kind: VideoSDKMedia, isOn: Bool)] = []
    for (name, kind) in [("audio", VideoSDKMedia.audio), ("video", .video), ("screen", .screen)] {
      if let isOn = try fields.bool(name) { tracks.append((kind, isOn)) }
    }
    guard (mode ?? participant.mode).maySend || !tracks.contains(where: \.isOn) else { throw Self.mayNotSend }
    let id = participant.participantID
    if let mode { setMode(mode, of: id, in: roomID, at: now) }
    for track in tracks { setMedia(track.kind, track.isOn, of: id, in: roomID, at: now) }
    guard speaking != nil || level != nil else { return }
    setSpeaking(speaking ?? participant.isSpeaking, level: level, of: id, in: roomID, at: now)
  }

  private static var mayNotSend: ControlRefusal {
    ControlRefusal(status: 403, vendor: VideoSDKRefusal(403, "the mode does not allow to send").document)
  }

  private func reason(_ text: String?) throws(ControlRefusal) -> VideoSDKLeaveReason {
    guard let text else { return .left }
    guard let reason = Int(text).flatMap(VideoSDKLeaveReason.init(rawValue:)) else {
      throw ControlRefusal("must be one of the vendor's numbers, e.g. 1001", field: "reason")
    }
    return reason
  }

  /// Runs what the vendor may refuse; its refusal is passed on as the device would see it.
  private func passing<Value>(
    _ body: (VideoSDKTenant) throws(VideoSDKRefusal) -> Value
  ) throws(ControlRefusal) -> Value {
    do throws(VideoSDKRefusal) {
      return try body(self)
    } catch {
      throw ControlRefusal(status: error.status, vendor: error.document)
    }
  }

  static func deviceDocument(_ participant: VideoSDKParticipant, _ sessionID: String?) -> JSON {
    var document: JSONObject = [
      "participant_id": .string(participant.participantID),
      // Nobody is in twice under one id: the id is the connection's, too.
      "connection": .string(participant.participantID), "name": .string(participant.name),
      "mode": .string(participant.mode.rawValue), "peer_type": .string(participant.peerType.rawValue),
      "audio": .bool(participant.publishes(.audio)), "video": .bool(participant.publishes(.video)),
      "screen": .bool(participant.publishes(.screen)), "speaking": .bool(participant.isSpeaking),
      "level": participant.level.map(JSON.number) ?? .null, "connected": .bool(participant.isInside),
      "leave_reason": participant.leaveReason.map { .int($0.rawValue) } ?? .null,
    ]
    if let sessionID { document["session_id"] = .string(sessionID) }
    return .object(document)
  }
}
