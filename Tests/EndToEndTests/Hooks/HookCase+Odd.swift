import JSONCoding

extension HookCase {
  private static let came = ["session.started", "participant.joined"]
  private static let there = "backstage session ana"

  /// Values that are odd, and are sent.
  static let odd: [HookCase] = [
    HookCase("nanoseconds for a time", room: there, came) { write in
      [HookPost(timed(write.joined("ana", "c1"), .integer(write.start + 1_000)))]
    },
    HookCase("milliseconds for a time", room: there, came) { write in
      [HookPost(timed(write.joined("ana", "c1"), .integer(write.start / 1_000_000)))]
    },
    HookCase("seconds for a time", room: there, came) { write in
      [HookPost(timed(write.joined("ana", "c1"), .integer(write.start / 1_000_000_000)))]
    },
    HookCase("no time at all", room: there, came + ["participant.joined", "participant.joined"]) { write in
      let times: [JSON] = [nil, "", "0001-01-01T00:00:00Z"]
      return times.enumerated().map { HookPost(timed(write.joined("ana", "c\($0)"), $1)) }
    },
    HookCase("a time that is not yet", room: there, came) { write in
      let times: [JSON] = ["2999-01-01T00:00:00Z", 32_503_680_000_000_000, .integer(.max)]
      return times.map { HookPost(timed(write.joined("ana", "c1"), $0)) }
    },
    HookCase("a join without its time", room: there, came) { write in
      [HookPost(changed(write.joined("ana", "c1"), "participant", "joined_at", nil))]
    },
    HookCase("more viewers than there are people", room: there + " +1000000000", came) { write in
      [HookPost(write.joined("ana", "c1")), HookPost(write.anonymous(.integer(.max)))]
    },
    HookCase("numbers beyond every measure", room: there, came + Array(repeating: "provider.event", count: 3)) {
      write in
      let digits = String(repeating: "9", count: 400)
      let text = write.anonymous(0).text().replacing(":0}", with: ":\(digits)}")
      return [HookPost(write.joined("ana", "c1")), HookPost(Array(text.utf8))]
        + ["1e999", "-\(digits)", "-1"].map { HookPost(Array(text.replacing(digits, with: $0).utf8)) }
    },
    HookCase("somebody without a name", room: "backstage session ? ana", came + ["participant.joined"]) { write in
      [HookPost(write.joined("ana", "c1")), HookPost(write.joined("", "c2"))]
    },
    HookCase("a connection without a name", room: "backstage", ["provider.event", "provider.event"]) { write in
      [HookPost(write.joined("ana", "")), HookPost(write.left("ana", "", at: 2, since: 1))]
    },
    HookCase("a session without a name", room: there, came) { write in
      [HookPost(write.joined("ana", "c1", session: ""))]
    },
    HookCase("a type without a name", room: "backstage") { write in
      ["", nil, 7, [], [:]].map { HookPost(write.event("x", ["type": $0, "user": write.user("ana")])) }
    },
    HookCase("a type that nobody knows", room: "backstage", ["provider.event"]) { write in
      [HookPost(write.event("call.of_tomorrow", ["anything": [1, nil, "x"]]))]
    },
    HookCase(
      "the same unknown thing twice under two ids, and another", room: "backstage",
      [
        "provider.event", "provider.event",
      ]
    ) { write in
      [
        HookPost(write.event("call.of_tomorrow"), id: "1-" + write.room),
        HookPost(write.event("call.of_tomorrow"), id: "2-" + write.room),
        HookPost(write.event("call.of_tomorrow", at: 2), id: "3-" + write.room),
      ]
    },
    HookCase("the call's address in the call alone", room: "live", ["room.went_live"]) { write in
      [HookPost(write.event("call.live_started", ["call_cid": nil, "call": write.call(["backstage": false])]))]
    },
    HookCase("an end without who, why and when", room: "ended", ["room.ended"]) { write in
      [HookPost(write.event("call.ended", at: 3, ["user": nil, "reason": nil, "call": nil, "members": nil]))]
    },
    HookCase("an end that is not one", room: "backstage", []) { write in
      let ends: [JSON] = [nil, "", 0, -1, "0001-01-01T00:00:00Z", "1970-01-01T00:00:00Z"]
      return ends.map { HookPost(write.event("call.updated", ["call": write.call(["ended_at": $0])])) }
    },
  ]

  /// Shapes in which nothing is told: kept as they are, or passed over.
  static let strange: [HookCase] = nothings.map { type, members in
    HookCase(
      "\(type) with \((members.objectValue?.keys ?? []).joined(separator: ", ")) null", room: "backstage",
      ["provider.event"]
    ) {
      write in
      [HookPost(write.event(type, members)), HookPost(write.event(type, members), id: "again-" + write.room)]
    }
  }

  private static let nothings: [(String, JSON)] = [
    ("call.session_participant_joined", ["participant": nil, "session_id": nil]),
    ("call.session_participant_left", ["participant": nil, "session_id": nil, "reason": nil]),
    ("call.session_participant_count_updated", ["anonymous_participant_count": nil]),
    ("call.updated", ["call": nil]), ("call.created", ["call": nil, "members": nil]),
    ("call.member_added", ["members": nil]), ("call.member_removed", ["members": [nil]]),
    ("call.permission_request", ["permissions": nil, "user": nil]),
    ("call.permission_request", ["permissions": [nil], "user": ["id": "ana"]]),
    ("call.permissions_updated", ["own_capabilities": nil, "user": ["id": "ana"]]),
    ("call.user_muted", ["muted_user_ids": nil]), ("call.user_muted", ["muted_user_ids": [nil, ""]]),
    ("call.blocked_user", ["user": nil]), ("call.unblocked_user", ["user": ["id": ""]]),
    ("call.kicked_user", ["user": nil]), ("call.reaction_new", ["reaction": nil]),
    ("call.reaction_new", ["reaction": ["type": ""]]), ("custom", ["custom": nil]), ("custom", ["custom": []]),
    ("call.closed_caption", ["closed_caption": nil]), ("call.closed_caption", ["closed_caption": ["text": ""]]),
    ("call.recording_started", ["egress_id": nil, "recording_type": nil]),
    ("call.recording_ready", ["egress_id": "e1", "call_recording": nil]),
    ("call.recording_ready", ["egress_id": "e1", "call_recording": ["filename": ""]]),
    ("call.transcription_ready", ["egress_id": "t1", "call_transcription": nil]),
    ("call.rtmp_broadcast_started", ["name": nil]),
  ]

  private static func timed(_ event: JSON, _ time: JSON) -> JSON {
    var object = event.objectValue ?? JSONObject()
    object["created_at"] = time
    return .object(object)
  }

  private static func changed(_ event: JSON, _ member: String, _ name: String, _ value: JSON) -> JSON {
    var object = event.objectValue ?? JSONObject()
    var inner = object[member]?.objectValue ?? JSONObject()
    inner[name] = value
    object[member] = .object(inner)
    return .object(object)
  }
}
