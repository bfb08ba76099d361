import Clocks
import HTTPTypes
import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VendorTesting
import WebSocket

@testable import StreamMock

@Suite("What is published at the media server")
struct MediaTrackTests {
  @Test("publishing needs the grant, is told to everybody once, and shows in the interface")
  func publishing() async throws {
    try await CoordinatorClient.running { bench in
      try await bench.meeting("ann", "bob", type: "audio_room")
      try await bench.send("POST", "/api/v2/video/call/audio_room/c/go_live", [:])
      let ann = try await bench.device("ann", type: "audio_room")
      let host = try await bench.device("host", type: "audio_room")
      #expect(await ann.mute("audio", false).last?["error"]?["code"] == "PERMISSION_DENIED")
      #expect(await ann.mute("smell", false).last?["error"]?["code"] == "REQUEST_VALIDATION_FAILED")
      #expect(await ann.mute("audio", true).last?["error"] == .null)
      let answers = await host.mute("audio", false)
      #expect(answers.types == ["TrackPublished", "UpdateMuteStatesResponse"])
      #expect(answers.last?["request_id"] == 7)
      #expect(await host.mute("audio", false).types == ["UpdateMuteStatesResponse"])
      let news = await ann.news()
      #expect(news.types == ["TrackPublished"])
      #expect(news.last?["session_id"] == "host-1" && news.last?["track_type"] == "audio")
      let query: JSON = ["filter_conditions": ["published_tracks": ["$eq": "audio"]]]
      let publishers = try await bench.send("POST", "/api/v2/video/call/audio_room/c/participants", query)
      #expect(publishers.json["total_participants"] == 1)
      let late = try await bench.device("bob", type: "audio_room")
      #expect(late.participants.first?["published_tracks"] == ["audio"])
      #expect(await host.mute("audio", true).types.contains("TrackUnpublished"))
      #expect(await late.news().last?["cause"] == "USER_MUTED")
    }
  }

  @Test("a device that the control plane moves is the one that everybody hears")
  func levels() async throws {
    try await CoordinatorClient.running { bench in
      try await bench.meeting("ann", "bob")
      let (ann, bob) = (try await bench.device("ann"), try await bench.device("bob"))
      _ = await ann.news()
      func move(_ session: String, _ body: JSON) async throws -> JSON {
        try await bench.send("PATCH", "/_mock/rooms/default%3Ac/participants/\(session)", body).json
      }
      // Whoever publishes nothing is never heard.
      #expect(try await move("bob-1", ["speaking": true, "level": 0.9])["speaking"] == false)
      #expect(await ann.news().isEmpty)
      _ = try await move("bob-1", ["audio": true, "speaking": true, "level": 0.5])
      let heard = await ann.news()
      #expect(heard.types == ["TrackPublished", "AudioLevelChanged", "DominantSpeakerChanged"])
      let level = heard.first("AudioLevelChanged")?["audio_levels"]?.arrayValue?.first
      #expect(level == ["user_id": "bob", "session_id": "bob-1", "level": 0.5, "is_speaking": true])
      _ = try await move("ann-1", ["audio": true, "speaking": true, "level": 0.5])
      #expect(await ann.news().types == ["TrackPublished", "AudioLevelChanged"])
      _ = try await move("ann-1", ["level": 0.75])
      #expect(await ann.news().last?["session_id"] == "ann-1")
      _ = try await move("bob-1", ["speaking": false])
      let silent = await ann.news().first?["audio_levels"]?.arrayValue?.first
      #expect(silent?["level"] == 0.0 && silent?["is_speaking"] == false)
      #expect(try await move("ann-1", ["level": 1.5])["error"] != nil)
      // A muted microphone is silent.
      await ann.mute("audio", true)
      let muted = await bob.news().suffix(2)
      #expect(muted.map { $0["type"] } == ["TrackUnpublished", "AudioLevelChanged"])
      let device = try await bench.device("host")
      #expect(device.participants.first { $0["user_id"] == "ann" }?["is_dominant_speaker"] == true)
      #expect(device.participants.first { $0["user_id"] == "ann" }?["audio_level"] == 0.0)
    }
  }

