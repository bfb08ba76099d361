import JSONCoding
import MeetingCore
import ProgramTesting
import Synchronization
import Testing

@testable import StreamAdapter

@Suite("What is said in a call")
struct TalkTests {
  @Test("reactions and custom events reach everybody who follows the call, in their order")
  func events() async throws {
    try await ClientBench.running { bench in
      let (_, call) = try await bench.liveRoom()
      let listener = try await bench.join("ann")
      let reactions = listener.subscribe(for: CallReactionEvent.self)
      let customs = listener.subscribe(for: CustomVideoEvent.self)
      let sent = try await call.sendReaction(
        type: "raise-hand", custom: ["mycustomfield": "hello"], emojiCode: ":smile:")
      #expect(sent.type == "raise-hand")
      for number in 0..<10 { try await call.sendCustomEvent(["number": .number(Double(number))]) }
      var reaction = reactions.makeAsyncIterator()
      let got = await reaction.next()?.reaction
      #expect(got?.emojiCode == ":smile:")
      #expect(got?.custom == ["mycustomfield": "hello"])
      #expect(got?.user?.name == "Martin")
      var custom = customs.makeAsyncIterator()
      for number in 0..<10 {
        let event = await custom.next()
        #expect(event?.custom["number"] == .number(Double(number)))
        #expect(event?.user.id == "martin")
      }
    }
  }

  @Test("an event that is too large is refused")
  func tooLarge() async throws {
    try await ClientBench.running { bench in
      let (_, call) = try await bench.liveRoom()
      let text = String(repeating: "x", count: 6_000)
      let error = await refusal { () throws(StreamVideoError) in try await call.sendCustomEvent(["text": .string(text)])
      }
      #expect(error?.kind == .invalidRequest)
    }
  }

  @Test("a raised hand is seen by the host, once, until it is granted or turned down")
  func permissionRequests() async throws {
    try await ClientBench.running { bench in
      let (_, call) = try await bench.liveRoom()
      let listener = try await bench.join("ann")
      let denied = await refusal { () throws(StreamVideoError) in try await listener.microphone.enable() }
      #expect(denied?.kind == .permissionDenied)
      var requests = call.subscribe(for: PermissionRequestEvent.self).makeAsyncIterator()
      for _ in 0..<2 {
        try await listener.request(permissions: [.sendAudio])
        #expect(await requests.next()?.permissions == ["send-audio"])
      }
      #expect(call.state.permissionRequests.count == 1)
      let request = try #require(call.state.permissionRequests.first)
      #expect(request.user.name == "Ann")
      #expect(request.permission == "send-audio")
      request.reject()
      #expect(call.state.permissionRequests.isEmpty)
      #expect(!listener.state.ownCapabilities.contains(.sendAudio))
      try await listener.request(permissions: [.sendAudio])
      #expect(await eventually { call.state.permissionRequests.count == 1 })
      try await call.grant(request: try #require(call.state.permissionRequests.first))
      #expect(call.state.permissionRequests.isEmpty)
      #expect(await eventually { listener.currentUserHasCapability(.sendAudio) })
      try await listener.microphone.enable()
      #expect(listener.microphone.status == .enabled)
    }
  }

  @Test("what is not asked for here is refused, and what only hosts give is only theirs")
  func permissionRefusals() async throws {
    try await ClientBench.running { bench in
      let (_, call) = try await bench.liveRoom()
      let listener = try await bench.join("ann")
      let video = await refusal { () throws(StreamVideoError) in try await listener.request(permissions: [.sendVideo]) }
      #expect(video?.kind == .permissionDenied)
      let own = await refusal { () throws(StreamVideoError) in
        try await listener.grant(permissions: [.sendAudio], for: "ann")
      }
      #expect(own?.kind == .permissionDenied)
      let nobody = await refusal { () throws(StreamVideoError) in
        try await call.grant(permissions: [.sendAudio], for: "nobody")
      }
      #expect(nobody?.code == 4)
    }
  }

  @Test("any number of observers, fast and slow, end up with the latest")
  func observers() async throws {
    try await ClientBench.running { bench in
      let (_, call) = try await bench.liveRoom()
      try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<100 {
          group.addTask {
            var last = 0
            for await custom in call.state.values(of: \.custom) {
              for _ in 0..<(number * 10) { await Task.yield() }
              let next = Int(custom["number"]?.numberValue ?? 0)
              #expect(next >= last, "what was is told after what is")
              last = next
              if last == 20 { return last }
            }
            return last
          }
        }
        #expect(await eventually { call.observerCount == 100 })
        for number in 1...20 { try await call.update(custom: ["number": .number(Double(number))]) }
        for try await last in group { #expect(last == 20) }
      }
      #expect(await eventually { call.observerCount == 0 })
    }
  }

  @Test("whoever stops observing is forgotten")
  func cancelledObserver() async throws {
    try await ClientBench.running { bench in
      let call = try bench.client("martin").call(callType: "default", callId: "c")
      let observing = Task { for await _ in call.state.snapshots() {} }
      #expect(await eventually { call.observerCount == 1 })
      observing.cancel()
      await observing.value
      #expect(await eventually { call.observerCount == 0 })
    }
  }
}
