import Clocks
import Foundation
import JSONCoding
import MeetingCore
import ProgramTesting
import StreamMock
import Testing

@testable import StreamAdapter

/// What the other suites do not come by.
@Suite("The rest of the client")
struct WholeInterfaceTests {
  @Test("going live starts what it is told to, and stopping ends it, but for what goes on")
  func goLiveAlong() async throws {
    try await ClientBench.running { bench in
      let call = try bench.client("martin").call(callType: "audio_room", callId: "room")
      try await call.join(create: true)
      try await call.goLive(startHls: true, startRecording: true, startTranscription: true, startClosedCaption: true)
      #expect(
        await eventually {
          call.state.recordingState == .recording && call.state.transcribing && call.state.captioning
            && call.state.broadcasting
        })
      try await call.stopLive(continueHls: true, continueTranscription: true, continueClosedCaption: true)
      #expect(await eventually { call.state.recordingState == .noRecording })
      #expect(call.state.broadcasting)
      #expect(call.state.transcribing)
      try await call.goLive()
      try await call.stopLive()
      #expect(await eventually { !call.state.broadcasting && !call.state.transcribing && !call.state.captioning })
    }
  }

  @Test("going live with what needs somebody there is refused when nobody is, and the room stays closed")
  func goLiveWithNobody() async throws {
    try await ClientBench.running { bench in
      let call = try bench.client("martin").call(callType: "audio_room", callId: "room")
      try await call.create()
      let error = await refusal { () throws(StreamVideoError) in try await call.goLive(startRecording: true) }
      #expect(error?.kind == .conflict)
      #expect(call.state.backstage)
    }
  }

  @Test("a room that opens ahead of its time lets everybody in from then on")
  func joinAhead() async throws {
    try await ClientBench.running { bench in
      let host = try bench.client("martin").call(callType: "audio_room", callId: "room")
      let start = Timestamp(nanoseconds: bench.time.wallNanoseconds).advanced(bySeconds: 60)
      try await host.join(
        create: true,
        options: CreateCallOptions(
          memberIds: [], custom: ["title": "soon"]
        ).starting(start, CallSettingsOverride(joinAheadTimeSeconds: 300)))
      let call = try await bench.join("ann")
      #expect(call.state.backstage)
      #expect(call.state.startsAt?.seconds == start.seconds)
      try await host.update(settings: CallSettingsOverride(joinAheadTimeSeconds: 10))
      let late = try bench.client("bob").call(callType: "audio_room", callId: "room")
      #expect(await refusal { () throws(StreamVideoError) in try await late.join() }?.kind == .backstage)
      let later = start.advanced(bySeconds: -55)
      try await host.update(startsAt: later)
      try await late.join()
    }
  }

  @Test("members are rung and told, wherever they are")
  func ringing() async throws {
    try await ClientBench.running { bench in
      let member = try bench.client("ann")
      var events = member.subscribe().makeAsyncIterator()
      try await member.connect()
      let call = try bench.client("martin").call(callType: "default", callId: "c")
      try await call.join(
        create: true, options: CreateCallOptions(memberIds: ["ann"]), ring: true, notify: true)
      var types: [String] = []
      while types.count < 3, let event = await events.next() {
        #expect(event.callCid == "default:c")
        types.append(event.type)
      }
      #expect(Set(types) == ["call.created", "call.notification", "call.ring"])
    }
  }

  @Test("events come with their parts by name")
  func typedEvents() async throws {
    try await ClientBench.running { bench in
      let (client, call) = try await bench.liveRoom()
      var people = call.subscribe(for: CallParticipantEvent.self).makeAsyncIterator()
      var rights = call.subscribe(for: UpdatedCallPermissionsEvent.self).makeAsyncIterator()
      var captions = call.subscribe(for: ClosedCaptionEvent.self).makeAsyncIterator()
      var endings = call.subscribe(for: CallEndedEvent.self).makeAsyncIterator()
      var requests = client.subscribe().makeAsyncIterator()
      let listener = try await bench.join("ann")
      var joined = await people.next()
      while joined?.participant.userId == "martin" { joined = await people.next() }
      #expect(joined?.hasJoined == true)
      #expect(joined?.participant.name == "Ann")
      try await listener.request(permissions: [.sendAudio])
      while let event = await requests.next() {
        guard let request = PermissionRequestEvent(event) else { continue }
        #expect(request.user.id == "ann")
        #expect(request.permissions == ["send-audio"])
        break
      }
      try await call.grant(permissions: [.sendAudio], for: "ann")
      let change = await rights.next()
      #expect(change?.user.id == "ann")
      #expect(change?.ownCapabilities.contains(.sendAudio) == true)
      try await call.startClosedCaptions()
      try await bench.server(
        "POST", "/video/call/audio_room/room/closed_captions",
        ["speaker_id": "martin", "text": "hello", "language": "en"])
      let caption = await captions.next()
      #expect(caption?.text == "hello")
      #expect(caption?.speakerId == "martin")
      await listener.leave()
      let left = await people.next()
      #expect(left?.hasJoined == false)
      #expect(left?.participant.userId == "ann")
      let member = try bench.client("jane").call(callType: "audio_room", callId: "room")
      try await member.get()
      try await call.addMembers(ids: ["martin"])
      try await call.end()
      #expect(await endings.next()?.user?.id == "martin")
    }
  }

  @Test("kicking may block along with it")
  func kickAndBlock() async throws {
    try await ClientBench.running { bench in
      let (_, call) = try await bench.liveRoom()
      let listener = try await bench.join("ann")
      try await call.kickUser(userId: "ann", block: true)
      #expect(await eventually { !listener.state.isJoined })
      #expect(await eventually { call.state.blockedUserIds == ["ann"] })
      #expect(await refusal { () throws(StreamVideoError) in try await listener.join() } != nil)
    }
  }

  @Test("recordings of each kind are started and stopped by themselves")
  func recordingKinds() async throws {
    try await ClientBench.running { bench in
      let (_, call) = try await bench.liveRoom()
      for kind in RecordingKind.allCases {
        try await call.startRecording(kind)
        let again = await refusal { () throws(StreamVideoError) in try await call.startRecording(kind) }
        #expect(again?.kind == .conflict, "\(kind)")
        try await call.stopRecording(kind)
      }
      let over = await refusal { () throws(StreamVideoError) in try await call.stopRecording() }
      #expect(over?.kind == .conflict)
    }
  }

  @Test("pages of calls are turned back, too")
  func pagesBack() async throws {
    try await ClientBench.running { bench in
      let client = try bench.client("martin")
      for number in 0..<4 { try await client.call(callType: "default", callId: "c\(number)").create() }
      func page(next: String? = nil, previous: String? = nil) async throws -> CallPage {
        try await client.queryCalls(sort: [.ascending("id")], limit: 2, next: next, previous: previous)
      }
      let first = try await page()
      let second = try await page(next: first.next)
      #expect(second.calls.map(\.callId) == ["c2", "c3"])
      #expect(try await page(previous: second.previous).calls.map(\.callId) == ["c0", "c1"])
    }
  }

  @Test("every change of the connection is told")
  func statuses() async throws {
    try await ClientBench.running { bench in
      let client = try bench.client("martin")
      let told = Task {
        var statuses: [ConnectionStatus] = []
        for await status in client.connectionStatuses() { statuses.append(status) }
        return statuses
      }
      #expect(await eventually { client.core.keeper.statuses.observerCount == 1 })
      try await client.connect()
      let before = client.core.keeper.connection
      try await bench.control("POST", "sockets/close")
      #expect(await eventually { client.core.keeper.connection != nil && client.core.keeper.connection != before })
      await client.disconnect()
      #expect(await told.value == [.connecting, .connected, .reconnecting, .connected, .initialized])
    }
  }

  @Test("whoever is in a call when the service forgets everything is out of it, and may begin anew")
  func restartWhileJoined() async throws {
    try await ClientBench.running { bench in
      let (client, call) = try await bench.liveRoom()
      try await bench.restart()
      #expect(await eventually(within: .seconds(20)) { !call.state.isJoined })
      #expect(call.state.reconnectionStatus == .disconnected)
      #expect(await eventually(within: .seconds(20)) { client.connectionStatus == .connected })
      try await call.join(create: true)
      #expect(call.state.participants.map(\.userId) == ["martin"])
    }
  }

  @Test("an avatar's address is one")
  func imageURLs() {
    #expect(ImageURL(string: "https://a.test/x.png")?.absoluteString == "https://a.test/x.png")
    for text in ["", " ", "a b", "a\nb", "\u{7f}"] { #expect(ImageURL(string: text) == nil) }
  }

  @Test("clients give back every descriptor and thread they took")
  func descriptors() async throws {
    try await ClientBench.running { bench in
      func held(_ what: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(what)").count) ?? 0
      }
      func visit(_ number: Int) async throws {
        let client = try bench.client("visitor\(number)")
        try await client.call(callType: "default", callId: "c").join(create: true)
        await client.disconnect()
      }
      for number in 0..<3 { try await visit(number) }
      let (files, threads) = (held("fd"), held("task"))
      for number in 3..<33 { try await visit(number) }
      #expect(await eventually { held("fd") <= files + 5 && held("task") <= threads + 5 })
    }
  }
}

extension CreateCallOptions {
  fileprivate func starting(_ time: Timestamp, _ settings: CallSettingsOverride) -> Self {
    var options = self
    (options.startsAt, options.settings) = (time, settings)
    return options
  }
}