  @Test("what moderators do reaches the media server, with its cause")
  func moderation() async throws {
    try await CoordinatorClient.running { bench in
      try await bench.meeting("ann", "bob")
      let (ann, bob) = (try await bench.device("ann"), try await bench.device("bob"))
      await ann.mute("audio", false)
      _ = await bob.news()
      try await bench.send(
        "POST", "/api/v2/video/call/default/c/mute_users",
        ["user_ids": ["ann"], "audio": true, "muted_by_id": "host"])
      let muted = await bob.news()
      #expect(muted.types == ["TrackUnpublished"] && muted.first?["cause"] == "MODERATION")
      await ann.mute("audio", false)
      _ = await bob.news()
      try await bench.send(
        "POST", "/api/v2/video/call/default/c/user_permissions",
        ["user_id": "ann", "revoke_permissions": ["send-audio"]])
      #expect(await bob.news().first?["cause"] == "PERMISSION_REVOKED")
      let told = await ann.news()
      #expect(told.last?["current_grants"]?["can_publish_audio"] == false)
      #expect(told.last?["current_grants"]?["can_publish_video"] == true)
      #expect(await ann.mute("audio", false).last?["error"]?["code"] == "PERMISSION_DENIED")
      try await bench.send(
        "POST", "/api/v2/video/call/default/c/user_permissions",
        ["user_id": "ann", "grant_permissions": ["send-audio"]])
      #expect(await ann.news().last?["current_grants"]?["can_publish_audio"] == true)
      try await bench.send(
        "POST", "/api/v2/video/call/default/c/pin", ["user_id": "ann", "session_id": "ann-1"])
      #expect(await bob.news().last?["pins"] == [["user_id": "ann", "session_id": "ann-1"]])
      try await bench.send(
        "POST", "/api/v2/video/call/default/c/unpin", ["user_id": "ann", "session_id": "ann-1"])
      #expect(await bob.news().last?["pins"] == [])
    }
  }

  @Test("a member's new role is a new grant")
  func roles() async throws {
    try await CoordinatorClient.running { bench in
      try await bench.meeting("ann", type: "audio_room")
      try await bench.send("POST", "/api/v2/video/call/audio_room/c/go_live", [:])
      let ann = try await bench.device("ann", type: "audio_room")
      try await bench.send(
        "POST", "/api/v2/video/call/audio_room/c/members", ["update_members": [["user_id": "ann", "role": "host"]]])
      #expect(await ann.news().last?["current_grants"]?["can_publish_audio"] == true)
      #expect(await ann.mute("audio", false).last?["error"] == .null)
      try await bench.send("POST", "/api/v2/video/call/audio_room/c/members", ["remove_members": ["ann"]])
      #expect(await ann.news().types == ["CallGrantsUpdated", "TrackUnpublished"])
    }
  }

  @Test(
    "whoever is sent away is told why",
    arguments: [
      ("kick", ["user_id": "ann", "kicked_by_id": "host"], "KICKED"), ("block", ["user_id": "ann"], "KICKED"),
      ("mark_ended", [:], "ENDED"), ("delete", [:], "SESSION_ENDED"),
    ] as [(String, JSON, String)])
  func sentAway(_ row: (act: String, body: JSON, reason: String)) async throws {
    try await CoordinatorClient.running { bench in
      try await bench.meeting("ann", "bob")
      let (ann, bob) = (try await bench.device("ann"), try await bench.device("bob"))
      _ = await ann.news()
      let answer = try await bench.send("POST", "/api/v2/video/call/default/c/\(row.act)", row.body)
      #expect(answer.status == 201)
      #expect(await ann.socket.frames(upTo: "CallEnded").last?["reason"]?.stringValue == row.reason)
      #expect(await ann.socket.receive() == nil)
      #expect(ann.socket.closure?.code == 1000)
      if row.reason == "KICKED" {
        let left = await bob.news()
        #expect(left.types == ["ParticipantLeft"] && left.last?["participant"]?["session_id"] == "ann-1")
      } else {
        #expect(await bob.socket.frames(upTo: "CallEnded").last?["reason"]?.stringValue == row.reason)
      }
    }
  }

  @Test(
    "back behind the stage only who may be there stays; the longest duration is an end, and an idle session is none's")
  func stageAndDuration() async throws {
    try await CoordinatorClient.running { bench in
      try await bench.meeting("ann", type: "audio_room", settings: ["limits": ["max_duration_seconds": 60]])
      try await bench.send("POST", "/api/v2/video/call/audio_room/c/go_live", [:])
      let host = try await bench.device("host", type: "audio_room")
      let ann = try await bench.device("ann", type: "audio_room")
      try await bench.send("POST", "/api/v2/video/call/audio_room/c/stop_live", [:])
      #expect(await ann.socket.frames(upTo: "CallEnded").last?["reason"] == "LIVE_ENDED")
      #expect(await host.news().types == ["ParticipantJoined", "ParticipantLeft"])
      await bench.time.advance(by: .seconds(61))
      #expect(await host.socket.frames(upTo: "CallEnded").last?["reason"] == "ENDED")
    }
  }

