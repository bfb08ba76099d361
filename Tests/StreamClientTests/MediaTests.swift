import Clocks
import JSONCoding
import MeetingCore
import ProgramTesting
import StreamMock
import Testing

@testable import StreamAdapter

@Suite("Being in a call")
struct MediaTests {
  private static let cid = "audio_room:room"

  @Test("everybody sees who comes, who publishes, who speaks, and who goes")
  func together() async throws {
    try await ClientBench.running { bench in
      let (_, call) = try await bench.liveRoom()
      let listener = try await bench.join("ann")
      #expect(await eventually { call.state.participants.map(\.userId) == ["ann", "martin"] })
      #expect(listener.state.participants.map(\.name) == ["Ann", "Martin"])
      #expect(listener.state.localParticipant?.userId == "ann")
      #expect(listener.state.remoteParticipants.map(\.userId) == ["martin"])
      try await call.microphone.enable()
      #expect(call.state.localParticipant?.hasAudio == true)
      #expect(await eventually { listener.state.participants.last?.hasAudio == true })
      let device = try #require(call.state.localParticipant?.sessionId)
      for step in 1...12 {
        try await bench.speak(true, level: Double(step) / 20, into: device, in: Self.cid)
      }
      #expect(await eventually { listener.state.activeSpeakers.first?.audioLevel == 0.6 })
      let speaker = try #require(listener.state.activeSpeakers.first)
      #expect(speaker.userId == "martin")
      #expect(speaker.audioLevels.count == 10)
      #expect(speaker.audioLevels.last == 0.6)
      #expect(speaker.isDominantSpeaker)
      #expect(listener.state.dominantSpeaker?.userId == "martin")
      try await call.microphone.disable()
      #expect(await eventually { listener.state.participants.last?.hasAudio == false })
      #expect(listener.state.activeSpeakers.isEmpty)
      await listener.leave()
      #expect(await eventually { call.state.participants.map(\.userId) == ["martin"] })
    }
  }

  @Test("two devices of a person are one participant, and two devices")
  func twoDevices() async throws {
    try await ClientBench.running { bench in
      let (_, call) = try await bench.liveRoom()
      let phone = try await bench.join("ann")
      let tablet = try await bench.join("ann")
      #expect(await eventually { call.state.devices.count == 3 })
      #expect(call.state.participants.map(\.id) == ["ann", "martin"])
      #expect(call.state.participantCount == 2)
      #expect(call.state.participants.first?.sessionIds.count == 2)
      #expect(phone.state.localParticipant?.sessionId != tablet.state.localParticipant?.sessionId)
      #expect(phone.state.devices.count { $0.isLocal } == 1)
      try await call.grant(permissions: [.sendAudio], for: "ann")
      #expect(await eventually { tablet.currentUserHasCapability(.sendAudio) })
      try await tablet.microphone.enable()
      #expect(await eventually { call.state.participants.first?.hasAudio == true })
      #expect(phone.microphone.status == .disabled)
      await tablet.leave()
      #expect(await eventually { call.state.devices.count == 2 })
      #expect(call.state.participants.first?.hasAudio == false)
      #expect(call.state.participantCount == 2)
    }
  }

  @Test("before the room is live only those who run it come in")
  func backstage() async throws {
    try await ClientBench.running { bench in
      let call = try bench.client("martin").call(callType: "audio_room", callId: "room")
      try await call.join(create: true)
      #expect(call.state.backstage)
      let other = try bench.client("ann").call(callType: "audio_room", callId: "room")
      let error = await refusal { () throws(StreamVideoError) in try await other.join() }
      #expect(error?.kind == .backstage)
      #expect(error?.code == 17)
      #expect(error?.status == 403)
      #expect(await refusal { () throws(StreamVideoError) in try await other.goLive() }?.kind == .permissionDenied)
      try await call.goLive()
      #expect(!call.state.backstage)
      try await other.join()
      try await call.stopLive()
      #expect(call.state.backstage)
      #expect(await eventually { !other.state.isJoined && other.state.reconnectionStatus == .disconnected })
      #expect(await eventually { call.state.participants.map(\.userId) == ["martin"] })
    }
  }

