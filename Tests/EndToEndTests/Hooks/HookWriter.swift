import Clocks
import JSONCoding

/// Writes the vendor's events of one room. `at` counts microseconds from the room's beginning, so that whatever happens is
/// over when it arrives.
struct HookWriter: Sendable {
  let room: String
  var type = "audio_room"
  /// Nanoseconds since 1970.
  let start: Int64

  var cid: String { "\(type):\(room)" }

  func time(_ step: Int64) -> JSON { .string(RFC3339.format(start + step * 1_000, fractionDigits: 9)) }

  func event(_ type: String, at step: Int64 = 1, _ members: JSON = [:]) -> JSON {
    Self.with(["type": .string(type), "created_at": time(step), "call_cid": .string(cid)], members)
  }

  /// One object with the members of both.
  private static func with(_ object: JSON, _ members: JSON) -> JSON {
    var all = object.objectValue ?? JSONObject()
    for (key, value) in members.objectValue?.pairs ?? [] { all[key] = value }
    return .object(all)
  }

  func user(_ id: String) -> JSON {
    ["id": .string(id), "role": "user", "custom": [:], "teams": [], "language": "", "created_at": time(0)]
  }

  // MARK: Presence

  func joined(_ person: String, _ connection: String, at step: Int64 = 1, session: String = "s1") -> JSON {
    event(
      "call.session_participant_joined", at: step,
      ["session_id": .string(session), "participant": participant(person, connection, step)])
  }

  func left(_ person: String, _ connection: String, at step: Int64, since: Int64, session: String = "s1") -> JSON {
    event(
      "call.session_participant_left", at: step,
      [
        "session_id": .string(session), "participant": participant(person, connection, since), "duration_seconds": 0,
        "reason": "",
      ])
  }

  func participant(_ person: String, _ connection: String, _ step: Int64) -> JSON {
    [
      "user_session_id": .string(connection), "user": user(person), "role": "user", "joined_at": time(step),
    ]
  }

  func session(_ word: String, _ id: String = "s1", at step: Int64, since: Int64 = 0) -> JSON {
    let session: JSON = [
      "id": .string(id), "started_at": time(since), "ended_at": word == "ended" ? time(step) : nil, "participants": [],
      "participants_count_by_role": [:], "anonymous_participant_count": 0,
    ]
    return event("call.session_" + word, at: step, ["session_id": .string(id), "call": call(["session": session])])
  }

  func anonymous(_ count: JSON, at step: Int64 = 1) -> JSON {
    event(
      "call.session_participant_count_updated", at: step,
      ["session_id": "s1", "participants_count_by_role": [:], "anonymous_participant_count": count])
  }

  // MARK: The room

  func call(_ members: JSON = [:]) -> JSON {
    let call: JSON = [
      "cid": .string(cid), "id": .string(room), "type": .string(type), "current_session_id": "", "backstage": true,
      "created_by": user("nadia"), "custom": [:], "ended_at": nil, "session": nil, "blocked_user_ids": [],
      "egress": ["broadcasting": false, "rtmps": [], "hls": nil],
    ]
    return Self.with(call, members)
  }

  func live(at step: Int64 = 1) -> JSON { event("call.live_started", at: step, ["call": call(["backstage": false])]) }
  func backstage(at step: Int64 = 1) -> JSON { event("call.updated", at: step, ["call": call()]) }

  func ended(at step: Int64 = 9) -> JSON {
    event("call.ended", at: step, ["call": call(["ended_at": time(step)]), "user": user("nadia")])
  }

  // MARK: People and what they do

  func about(_ type: String, _ person: String, at step: Int64 = 1, _ members: JSON = [:]) -> JSON {
    event(type, at: step, Self.with(["user": user(person)], members))
  }

  func asks(_ person: String, at step: Int64 = 1) -> JSON {
    about("call.permission_request", person, at: step, ["permissions": ["send-audio"]])
  }

  func may(_ person: String, _ capabilities: [String], at step: Int64 = 1) -> JSON {
    about("call.permissions_updated", person, at: step, ["own_capabilities": .array(capabilities.map(JSON.string))])
  }

  func members(_ word: String, _ people: JSON, at step: Int64 = 1) -> JSON {
    event("call.member_" + word, at: step, ["call": call(), "members": people, "capabilities_by_role": [:]])
  }

  func member(_ person: String, role: String) -> JSON {
    ["user_id": .string(person), "user": user(person), "role": .string(role), "custom": [:], "created_at": time(0)]
  }

  // MARK: What leaves the room

  func recording(_ word: String, at step: Int64, _ members: JSON = [:]) -> JSON {
    event(
      "call.recording_" + word, at: step, Self.with(["egress_id": "e1", "recording_type": "composite"], members))
  }

  func recordingReady(at step: Int64) -> JSON {
    recording("ready", at: step, ["call_recording": file("rec.mp4", step)])
  }

  func transcription(_ word: String, at step: Int64, _ members: JSON = [:]) -> JSON {
    event("call.transcription_" + word, at: step, Self.with(["egress_id": "t1"], members))
  }

  func file(_ name: String, _ step: Int64) -> JSON {
    [
      "url": "https://files.test/x?Expires=1", "filename": .string(name), "session_id": "s1", "start_time": time(1),
      "end_time": time(step), "recording_type": "composite",
    ]
  }
}
