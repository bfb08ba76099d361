import MeetingCore
import ProgramTesting
import StreamAdapter
import Testing

/// The vendor's tutorial for audio rooms with this client: what it has people write is written here, and what it says they
/// see is seen. Martin has the app; somebody else has a browser.
@Suite("The audio room tutorial")
struct TutorialTests {
  /// What the tutorial's first screen is made of.
  struct App {
    let client: StreamVideo
    let call: Call
    let state: CallState

    init(_ bench: ClientBench, token: UserToken? = nil, callId: String = "my-first-room") throws {
      let user = User(
        id: "martin",
        name: "Martin",  // name and imageURL are used in the UI
        imageURL: .init(string: "https://images.test/martin.webp"))
      client = try bench.client(user, token: token.map { .init(stringLiteral: $0.rawValue) })
      let call = client.call(callType: "audio_room", callId: callId)
      self.call = call
      self.state = call.state
    }

    func join() async throws {
      try await call.join(
        create: true,
        options: .init(
          members: [
            .init(userId: "john_smith"),
            .init(userId: "jane_doe"),
          ],
          custom: [
            "title": .string("SwiftUI heads"),
            "description": .string("Talking about SwiftUI"),
          ]
        )
      )
    }

    var text: String { "Audio Room \(call.callId) has \(call.state.participantCount) participants" }
    var description: String { "\(state.participants.count) participants" }
    var liveButton: String { state.backstage ? "Go Live" : "Stop live" }
    var micButton: String { call.microphone.status == .enabled ? "mic.circle" : "mic.slash.circle" }
    var speakers: [String] { call.state.participants.filter { $0.hasAudio }.map(\.name) }
    var listeners: [String] { call.state.participants.filter { !$0.hasAudio }.map(\.name) }
    var requestRow: String? {
      state.permissionRequests.first.map { "\($0.user.name) requested to \($0.permission)" }
    }
  }

  private func running(_ body: (ClientBench) async throws -> Void) async throws {
    try await ClientBench.running { bench in
      try await bench.users("john_smith", "jane_doe")
      try await body(bench)
    }
  }

  /// Martin is in the room.
  private func joined(_ body: (ClientBench, App) async throws -> Void) async throws {
    try await running { bench in
      let app = try App(bench)
      try await app.join()
      try await body(bench, app)
    }
  }

  /// Martin is in the room, and it is live.
  private func live(_ body: (ClientBench, App) async throws -> Void) async throws {
    try await joined { bench, app in
      try await app.call.goLive()
      try await body(bench, app)
    }
  }

  /// The browser tab: another client with another person.
  private func browser(_ bench: ClientBench, _ user: String = "nina") throws -> Call {
    try bench.client(user).call(callType: "audio_room", callId: "my-first-room")
  }

  @Test("step 3: the room is created and joined, and has one participant")
  func createAndJoin() async throws {
    try await joined { bench, app in
      #expect(app.text == "Audio Room my-first-room has 1 participants")
      #expect(Set(app.state.members.map(\.userId)) == ["john_smith", "jane_doe"])
      #expect(app.state.backstage)
    }
  }

  @Test("step 4: title and description are shown; the browser waits until the room is live")
  func backstage() async throws {
    try await joined { bench, app in
      #expect(app.call.state.custom["title"]?.stringValue == "SwiftUI heads")
      #expect(app.call.state.custom["description"]?.stringValue == "Talking about SwiftUI")
      #expect(app.description == "1 participants")
      let tab = try browser(bench)
      let refused = await refusal { () throws(StreamVideoError) in try await tab.join() }
      #expect(refused?.kind == .backstage)
      #expect(app.description == "1 participants")
      #expect(app.liveButton == "Go Live")
      try await app.call.goLive()
      #expect(app.liveButton == "Stop live")
      try await tab.join()
      #expect(tab.state.participants.map(\.name) == ["Martin", "Nina"])
      try await app.call.stopLive()
      #expect(app.liveButton == "Go Live")
    }
  }

  @Test("step 5: opening and closing the tab moves the count between 1 and 2")
  func openAndClose() async throws {
    try await live { bench, app in
      for _ in 0..<3 {
        let tab = try browser(bench)
        try await tab.join()
        #expect(await eventually { app.text.hasSuffix("has 2 participants") })
        #expect(app.state.participants.map(\.name) == ["Martin", "Nina"])
        await tab.leave()
        #expect(await eventually { app.text.hasSuffix("has 1 participants") })
        #expect(app.state.participants.map(\.name) == ["Martin"])
      }
    }
  }

