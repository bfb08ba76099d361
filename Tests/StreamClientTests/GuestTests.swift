import JSONCoding
import ProgramTesting
import StreamMock
import Testing

@testable import StreamAdapter

@Suite("Guests and anonymous users")
struct GuestTests {
  @Test("a guest gets id and token from the service")
  func guest() async throws {
    try await ClientBench.running(mock: { $0.audioRoomGuestGrants = ["join-call", "read-call"] }) { bench in
      _ = try await bench.liveRoom()
      let client = try bench.client(.guest("visitor", name: "A visitor"))
      #expect(client.user.id == "visitor")
      let call = client.call(callType: "audio_room", callId: "room")
      try await call.join()
      #expect(client.user.id != "visitor")
      #expect(client.user.id.contains("visitor"))
      #expect(client.user.kind == .guest)
      #expect(client.user.role == "guest")
      #expect(call.state.localParticipant?.name == "A visitor")
      #expect(call.state.localParticipant?.userId == client.user.id)
      #expect(try await bench.count(of: "CreateGuest") == 1)
    }
  }

  @Test("many things at once make one guest")
  func once() async throws {
    try await ClientBench.running { bench in
      let client = try bench.client(.guest("visitor"))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<10 { group.addTask { try await client.connect() } }
        try await group.waitForAll()
      }
      try await client.connect()
      #expect(try await bench.count(of: "CreateGuest") == 1)
    }
  }

  @Test("where guests are not wanted there are none")
  func disabled() async throws {
    try await ClientBench.running { bench in
      try await bench.server("PATCH", "/app", ["guest_user_creation_disabled": true])
      let client = try bench.client(.guest("visitor"))
      let error = await refusal { () throws(StreamVideoError) in try await client.connect() }
      #expect(error?.kind == .permissionDenied)
      #expect(error?.operation == "CreateGuest")
      #expect(try await bench.sockets().isEmpty)
    }
  }

  @Test("anonymous users listen without a connection, are counted and not listed")
  func anonymous() async throws {
    try await ClientBench.running { bench in
      let (_, hosted) = try await bench.liveRoom()
      let token = try bench.token("!anon", cids: ["audio_room:room"], role: "viewer")
      let client = try bench.client(.anonymous, token: token)
      try await client.connect()
      let call = client.call(callType: "audio_room", callId: "room")
      try await call.join()
      #expect(try await bench.sockets().count == 1)
      #expect(call.state.participants.map(\.userId) == ["martin"])
      #expect(call.state.anonymousParticipantCount == 1)
      #expect(await eventually(within: .seconds(12)) { hosted.state.anonymousParticipantCount == 1 })
      #expect(hosted.state.participantCount == 1)
      let mute = await refusal { () throws(StreamVideoError) in try await call.microphone.enable() }
      #expect(mute?.kind == .permissionDenied)
      let reaction = await refusal { () throws(StreamVideoError) in try await call.sendReaction(type: "like") }
      #expect(reaction?.kind == .permissionDenied)
      let elsewhere = client.call(callType: "audio_room", callId: "other")
      #expect(await refusal { () throws(StreamVideoError) in try await elsewhere.join() } != nil)
      await call.leave()
    }
  }

  @Test("without a token for the call the anonymous are refused")
  func anonymousWithoutToken() async throws {
    try await ClientBench.running { bench in
      _ = try await bench.liveRoom()
      let call = try bench.client(.anonymous).call(callType: "audio_room", callId: "room")
      #expect(await refusal { () throws(StreamVideoError) in try await call.join() }?.kind == .invalidCredentials)
    }
  }
}
