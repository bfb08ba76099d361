import JSONCoding

extension HookCase {
  /// What comes twice.
  static let repeated: [HookCase] = [
    HookCase(
      "the same delivery again and again", room: "backstage session ana", ["session.started", "participant.joined"]
    ) { write in
      let post = HookPost(write.joined("ana", "c1"), id: "d-" + write.room)
      return [post, post, post]
    },
    HookCase(
      "the same news under other ids", room: "backstage session ana", ["session.started", "participant.joined"]
    ) { write in
      (1...3).map { HookPost(write.joined("ana", "c1"), id: "\($0)-" + write.room) } + [
        HookPost(write.joined("ana", "c1"))
      ]
    },
    HookCase(
      "other news under a known id is the known news", room: "backstage session ana",
      ["session.started", "participant.joined"]
    ) { write in
      [
        HookPost(write.joined("ana", "c1"), id: "d-" + write.room),
        HookPost(write.joined("bo", "c2"), id: "d-" + write.room),
      ]
    },
    HookCase(
      "a known id on a forged delivery says nothing of it", statuses: [200, 401], room: "backstage session ana",
      ["session.started", "participant.joined"]
    ) { write in
      let post = HookPost(write.joined("ana", "c1"), id: "d-" + write.room)
      return [post, post.forged]
    },
    HookCase(
      "the join once more after the leave", room: "backstage session",
      ["session.started", "participant.joined", "participant.left"]
    ) { write in
      [write.joined("ana", "c1"), write.left("ana", "c1", at: 5, since: 1), write.joined("ana", "c1")]
        .map { HookPost($0) }
    },
  ]

  /// What comes before what it followed.
  static let swapped: [HookCase] = [
    HookCase(
      "left before joined", room: "backstage session", ["session.started", "participant.joined", "participant.left"]
    ) { write in
      [write.left("ana", "c1", at: 5, since: 1), write.joined("ana", "c1")].map { HookPost($0) }
    },
    HookCase(
      "the old connection's leave after the new one's join", room: "backstage session ana",
      ["session.started", "participant.joined", "participant.joined", "participant.left"]
    ) { write in
      [write.joined("ana", "c1"), write.joined("ana", "c2", at: 3), write.left("ana", "c1", at: 2, since: 1)]
        .map { HookPost($0) }
    },
    HookCase(
      "a session's end before its beginning", room: "backstage", ["session.started", "session.ended"]
    ) { write in
      [write.session("ended", at: 5, since: 1), write.session("started", at: 1, since: 1)].map { HookPost($0) }
    },
    HookCase(
      "a join of a session that has ended since", room: "backstage",
      ["session.started", "session.ended", "participant.joined", "participant.left"]
    ) { write in
      [
        write.session("started", at: 1, since: 1), write.session("ended", at: 8, since: 1),
        write.joined("ana", "c1", at: 3),
      ].map { HookPost($0) }
    },
    HookCase(
      "a leave of an unknown connection, before, between and after", room: "backstage session ana",
      ["session.started", "participant.joined"]
    ) { write in
      let unknown = write.event(
        "call.session_participant_left", at: 2,
        ["session_id": "s1", "participant": ["user_session_id": "c9", "user": write.user("bo")]])
      return [unknown, write.joined("ana", "c1"), unknown, unknown].map { HookPost($0) }
    },
    HookCase(
      "the next session's people before this one's end", room: "backstage session bo",
      [
        "session.started", "participant.joined", "participant.left", "session.ended", "session.started",
        "participant.joined",
      ]
    ) { write in
      [
        write.joined("ana", "c1"), write.joined("bo", "c2", at: 9, session: "s2"),
        write.left("ana", "c1", at: 4, since: 1), write.session("ended", at: 5, since: 1),
      ].map { HookPost($0) }
    },
    HookCase(
      "people before their session, and its beginning twice", room: "backstage session ana",
      ["session.started", "participant.joined"]
    ) { write in
      [write.joined("ana", "c1", at: 2), write.session("started", at: 1, since: 1)].map { HookPost($0) } + [
        HookPost(write.session("started", at: 1, since: 1), id: "again-" + write.room)
      ]
    },
    HookCase(
      "backstage before live", room: "backstage", ["room.went_live", "room.stopped_live"]
    ) { write in [write.backstage(at: 5), write.live(at: 2)].map { HookPost($0) } },
    HookCase(
      "live once more, told after backstage", room: "backstage", ["room.went_live", "room.stopped_live"]
    ) { write in [write.live(at: 2), write.backstage(at: 6), write.live(at: 4)].map { HookPost($0) } },
    HookCase("backstage after the end", room: "ended", ["room.ended"]) { write in
      [write.ended(at: 5), write.backstage(at: 6), write.live(at: 7)].map { HookPost($0) }
    },
    HookCase(
      "may speak before having asked", room: "backstage session ana",
      ["session.started", "participant.joined", "permission.granted"]
    ) { write in
      [write.joined("ana", "c1"), write.may("ana", ["join-call", "send-audio"], at: 5), write.asks("ana", at: 3)]
        .map { HookPost($0) }
    },
    HookCase(
      "asked, and granted", room: "backstage session ana",
      ["session.started", "participant.joined", "permission.requested", "permission.granted"]
    ) { write in
      [write.joined("ana", "c1"), write.asks("ana", at: 3), write.may("ana", ["send-audio"], at: 5)]
        .map { HookPost($0) }
    },
    HookCase(
      "asked, told after the leave", room: "backstage session",
      [
        "session.started", "participant.joined", "participant.left", "permission.requested", "permission.expired",
      ]
    ) { write in
      [write.joined("ana", "c1"), write.left("ana", "c1", at: 5, since: 1), write.asks("ana", at: 3)]
        .map { HookPost($0) }
    },
    HookCase(
      "a recording's file before its end", room: "backstage session ana",
      ["session.started", "participant.joined", "recording.started", "recording.stopped", "recording.ready"]
    ) { write in
      [
        write.joined("ana", "c1"), write.recording("started", at: 2), write.recordingReady(at: 6),
        write.recording("stopped", at: 5),
      ].map { HookPost($0) }
    },
    HookCase(
      "a recording's file, end and beginning", room: "backstage session ana",
      ["session.started", "participant.joined", "recording.started", "recording.stopped", "recording.ready"]
    ) { write in
      [
        write.joined("ana", "c1"), write.recordingReady(at: 6), write.recording("stopped", at: 5),
        write.recording("started", at: 2),
      ].map { HookPost($0) }
    },
    HookCase(
      "unbanned before banned", room: "backstage", ["participant.banned", "participant.unbanned"]
    ) { write in
      [write.about("call.unblocked_user", "ana", at: 5), write.about("call.blocked_user", "ana", at: 2)]
        .map { HookPost($0) }
    },
    HookCase(
      "fewer anonymous viewers before more", room: "backstage session ana +2",
      [
        "session.started", "participant.joined",
      ]
    ) { write in
      [write.joined("ana", "c1"), write.anonymous(2, at: 6), write.anonymous(5, at: 3)].map { HookPost($0) }
    },
  ]
}
