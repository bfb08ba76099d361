import JSONCoding
import ProgramTesting
import Testing
import VideoSDKMock

@Suite(
  "The vendor's own client for Python, on the mock",
  .enabled(if: Guest.isInstalled, "scripts/videosdk-client installs it"))
struct VideoSDKPythonTests {
  @Test(
    "joins in its own order, learns its session, is seen by REST, and leaves",
    arguments: ["SEND_AND_RECV", "SIGNALLING_ONLY"])
  func joins(_ mode: String) async throws {
    try await VideoSDKMockBench.running { bench in
      let room = try await bench.room()
      try await bench.device("dev", in: room, ["name": "Device"])
      let guest = try bench.guest("ann", in: room, more: ["--mode", mode])
      try await guest.did("join")
      let joined = await guest.event("meeting_joined")?["data"]
      #expect(joined?["participants"]?.arrayValue?.map { $0["displayName"] } == ["Device"], "\(guest.story)")
      let session = try await bench.send("GET", "/v2/sessions?roomId=\(room)").json["data"]?.arrayValue?.first
      #expect(try await guest.did("session")?["session"] == session?["id"])
      let people = try await bench.participants(of: session)
      #expect(people["ann"]?["name"] == "Guest ann" && people["ann"]?["mode"]?.stringValue == mode)
      #expect(people["ann"]?["deviceInfo"]?["sdkType"] == "python")
      let requests = try await bench.heard()
      #expect(
        Array(requests.prefix(5)) == [
          "getRouterRtpCapabilities", "createWebRtcTransport", "createWebRtcTransport", "requestEntry", "join",
        ])
      #expect(requests.contains("connectWebRtcTransport"))
      #expect(requests.count { $0 == "produceData" } == 2)
      try guest.perform("leave")
      #expect(await guest.event("meeting_left") != nil, "\(guest.story)")
      #expect(await guest.end() == 0, "\(guest.story)")
      #expect(try await bench.participants(of: session)["ann"] == nil)
      #expect(guest.events("error").isEmpty, "\(guest.story)")
    }
  }

  @Test("hears of who comes and goes, who is unmuted, and who speaks, then nobody")
  func hears() async throws {
    try await VideoSDKMockBench.running { bench in
      let room = try await bench.room()
      let guest = try await bench.joined("ann", in: room)
      try await bench.device("dev", in: room, ["name": "Device", "meta_data": ["a": 1]])
      let came = await guest.event("participant_joined")?["data"]
      #expect(came?["id"] == "dev" && came?["name"] == "Device" && came?["meta_data"] == ["a": 1], "\(guest.story)")
      try await bench.change("dev", in: room, ["audio": true])
      let state = await guest.event("media_status_changed")
      #expect(state?["participant"] == "dev" && state?["data"]?["newState"] == true, "\(guest.story)")
      #expect(await guest.event("stream_enabled")?["data"]?["kind"] == "audio", "\(guest.story)")
      try await bench.change("dev", in: room, ["speaking": true])
      #expect(await guest.event("speaker_changed") { $0["data"] == "dev" } != nil, "\(guest.story)")
      try await bench.change("dev", in: room, ["speaking": false])
      #expect(await guest.event("speaker_changed") { $0["data"] == .null } != nil, "\(guest.story)")
      try await bench.change("dev", in: room, ["audio": false])
      #expect(await guest.event("stream_disabled")?["participant"] == "dev", "\(guest.story)")
      try await bench.send("DELETE", "/_mock/rooms/\(room)/participants/dev")
      #expect(await guest.event("participant_left")?["data"]?["id"] == "dev", "\(guest.story)")
      #expect(await guest.end() == 0, "\(guest.story)")
      #expect(guest.events("error").isEmpty, "\(guest.story)")
    }
  }

  @Test("publishes and hears on a topic, its own messages too, and finds what was kept")
  func pubsub() async throws {
    try await VideoSDKMockBench.running { bench in
      let room = try await bench.room()
      let guest = try await bench.joined("ann", in: room)
      try await bench.device("dev", in: room)
      try await bench.send(
        "POST", "/_mock/rooms/\(room)/messages",
        ["participant_id": "dev", "topic": "CHAT", "message": "before", "persist": true])
      let history = try await guest.did("subscribe", ["topic": "CHAT"])?.arrayValue
      #expect(history?.map { $0["message"] } == ["before"], "\(guest.story)")
      try await guest.did("publish", ["topic": "CHAT", "message": "mine", "payload": ["n": 1]])
      let mine = await guest.event("message") { $0["data"]?["message"] == "mine" }?["data"]
      #expect(mine?["senderId"] == "ann" && mine?["payload"] == ["n": 1], "\(guest.story)")
      try await bench.send("POST", "/_mock/rooms/\(room)/permission-requests", ["participant_id": "dev"])
      try await bench.send(
        "POST", "/_mock/rooms/\(room)/messages", ["participant_id": "dev", "topic": "CHAT", "message": "after"])
      #expect(await guest.event("message") { $0["data"]?["message"] == "after" } != nil, "\(guest.story)")
      let expected: JSON = [
        "event": "message", "where": ["data": ["message": "after", "senderId": "dev"]], "seconds": 5,
      ]
      #expect(try await guest.did("wait", expected) != nil, "\(guest.story)")
      // What goes over a topic that nobody subscribed to is not heard.
      #expect(guest.events("message").count == 2)
      #expect(await guest.end() == 0, "\(guest.story)")
    }
  }

  @Test("answers when it is asked to unmute, and obeys a forced mute, in which it is slow to say so")
  func muted() async throws {
    try await VideoSDKMockBench.running { bench in
      let room = try await bench.room()
      let guest = try await bench.joined("ann", in: room, more: ["--mic"])
      #expect(await guest.event("stream_enabled")?["participant"] == "ann", "\(guest.story)")
      let host = try await bench.joined("host", in: room)
      #expect(try await bench.isOn("ann", in: room))
      // The host's client knows only whom it saw coming.
      try await bench.device("dev", in: room, ["audio": true])
      #expect(await host.event("participant_joined") != nil, "\(host.story)")
      let late = try await bench.joined("late", in: room, more: ["--mic"])
      #expect(await host.event("media_status_changed") { $0["participant"] == "late" } != nil, "\(host.story)")
      try await host.did("enable_mic", ["participant": "late"])
      #expect(try await bench.eventuallyHeard("enabledMic reply") { $0["ok"] == true })
      try await host.did("disable_mic", ["participant": "dev"])
      #expect(await host.event("media_status_changed") { $0["data"]?["newState"] == false } != nil, "\(host.story)")
      try await host.did("disable_mic", ["participant": "late"])
      #expect(
        await host.event("media_status_changed") {
          $0["participant"] == "late" && $0["data"]?["newState"] == false
        } != nil, "\(host.story)")
      #expect(try await !bench.isOn("late", in: room))
      // It waits in vain for an answer to its own request before it answers, and hears nothing meanwhile.
      #expect(try await bench.eventuallyHeard("disableMic reply") { $0["ok"] == true })
      for one in [guest, host, late] { #expect(await one.end() == 0, "\(one.story)") }
    }
  }

  @Test("follows when it is removed, and when a session is ended, and then says goodbye with 1000")
  func removed() async throws {
    try await VideoSDKMockBench.running { bench in
      let room = try await bench.room()
      let (ann, bob) = (try await bench.joined("ann", in: room), try await bench.joined("bob", in: room))
      try await bench.send(
        "POST", "/v2/sessions/participants/remove", ["participantId": "bob", "roomId": .string(room)])
      #expect(await bob.event("meeting_left") != nil, "\(bob.story)")
      #expect(await ann.event("participant_left")?["data"]?["id"] == "bob", "\(ann.story)")
      try await bench.send("POST", "/v2/sessions/end", ["roomId": .string(room)])
      #expect(await ann.event("meeting_left") != nil, "\(ann.story)")
      for one in [ann, bob] { #expect(await one.end() == 0, "\(one.story)") }
      #expect(await eventually { (try? await bench.connections()) == [] })
    }
  }

  @Test("acts on others: removes one, and ends the meeting for all")
  func acts() async throws {
    try await VideoSDKMockBench.running { bench in
      let room = try await bench.room()
      let host = try await bench.joined("host", in: room)
      let guest = try await bench.joined("ann", in: room, permissions: ["allow_join"])
      try await bench.device("dev", in: room)
      for one in [host, guest] { #expect(await one.event("participant_joined") { $0["data"]?["id"] == "dev" } != nil) }
      // A refusal is no error to this client.
      try await guest.did("remove", ["participant": "dev"])
      #expect(try await bench.eventuallyHeard("removePeer") { $0["request"] == true })
      #expect(guest.events("participant_left").isEmpty && guest.events("error").isEmpty)
      try await host.did("remove", ["participant": "dev"])
      #expect(await guest.event("participant_left")?["data"]?["id"] == "dev", "\(guest.story)")
      try await host.did("end")
      for one in [host, guest] {
        #expect(await one.event("meeting_left") != nil, "\(one.story)")
        #expect(await one.end() == 0, "\(one.story)")
      }
    }
  }

  @Test("records and transcribes, and hears each state")
  func records() async throws {
    try await VideoSDKMockBench.running({ options in
      options.egressStartTakesSeconds = 0
      options.egressStopTakesSeconds = 0
    }) { bench in
      let room = try await bench.room()
      let guest = try await bench.joined("ann", in: room)
      for kind in ["recording", "transcription"] {
        try await guest.did("start_\(kind)")
        let name = kind.uppercased()
        for state in ["STARTING", "STARTED"] {
          let told = await guest.event("\(kind)_state_changed") { $0["data"]?["status"] == .string("\(name)_\(state)") }
          #expect(told != nil, "\(guest.story)")
        }
        try await guest.did("stop_\(kind)")
        let stopped = await guest.event("\(kind)_state_changed") { $0["data"]?["status"] == .string("\(name)_STOPPED") }
        #expect(stopped != nil, "\(guest.story)")
      }
      #expect(await guest.event("recording_started") != nil && guest.events("recording_stopped").count == 1)
      let list = try await bench.send("GET", "/v2/recordings?roomId=\(room)").json["data"]?.arrayValue
      #expect(list?.count == 1)
      #expect(await guest.end() == 0, "\(guest.story)")
    }
  }

  @Test("waits in the lobby, and joins once it is let in")
  func lobby() async throws {
    try await VideoSDKMockBench.running { bench in
      let room = try await bench.room()
      let guest = try bench.guest("ann", in: room, permissions: ["ask_join"])
      try guest.perform("join")
      #expect(try await bench.eventuallyHeard("join") { $0["request"] == true }, "\(guest.story)")
      #expect(guest.events("meeting_joined").isEmpty)
      let decision: JSON = ["participant_id": "ann", "decision": "allowed"]
      #expect(try await bench.send("POST", "/_mock/rooms/\(room)/lobby", decision).status == 204)
      #expect(await guest.event("meeting_joined") != nil, "\(guest.story)")
      #expect(await guest.end() == 0, "\(guest.story)")
    }
  }

  @Test("an agent's client is told apart, and tells of itself")
  func agents() async throws {
    try await VideoSDKMockBench.running { bench in
      let room = try await bench.room()
      let guest = try await bench.joined("ann", in: room)
      let agent = try await bench.joined("agent", in: room, more: ["--peer-type", "agent"])
      #expect(await guest.event("agent_joined")?["data"]?["kind"] == "agent", "\(guest.story)")
      #expect(await agent.end() == 0, "\(agent.story)")
      #expect(await guest.event("agent_left")?["data"]?["id"] == "agent", "\(guest.story)")
      #expect(await guest.end() == 0, "\(guest.story)")
    }
  }

  @Test("fails to join with a token that is no good, and when its key does not open the ICE servers")
  func fails() async throws {
    try await VideoSDKMockBench.running { bench in
      let room = try await bench.room()
      let stranger = try Guest("ann", meeting: room, token: "x", server: bench.mock.url, control: bench.mock.url)
      try stranger.perform("join")
      #expect(await stranger.event("meeting_state_change") { $0["data"]?["state"] == "FAILED" } != nil)
      _ = await stranger.end()
      #expect(stranger.events("meeting_joined").isEmpty)
      let deaf = try bench.guest("ann", in: room)
      // It has told the mock its key when it says its first word; another is told after that.
      try await deaf.did("session")
      let cipher: JSON = [
        "key": .string(String(repeating: "0", count: 64)), "vector": .string(String(repeating: "0", count: 32)),
      ]
      #expect(try await bench.send("POST", "/_mock/ice-cipher", cipher).status == 204)
      try deaf.perform("join")
      #expect(await deaf.event("meeting_state_change") { $0["data"]?["state"] == "FAILED" } != nil, "\(deaf.story)")
      // What does not come is a failure that its exit tells.
      #expect(try await deaf.did("wait", ["event": "meeting_joined", "seconds": 0.1]) == nil)
      #expect(await deaf.end() == 1)
    }
  }
}