  @Test("steps 6 to 8: a hand is raised, turned down, raised again and granted; whoever may speak moves up")
  func raiseHand() async throws {
    try await live { bench, app in
      let tab = try browser(bench)
      try await tab.join()
      #expect(await eventually { app.listeners == ["Martin", "Nina"] })

      try await tab.request(permissions: [.sendAudio])
      #expect(await eventually { app.requestRow == "Nina requested to send-audio" })
      if let request = app.call.state.permissionRequests.first { request.reject() }
      #expect(app.requestRow == nil)
      #expect(await refusal { () throws(StreamVideoError) in try await tab.microphone.enable() } != nil)

      try await tab.request(permissions: [.sendAudio])
      #expect(await eventually { app.requestRow != nil })
      if let request = app.call.state.permissionRequests.first { try await app.call.grant(request: request) }
      #expect(app.requestRow == nil)
      #expect(await eventually { tab.currentUserHasCapability(.sendAudio) })
      try await tab.microphone.enable()
      #expect(await eventually { app.speakers == ["Nina"] && app.listeners == ["Martin"] })

      #expect(app.micButton == "mic.slash.circle")
      try await app.call.microphone.toggle()
      #expect(app.micButton == "mic.circle")
      #expect(await eventually { tab.state.participants.filter { $0.hasAudio }.map(\.name) == ["Martin", "Nina"] })
      try await app.call.microphone.disable()
      #expect(app.micButton == "mic.slash.circle")
      #expect(await eventually { tab.state.participants.filter { $0.hasAudio }.map(\.name) == ["Nina"] })
      try await app.call.microphone.enable()
      #expect(app.speakers == ["Martin", "Nina"])
      #expect(app.listeners == [])
    }
  }

  @Test("step 8: the reaction at the end of the join reaches the others")
  func reaction() async throws {
    try await live { bench, app in
      let tab = try browser(bench)
      try await tab.join()
      var reactions = tab.subscribe(for: CallReactionEvent.self).makeAsyncIterator()
      try await app.call.sendReaction(type: "raise-hand", custom: ["mycustomfield": "hello"], emojiCode: ":smile:")
      let reaction = await reactions.next()?.reaction
      #expect(reaction?.type == "raise-hand")
      #expect(reaction?.custom["mycustomfield"]?.stringValue == "hello")
      #expect(reaction?.emojiCode == ":smile:")
    }
  }

  @Test("step 4: the highlight is the speaker's, and nobody who does not publish ever has it")
  func speaking() async throws {
    try await live { bench, app in
      try await app.call.microphone.enable()
      let tab = try browser(bench)
      try await tab.join()
      let (own, theirs) = (app.state.localParticipant, tab.state.localParticipant)
      let cid = app.call.cId
      // Troubleshooting: nobody ever shows as speaking.
      _ = try? await bench.speak(true, level: 0.9, into: theirs?.sessionId, in: cid)
      try await bench.speak(true, level: 0.5, into: own?.sessionId, in: cid)
      #expect(await eventually { tab.state.participants.map(\.isSpeaking) == [true, false] })
      #expect(await eventually { app.state.participants.map(\.isSpeaking) == [true, false] })
      try await bench.speak(false, level: 0, into: own?.sessionId, in: cid)
      #expect(await eventually { tab.state.activeSpeakers.isEmpty })
    }
  }

  @Test("troubleshooting: the token is another app's, or over")
  func tokens() async throws {
    try await running { bench in
      let other = try App(bench, token: bench.token("martin", secret: "the-secret-of-quite-another-app-0"))
      let wrong = await refusal { () throws(StreamVideoError) in try await other.call.join(create: true) }
      #expect(wrong?.kind == .invalidCredentials)
      #expect(other.text.hasSuffix("has 0 participants"))
      let late = try App(bench, token: bench.token("martin", seconds: -60))
      let over = await refusal { () throws(StreamVideoError) in try await late.call.join(create: true) }
      #expect(over?.kind == .tokenExpired)
    }
  }

  @Test("troubleshooting: only whoever made the room can go live")
  func goLiveByOthers() async throws {
    try await joined { bench, app in
      let tab = try browser(bench)
      let refused = await refusal { () throws(StreamVideoError) in try await tab.goLive() }
      #expect(refused?.kind == .permissionDenied)
      #expect(app.liveButton == "Go Live")
    }
  }

  @Test("troubleshooting: two clients with one user id count as one participant")
  func sameUser() async throws {
    try await live { bench, app in
      let tab = try browser(bench, "martin")
      try await tab.join()
      #expect(await eventually { app.state.devices.count == 2 })
      #expect(app.text.hasSuffix("has 1 participants"))
      #expect(app.description == "1 participants")
    }
  }

  @Test("troubleshooting: the two are on different call ids")
  func differentCalls() async throws {
    try await running { bench in
      let (app, other) = (try App(bench), try App(bench, callId: "another-room"))
      try await app.join()
      try await other.join()
      #expect(app.text.hasSuffix("has 1 participants"))
      #expect(other.text.hasSuffix("has 1 participants"))
    }
  }

  @Test("next steps: rooms are found by what they are")
  func discovery() async throws {
    try await joined { bench, app in
      let live: [String: RawJSON] = ["type": "audio_room", "backstage": false, "ongoing": true]
      #expect(try await app.client.queryCalls(filters: live).calls.isEmpty)
      try await app.call.goLive()
      #expect(try await app.client.queryCalls(filters: live).calls.map(\.callId) == ["my-first-room"])
      try await app.call.end()
      let over = try await app.client.queryCalls(filters: ["ended_at": ["$exists": true]])
      #expect(over.calls.map(\.callId) == ["my-first-room"])
    }
  }
}
