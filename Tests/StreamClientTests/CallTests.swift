import JSONCoding
import MeetingCore
import ProgramTesting
import StreamMock
import Testing

@testable import StreamAdapter

@Suite("Calls of a client")
struct CallTests {
  @Test("an address has one call as long as it is in use")
  func sameObject() async throws {
    try await ClientBench.running { bench in
      let client = try bench.client("martin")
      let call = client.call(callType: "default", callId: "c")
      #expect(client.call(callType: "default", callId: "c") === call)
      #expect(client.call(callType: "audio_room", callId: "c") !== call)
      #expect(call.cId == "default:c")
      #expect(call.callType == "default")
      #expect(call.callId == "c")
      for number in 0..<100 { _ = client.call(callType: "default", callId: "n\(number)") }
      #expect(client.core.openCalls.count == 1)
    }
  }

  @Test("a call is made once, with everything it is to have")
  func create() async throws {
    try await ClientBench.running { bench in
      try await bench.users("john_smith", "jane_doe")
      let start = Timestamp(nanoseconds: 4_000_000_000_000_000_000)
      let call = try bench.client("martin").call(callType: "audio_room", callId: "c")
      let made = try await call.create(
        members: [
          MemberRequest(userId: "john_smith"), MemberRequest(userId: "jane_doe", role: "host", custom: ["a": 1]),
        ],
        custom: ["title": "SwiftUI heads", "big": 9_007_199_254_740_992, "nested": ["x": [true, nil, 1.5]]],
        startsAt: start, team: "red",
        settings: CallSettingsOverride(
          joinAheadTimeSeconds: 300, maxParticipants: 50,
          blocks: ["audio": ["mic_default_on": true, "default_device": "speaker"]]))
      #expect(made.custom["title"]?.stringValue == "SwiftUI heads")
      #expect(made.custom["nested"] == ["x": [true, nil, 1.5]])
      #expect(made.startsAt == start)
      #expect(made.team == "red")
      #expect(made.backstage)
      #expect(made.createdBy?.name == "Martin")
      #expect(made.members.map(\.userId) == ["jane_doe", "john_smith"])
      #expect(made.members.first?.role == "host")
      #expect(made.members.first?.custom == ["a": 1])
      #expect(made.settings?.micDefaultOn == true)
      #expect(made.settings?.blocks["limits"]?["max_participants"] == 50)
      #expect(made.settings?.blocks["backstage"]?["join_ahead_time_seconds"] == 300)
      #expect(made.ownCapabilities.contains(.updateCall))
      let again = try await call.create(custom: ["title": "other"])
      #expect(again.custom["title"]?.stringValue == "SwiftUI heads")
    }
  }

  @Test("what is not there is not found, and what makes no sense is said to")
  func refusals() async throws {
    try await ClientBench.running { bench in
      let client = try bench.client("martin")
      let missing = client.call(callType: "default", callId: "none")
      let error = await refusal { () throws(StreamVideoError) in try await missing.get() }
      #expect(error?.kind == .notFound)
      #expect(error?.code == 16)
      #expect(error?.operation == "GetCall")
      #expect(await refusal { () throws(StreamVideoError) in try await missing.join() }?.kind == .notFound)
      #expect(!missing.isFollowed)
      let unknown = client.call(callType: "no-such-type", callId: "c")
      #expect(await refusal { () throws(StreamVideoError) in try await unknown.create() }?.status == 404)
      let strangers = client.call(callType: "default", callId: "c")
      let members = await refusal { () throws(StreamVideoError) in
        try await strangers.create(members: [MemberRequest(userId: "nobody")])
      }
      #expect(members?.code == 4)
      let empty = client.call(callType: "default", callId: "")
      #expect(await refusal { () throws(StreamVideoError) in try await empty.get() }?.kind == .invalidRequest)
    }
  }

  @Test("changes are seen by everybody who follows the call")
  func update() async throws {
    try await ClientBench.running { bench in
      let (_, call) = try await bench.liveRoom()
      let other = try bench.client("ann").call(callType: "audio_room", callId: "room")
      try await other.get()
      #expect(try await call.update(custom: ["title": "new"]).custom == ["title": "new"])
      #expect(await eventually { other.state.custom == ["title": "new"] })
      let refused = await refusal { () throws(StreamVideoError) in try await other.update(custom: ["title": "mine"]) }
      #expect(refused?.kind == .permissionDenied)
      #expect(refused?.code == 17)
    }
  }

  @Test("members come, change and go")
  func members() async throws {
    try await ClientBench.running { bench in
      try await bench.users("john", "jane")
      let (_, call) = try await bench.liveRoom()
      try await call.addMembers(ids: ["john"])
      try await call.addMembers(members: [MemberRequest(userId: "jane", role: "host")])
      #expect(await eventually { Set(call.state.members.map(\.userId)) == ["john", "jane"] })
      try await call.updateMembers(members: [MemberRequest(userId: "john", role: "moderator")])
      #expect(await eventually { call.state.members.first { $0.id == "john" }?.role == "moderator" })
      let first = try await call.queryMembers(sort: [.ascending("user_id")], limit: 1)
      #expect(first.members.map(\.userId) == ["jane"])
      let second = try await call.queryMembers(sort: [.ascending("user_id")], limit: 1, next: first.next)
      #expect(second.members.map(\.userId) == ["john"])
      #expect(second.next == nil)
      let named = try await call.queryMembers(filters: ["user_id": ["$in": ["jane"]]])
      #expect(named.members.map(\.user.name) == ["Jane"])
      try await call.removeMembers(ids: ["john"])
      #expect(await eventually { call.state.members.map(\.userId) == ["jane"] })
    }
  }

