import HTTPTypes
import JSONCoding
import MockKit

/// What tests do to a room: the side of the vendor that its REST interface never sees.
extension VideoSDKTenant {
  /// nil when the path behind the room is no control route.
  mutating func control(
    _ request: ControlRequest, _ roomID: String, at now: Int64
  ) throws(ControlRefusal) -> HTTPResponse? {
    switch (request.path.count, request.path[2]) {
    case (3, "participants"):
      try request.allow(["POST"])
      return try deviceJoins(roomID, request.body, at: now)
    case (4, "participants"):
      try request.allow(["PATCH", "DELETE"])
      return try device(request.path[3], in: roomID, request, at: now)
    case (3, _):
      guard let act = Act(rawValue: request.path[2]) else { return nil }
      try request.allow(["POST"])
      try perform(act, in: roomID, request.body, at: now)
      return HTTPResponse(status: 204)
    default: return nil
    }
  }

  private enum Act: String {
    case permissionRequests = "permission-requests"
    case captions
    case activeSpeaker = "active-speaker"
    case lobby
    case messages
    case egressFailed = "egress-failed"
  }

  private mutating func perform(
    _ act: Act, in roomID: String, _ body: JSONObject, at now: Int64
  ) throws(ControlRefusal) {
    switch act {
    case .permissionRequests: try raiseHand(roomID, body, at: now)
    case .captions: try somebodySays(roomID, body, at: now)
    case .activeSpeaker: try nameSpeaker(roomID, body, at: now)
    case .lobby: try decideLobby(roomID, body, at: now)
    case .messages: try somebodyPublishes(roomID, body, at: now)
    case .egressFailed: try failEgress(roomID, body, at: now)
    }
  }

  /// Somebody asks to speak, as clients do: by a message on a topic that is agreed upon.
  private mutating func raiseHand(_ roomID: String, _ body: JSONObject, at now: Int64) throws(ControlRefusal) {
    let fields = try ControlFields(body, allowed: ["participant_id", "user_id", "permissions", "message"])
    _ = try fields.strings("permissions")
    let id = try participantID(fields, roomID)
    publish(topic: "RAISE_HAND", text: try fields.string("message") ?? "Raise Hand", by: id, in: roomID, at: now)
  }

  /// Somebody says something: it is a caption while a transcription runs, and else goes unheard.
  private mutating func somebodySays(_ roomID: String, _ body: JSONObject, at now: Int64) throws(ControlRefusal) {
    let fields = try ControlFields(body, allowed: ["participant_id", "user_id", "text", "language"])
    let text = try fields.required("text", fields.string("text"))
    _ = try fields.string("language")
    let id = try participantID(fields, roomID)
    guard !active(in: roomID, where: { $0.kind == .transcription && $0.state == .started }).isEmpty else { return }
    let name = participant(id, in: roomID)?.name ?? ""
    announce(
      .caption(VideoSDKCaption(participantID: id, participantName: name, text: text, at: now)), in: roomID, at: now)
  }

  /// Says who speaks, whoever it would be otherwise.
  private mutating func nameSpeaker(_ roomID: String, _ body: JSONObject, at now: Int64) throws(ControlRefusal) {
    let fields = try ControlFields(body, allowed: ["participant_id", "volume"])
    let volume = try fields.number("volume")
    guard try fields.string("participant_id") != nil else {
      return setActiveSpeaker(nil, volume: nil, in: roomID, at: now)
    }
    setActiveSpeaker(try participantID(fields, roomID), volume: volume, in: roomID, at: now)
  }

  private mutating func decideLobby(_ roomID: String, _ body: JSONObject, at now: Int64) throws(ControlRefusal) {
    let fields = try ControlFields(body, allowed: ["participant_id", "decision"])
    let id = try fields.required("participant_id", fields.string("participant_id"))
    let decision = try fields.required("decision", fields.string("decision"))
    guard ["allowed", "denied"].contains(decision) else {
      throw ControlRefusal("must be allowed or denied", field: "decision")
    }
    guard decide(id, isAllowed: decision == "allowed", in: roomID, at: now) else {
      throw ControlRefusal(404, "no such participant waits", field: "participant_id")
    }
  }

  private mutating func somebodyPublishes(
    _ roomID: String, _ body: JSONObject, at now: Int64
  ) throws(ControlRefusal) {
    let fields = try ControlFields(
      body, allowed: ["participant_id", "topic", "message", "payload", "persist", "send_only"])
    let id = try participantID(fields, roomID)
    publish(
      topic: try fields.required("topic", fields.string("topic")), text: try fields.string("message") ?? "", by: id,
      in: roomID, payload: fields["payload"], recipients: try fields.strings("send_only"),
      isPersistent: try fields.bool("persist") ?? false, at: now)
  }

  /// Something that runs breaks off: what is named, or the latest.
  private mutating func failEgress(_ roomID: String, _ body: JSONObject, at now: Int64) throws(ControlRefusal) {
    let id = try ControlFields(body, allowed: ["id"]).string("id")
    let found = running.compactMap { egress[$0] }.last { $0.roomID == roomID && (id == nil || $0.id == id) }
    guard let found, fail(found.id, at: now) else {
      throw ControlRefusal(404, "nothing of that kind runs", field: "id")
    }
  }

  /// Who is meant; they must be in.
  func participantID(_ fields: ControlFields, _ roomID: String) throws(ControlRefusal) -> String {
    let (own, user) = (try fields.string("participant_id"), try fields.string("user_id"))
    let id = try fields.required("participant_id", own ?? user)
    guard participant(id, in: roomID) != nil else { throw ControlRefusal(404, "no such participant is in the room") }
    return id
  }
}