  @Test("another name and another quality are told to everybody")
  func updates() async throws {
    try await CoordinatorClient.running { bench in
      try await bench.meeting("ann", "bob")
      let ann = try await bench.device("ann")
      _ = try await bench.device("bob")
      _ = await ann.news()
      try await bench.send("PATCH", "/api/v2/users", ["users": [["id": "bob", "set": ["name": "Robert"]]]])
      let renamed = await ann.news()
      #expect(renamed.types == ["ParticipantUpdated"] && renamed.first?["participant"]?["name"] == "Robert")
      try await bench.send("POST", "/api/v2/users", ["users": ["bob": ["id": "bob", "name": "Robert"]]])
      #expect(await ann.news().isEmpty)
      let path = "/_mock/rooms/default%3Ac/participants/bob-1"
      try await bench.send("PATCH", path, ["quality": "poor"])
      let worse = await ann.news()
      #expect(worse.types == ["ConnectionQualityChanged"] && worse.first?["connection_quality"] == "poor")
      #expect(try await bench.send("PATCH", path, ["quality": "splendid"]).status == 400)
    }
  }

  @Test("an assistant is heard a word at a time, to the end of what it says")
  func assistant() async throws {
    try await CoordinatorClient.running { bench in
      try await bench.meeting("ann", "lucy")
      let ann = try await bench.device("ann")
      let bridge = try await bench.assistant("lucy")
      _ = await bridge.frames(upTo: "call.session_participant_joined")
      #expect(await ann.news().types == ["ParticipantJoined"])
      func levels(_ news: [JSON]) -> [Double] {
        news.filter { $0["type"] == "AudioLevelChanged" }.compactMap {
          $0["audio_levels"]?.arrayValue?.first?["level"]?.numberValue
        }
      }
      let path = "/_mock/rooms/default%3Ac/agents/lucy"
      try await bench.send("POST", path + "/say", ["text": "Boulder is sunny"])
      let first = await ann.news()
      #expect(first.types == ["AudioLevelChanged", "DominantSpeakerChanged"])
      #expect(first.last?["user_id"] == "lucy")
      await bench.time.advance(by: .milliseconds(600))
      let words = levels(first) + levels(await ann.news())
      #expect(words.count == 3 && Set(words).count == 3 && words.allSatisfy { (0.3...1).contains($0) })
      await bench.time.advance(by: .milliseconds(300))
      #expect(levels(await ann.news()) == [0])
      await bench.time.advance(by: .seconds(5))
      #expect(await ann.news().isEmpty)
      // The same words are as loud again; what is not finished is held.
      try await bench.send("POST", path + "/say", ["text": "Boulder is sunny", "finish": false])
      await bench.time.advance(by: .seconds(5))
      #expect(levels(await ann.news()) == words)
      try await bench.send("POST", path + "/finish")
      #expect(levels(await ann.news()) == [0])
      // Interrupted: silent, and then it answers.
      try await bench.send("POST", path + "/say", ["text": "A long story", "finish": false])
      _ = await ann.news()
      try await bench.send("POST", path + "/hear", ["text": "Stop"])
      await bench.time.advance(by: .seconds(5))
      let answer = levels(await ann.news())
      #expect(answer.count == 4 && answer.last == 0)
      // Muted by a moderator it is not heard.
      try await bench.send(
        "POST", "/api/v2/video/call/default/c/mute_users",
        ["user_ids": ["lucy"], "audio": true, "muted_by_id": "host"])
      try await bench.send("POST", path + "/say", ["text": "Anybody there"])
      await bench.time.advance(by: .seconds(5))
      #expect(await ann.news().types == ["TrackUnpublished"])
      await bridge.close()
      #expect(await eventually { await ann.news().types.contains("ParticipantLeft") })
    }
  }
}

extension CoordinatorClient {
  /// Connects a model to the call.
  fileprivate func assistant(_ user: String) async throws -> WebSocketConnection {
    try await open(
      at: mock.url + "/video/connect_agent?call_type=default&call_id=c&api_key=mockstreamkey",
      fields: ["Authorization": "Bearer sk-mock", "Stream-Authorization": vendor.user(user)])
  }
}