  @Test("what a membership lets somebody do is asked for, since it is not told")
  func capabilitiesFollowRoles() async throws {
    try await ClientBench.running { bench in
      let (_, call) = try await bench.liveRoom()
      let other = try await bench.join("ann")
      #expect(!other.state.ownCapabilities.contains(.updateCall))
      try await call.addMembers(members: [MemberRequest(userId: "ann", role: "host")])
      #expect(await eventually { other.state.ownCapabilities.contains(.updateCall) })
    }
  }

  @Test("calls are found by what they are, page after page, in an order")
  func query() async throws {
    try await ClientBench.running { bench in
      let client = try bench.client("martin")
      for number in 0..<7 {
        try await client.call(callType: "audio_room", callId: "r\(number)").create(custom: [
          "number": .number(Double(number))
        ])
      }
      try await client.call(callType: "default", callId: "other").create()
      var found: [String] = []
      var cursor: String?
      var pages = 0
      repeat {
        let page = try await client.queryCalls(
          filters: ["type": "audio_room"], sort: [.descending("id")], limit: 3, next: cursor)
        found += page.calls.map(\.callId)
        cursor = page.next
        pages += 1
      } while cursor != nil
      #expect(found == (0..<7).reversed().map { "r\($0)" })
      #expect(pages == 3)
      let upcoming = try await client.queryCalls(filters: ["backstage": false, "ongoing": true])
      #expect(upcoming.calls.isEmpty)
      let third = try await client.queryCalls(filters: ["cid": ["$in": ["audio_room:r3"]]])
      #expect(third.calls.first?.state.custom["number"] == 3)
      let error = await refusal { () throws(StreamVideoError) in
        try await client.queryCalls(sort: [.ascending("no_such_field")])
      }
      #expect(error?.kind == .invalidRequest)
    }
  }

  @Test("found calls are followed where that is wanted")
  func watchQuery() async throws {
    try await ClientBench.running { bench in
      let (_, hosted) = try await bench.liveRoom()
      let client = try bench.client("ann")
      let page = try await client.queryCalls(filters: ["type": "audio_room", "ongoing": true], watch: true)
      let call = try #require(page.calls.first)
      #expect(call.state.participants.map(\.name) == ["Martin"])
      try await hosted.stopLive()
      #expect(await eventually { call.state.backstage })
    }
  }

  @Test("whoever runs a call ends it, for everybody")
  func end() async throws {
    try await ClientBench.running { bench in
      let (_, call) = try await bench.liveRoom()
      let listener = try await bench.join("ann")
      let refused = await refusal { () throws(StreamVideoError) in try await listener.end() }
      #expect(refused?.kind == .permissionDenied)
      let ended = Task {
        for await event in call.subscribe(for: CallEndedEvent.self) { return event.user?.id }; return nil as String?
      }
      #expect(await eventually { call.observerCount == 1 })
      try await call.end()
      #expect(await eventually { !listener.state.isJoined && listener.state.reconnectionStatus == .disconnected })
      #expect(await eventually { !call.state.isJoined })
      #expect(await eventually { call.state.endedAt != nil })
      ended.cancel()
      _ = await ended.value
    }
  }

  @Test("recordings, broadcasts, transcriptions and captions are started, told of, and stopped")
  func egress() async throws {
    try await ClientBench.running(mock: { $0.filesReadyAfterSeconds = 0 }) { bench in
      let (_, call) = try await bench.liveRoom()
      let listener = try await bench.join("ann")
      try await call.startRecording()
      #expect(
        await eventually { call.state.recordingState == .recording && listener.state.recordingState == .recording })
      try await call.stopRecording()
      #expect(await eventually { listener.state.recordingState == .noRecording })
      #expect(try await call.startHLS()?.contains("m3u8") == true)
      #expect(await eventually { listener.state.broadcasting && listener.state.hlsPlaylistURL != nil })
      try await call.stopHLS()
      #expect(await eventually { !listener.state.broadcasting })
      try await call.startTranscription()
      #expect(await eventually { listener.state.transcribing })
      try await call.stopTranscription()
      #expect(await eventually { !listener.state.transcribing })
      try await call.startClosedCaptions(language: "en")
      #expect(await eventually { listener.state.captioning })
      try await call.stopClosedCaptions()
      #expect(await eventually { !listener.state.captioning })
      let refused = await refusal { () throws(StreamVideoError) in try await listener.startRecording() }
      #expect(refused?.kind == .permissionDenied)
      #expect(listener.state.recordingState == .noRecording)
    }
  }

  @Test("a recording without anybody there is refused, and is not shown as asked for")
  func nobodyThere() async throws {
    try await ClientBench.running { bench in
      let call = try bench.client("martin").call(callType: "audio_room", callId: "c")
      try await call.create()
      let error = await refusal { () throws(StreamVideoError) in try await call.startRecording() }
      #expect(error?.kind == .conflict)
      #expect(call.state.recordingState == .noRecording)
    }
  }

  @Test("files of recordings are listed for those who may")
  func recordings() async throws {
    try await ClientBench.running(mock: { $0.filesReadyAfterSeconds = 0 }) { bench in
      let client = try bench.client("martin")
      let call = client.call(callType: "audio_room", callId: "c")
      try await call.join(create: true)
      try await call.startRecording()
      try await call.stopRecording()
      try await bench.server(
        "PUT", "/video/calltypes/audio_room", ["grants": ["user": ["list-recordings", "read-call"]]])
      #expect(try await eventually { try await call.listRecordings().count == 1 })
      let files = try await call.listRecordings()
      #expect(files.first?.url.contains("://") == true)
      #expect(files.first?.recordingType == "composite")
    }
  }
}