  @Test("joining twice is being there once")
  func joinTwice() async throws {
    try await ClientBench.running { bench in
      let (_, call) = try await bench.liveRoom()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<10 { group.addTask { try await call.join() } }
        try await group.waitForAll()
      }
      #expect(try await bench.devices().count == 1)
      #expect(call.state.devices.count == 1)
    }
  }

  @Test("the settings of a call say whether the microphone is on at first, unless somebody else does")
  func microphoneAtFirst() async throws {
    try await ClientBench.running { bench in
      let client = try bench.client("martin")
      let meeting = client.call(callType: "default", callId: "on")
      try await meeting.join(create: true)
      #expect(meeting.microphone.status == .enabled)
      #expect(meeting.state.localParticipant?.hasAudio == true)
      let quiet = client.call(callType: "default", callId: "off", callSettings: CallMediaSettings(audioOn: false))
      try await quiet.join(create: true)
      #expect(quiet.microphone.status == .disabled)
      let chosen = client.call(callType: "default", callId: "chosen")
      try await chosen.microphone.enable()
      try await chosen.microphone.toggle()
      try await chosen.join(create: true)
      #expect(chosen.microphone.status == .disabled)
      let room = client.call(callType: "audio_room", callId: "room")
      try await room.join(create: true)
      #expect(room.microphone.status == .disabled)
      try await room.microphone.toggle()
      #expect(room.state.localParticipant?.hasAudio == true)
    }
  }

  @Test("whoever is muted may speak again; whoever has the right taken may not")
  func moderation() async throws {
    try await ClientBench.running { bench in
      let (_, call) = try await bench.liveRoom()
      let speaker = try await bench.join("ann")
      try await call.grant(permissions: [.sendAudio], for: "ann")
      #expect(await eventually { speaker.currentUserHasCapability(.sendAudio) })
      try await speaker.microphone.enable()
      let muted = speaker.subscribe(for: CallUserMutedEvent.self)
      try await call.mute(userId: "ann")
      #expect(await eventually { speaker.microphone.status == .disabled })
      var events = muted.makeAsyncIterator()
      #expect(await events.next()?.mutedUserIds == ["ann"])
      try await speaker.microphone.enable()
      try await call.muteAllUsers()
      #expect(await eventually { speaker.microphone.status == .disabled })
      try await speaker.microphone.enable()
      try await call.revoke(permissions: [.sendAudio], for: "ann")
      #expect(await eventually { speaker.microphone.status == .disabled })
      #expect(await eventually { !speaker.currentUserHasCapability(.sendAudio) })
      let error = await refusal { () throws(StreamVideoError) in try await speaker.microphone.enable() }
      #expect(error?.kind == .permissionDenied)
      #expect(await eventually { call.state.participants.first?.hasAudio == false })
    }
  }

  @Test("whoever is kicked may come back; whoever is blocked may not")
  func sentOut() async throws {
    try await ClientBench.running { bench in
      let (_, call) = try await bench.liveRoom()
      let listener = try await bench.join("ann")
      try await call.kickUser(userId: "ann")
      #expect(await eventually { !listener.state.isJoined })
      try await listener.join()
      try await call.blockUser(with: "ann")
      #expect(await eventually { !listener.state.isJoined })
      #expect(await eventually { call.state.blockedUserIds == ["ann"] })
      let error = await refusal { () throws(StreamVideoError) in try await listener.join() }
      #expect(error?.kind == .permissionDenied)
      try await call.unblockUser(with: "ann")
      #expect(await eventually { call.state.blockedUserIds.isEmpty })
      try await listener.join()
      #expect(await eventually { call.state.participants.count == 2 })
    }
  }

  @Test("a way to the call that breaks is found again, with nobody twice")
  func comesBack() async throws {
    try await ClientBench.running { bench in
      let (_, call) = try await bench.liveRoom()
      try await call.microphone.enable()
      let listener = try await bench.join("ann")
      let own = try #require(call.state.localParticipant?.sessionId)
      let broken = Task {
        for await status in call.state.values(of: \.reconnectionStatus) where status == .reconnecting { return true }
        return false
      }
      #expect(await eventually { call.observerCount == 1 })
      try await bench.control("POST", "media/close", ["session_id": .string(own)])
      #expect(await broken.value)
      #expect(await eventually { call.state.reconnectionStatus == .connected })
      #expect(call.state.participants.map(\.userId) == ["ann", "martin"])
      #expect(call.state.devices.count == 2)
      #expect(call.microphone.status == .enabled)
      #expect(listener.state.devices.count == 2)
      #expect(await eventually { listener.state.participants.last?.hasAudio == true })
    }
  }

  @Test("where the service moves a call, the client goes along")
  func moves() async throws {
    try await ClientBench.running { bench in
      let (_, call) = try await bench.liveRoom()
      let before = try #require(call.state.localParticipant?.sessionId)
      try await call.microphone.enable()
      try await bench.control("POST", "media/go-away")
      #expect(
        await eventually {
          call.state.localParticipant.map { $0.sessionId != before } == true && call.state.devices.count == 1
        })
      #expect(call.state.reconnectionStatus == .connected)
      #expect(await eventually { call.state.localParticipant?.hasAudio == true })
      #expect(call.microphone.status == .enabled)
      #expect(try await eventually { try await bench.devices().count == 1 })
    }
  }

  @Test("both ways break at once, and both are found again")
  func everythingBreaks() async throws {
    try await ClientBench.running { bench in
      let (client, call) = try await bench.liveRoom()
      let other = try await bench.join("ann")
      let before = client.core.keeper.connection
      try await bench.control("POST", "sockets/close")
      try await bench.control("POST", "media/close")
      #expect(await eventually { client.core.keeper.connection != nil && client.core.keeper.connection != before })
      #expect(await eventually { call.state.reconnectionStatus == .connected && call.state.devices.count == 2 })
      try await call.update(custom: ["title": "again"])
      #expect(await eventually { other.state.custom == ["title": "again"] })
      #expect(await eventually { other.state.devices.count == 2 && other.state.participants.count == 2 })
    }
  }

  @Test("a silent media side is taken for a loss")
  func silence() async throws {
    let time = ManualTime()
    try await ClientBench.running(time: time) { bench in
      let (_, call) = try await bench.liveRoom()
      let seen = Task {
        for await status in call.state.values(of: \.reconnectionStatus) where status == .reconnecting { return true }
        return false
      }
      #expect(await eventually { call.observerCount == 1 })
      try await bench.control("POST", "media/silence")
      #expect(
        await eventually {
          await time.advance(by: .seconds(2))
          return call.state.reconnectionStatus != .connected
        })
      #expect(await seen.value)
      try await bench.control("POST", "media/silence", ["on": false])
      #expect(
        await eventually {
          await time.advance(by: .milliseconds(200))
          return call.state.reconnectionStatus == .connected
        })
      #expect(call.state.participants.map(\.userId) == ["martin"])
    }
  }

  @Test("a call that is full lets nobody more in")
  func full() async throws {
    try await ClientBench.running { bench in
      let host = try bench.client("martin").call(callType: "default", callId: "c")
      try await host.create(settings: CallSettingsOverride(maxParticipants: 1))
      try await host.join()
      let call = try bench.client("ann").call(callType: "default", callId: "c")
      let error = await refusal { () throws(StreamVideoError) in try await call.join() }
      #expect(error?.kind == .conflict)
      #expect(error?.operation == "JoinMedia")
      #expect(!call.state.isJoined)
    }
  }

  @Test("media servers that are not spoken are said to be")
  func notSpoken() async throws {
    try await ClientBench.running(mock: { $0.servesMedia = false }) { bench in
      let call = try bench.client("martin").call(callType: "default", callId: "c")
      let error = await refusal { () throws(StreamVideoError) in try await call.join(create: true) }
      #expect(error?.kind == .mediaNotSupported)
      #expect(!call.state.isJoined)
      // What is no media is there all the same.
      #expect(call.state.createdBy?.id == "martin")
    }
  }

  @Test("whoever leaves while joining is not there, whichever comes first")
  func leaveWhileJoining() async throws {
    try await ClientBench.running { bench in
      let client = try bench.client("martin")
      try await client.connect()
      for number in 0..<20 {
        let call = client.call(callType: "default", callId: "c\(number)")
        let joining = Task { await refusal { () throws(StreamVideoError) in try await call.join(create: true) } }
        for _ in 0..<(number * 20) { await Task.yield() }
        await call.leave()
        let error = await joining.value
        if error != nil { #expect(error?.kind == .cancelled) }
        await call.leave()
        #expect(!call.state.isJoined)
      }
      #expect(try await eventually { try await bench.devices().isEmpty })
    }
  }

  @Test("a call is left without waiting, too")
  func leaveAtOnce() async throws {
    try await ClientBench.running { bench in
      let (_, call) = try await bench.liveRoom()
      Self.hangUp(call)
      #expect(await eventually { !call.state.isJoined })
      #expect(try await eventually { try await bench.devices().isEmpty })
    }
  }

  /// As a button does.
  private static func hangUp(_ call: Call) { call.leave() }

  @Test("joining is given up when nobody waits for it")
  func cancelled() async throws {
    try await ClientBench.running { bench in
      let media = HangingMedia()
      let call = try bench.client(User(id: "martin"), surroundings: { $0.media = media }).call(
        callType: "default", callId: "c")
      let joining = Task { await refusal { () throws(StreamVideoError) in try await call.join(create: true) } }
      #expect(await eventually { media.count == 1 })
      joining.cancel()
      #expect(await joining.value?.kind == .cancelled)
      #expect(await eventually { media.count == 0 })
      #expect(!call.state.isJoined)
    }
  }
}
