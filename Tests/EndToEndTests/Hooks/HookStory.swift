import JSONCoding
import Testing

/// Events of one sort as they really come, from beginning to end.
struct HookStory: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let events: @Sendable (HookWriter) -> [JSON]

  init(_ name: String, _ events: @escaping @Sendable (HookWriter) -> [JSON]) {
    (testDescription, self.events) = (name, events)
  }

  static let all: [HookStory] = [
    HookStory("a session") { write in
      [
        write.session("started", at: 1, since: 1), write.joined("ana", "c1", at: 2), write.anonymous(3, at: 3),
        write.left("ana", "c1", at: 4, since: 2), write.session("ended", at: 5, since: 1),
      ]
    },
    HookStory("the stage") { write in [write.live(at: 2), write.backstage(at: 3), write.live(at: 4)] },
    HookStory("the end") { write in [write.joined("ana", "c1"), write.ended(at: 4)] },
    HookStory("a raised hand") { write in
      [
        write.joined("ana", "c1"), write.asks("ana", at: 2), write.may("ana", ["send-audio"], at: 3),
        write.may("ana", [], at: 4), write.asks("ana", at: 5), write.left("ana", "c1", at: 6, since: 1),
      ]
    },
    HookStory("moderation") { write in
      [
        write.joined("ana", "c1"),
        write.event(
          "call.user_muted", at: 2, ["from_user_id": "nadia", "muted_user_ids": ["ana"], "reason": "muted"]),
        write.about("call.kicked_user", "ana", at: 3, ["kicked_by_user": write.user("nadia")]),
        write.left("ana", "c1", at: 4, since: 1),
        write.about("call.blocked_user", "ana", at: 5, ["blocked_by_user": write.user("nadia")]),
        write.about("call.unblocked_user", "ana", at: 6),
      ]
    },
    HookStory("members") { write in
      [
        write.joined("ana", "c1"), write.members("added", [write.member("ana", role: "speaker")], at: 2),
        write.members("updated", [write.member("ana", role: "host")], at: 3),
        write.members("removed", ["ana"], at: 4),
      ]
    },
    HookStory("a recording") { write in
      [
        write.joined("ana", "c1"), write.recording("started", at: 2), write.recording("stopped", at: 4),
        write.recordingReady(at: 6),
      ]
    },
    HookStory("a recording that fails") { write in
      [write.joined("ana", "c1"), write.recording("started", at: 2), write.recording("failed", at: 4)]
    },
    HookStory("a transcription") { write in
      [
        write.joined("ana", "c1"), write.transcription("started", at: 2), write.transcription("stopped", at: 4),
        write.transcription("ready", at: 6, ["call_transcription": write.file("words.jsonl", 5)]),
      ]
    },
    HookStory("broadcasts") { write in
      [
        write.joined("ana", "c1"),
        write.event(
          "call.hls_broadcasting_started", at: 2, ["call": write.call(), "hls_playlist_url": "https://b.test/l.m3u8"]),
        write.event("call.rtmp_broadcast_started", at: 3, ["name": "out"]),
        write.event("call.rtmp_broadcast_stopped", at: 4, ["name": "out"]),
        write.event("call.hls_broadcasting_stopped", at: 5),
      ]
    },
    HookStory("words") { write in
      [
        write.about("custom", "ana", at: 1, ["custom": ["text": "hello"]]),
        write.event(
          "call.reaction_new", at: 2,
          ["reaction": ["type": "like", "emoji_code": ":+1:", "custom": [:], "user": write.user("ana")]]),
        write.event(
          "call.closed_caption", at: 3,
          [
            "closed_caption": [
              "id": "cc1", "text": "hello", "speaker_id": "ana", "user": write.user("ana"), "start_time": write.time(1),
              "end_time": write.time(2), "language": "en", "translated": false,
            ]
          ]),
      ]
    },
    HookStory("what has no form of ours") { write in
      [
        write.event("call.dtmf", at: 1, ["user": write.user("ana"), "digit": "5", "duration_ms": 100]),
        write.event("call.stats_report_ready", at: 2, ["session_id": "s1", "counts": ["participants": 3]]),
      ]
    },
  ]
}
