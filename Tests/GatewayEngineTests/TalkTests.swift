import GatewayEngine
import JSONCoding
import MeetingCore
import ProgramTesting
import ProviderTesting
import Store
import Testing

@Suite struct TalkTests {
  private func message(_ from: String? = "leo", _ payload: String = #"{"text":"hi"}"#) -> MessageRequest {
    MessageRequest(from: from, topic: "chat", payload: JSONText(payload))
  }

  private func refusal(_ body: () async throws -> Void) async -> GatewayError? {
    do { try await body() } catch { return error as? GatewayError }
    return nil
  }

  @Test func aMessageReachesTheVendorAndIsToldOnce() async throws {
    let world = World()
    let room = try await world.create().room.id
    let id = try await world.gateway.sendMessage(room, message("nadia"), caller: world.caller)
    #expect(id.hasPrefix("msg_"))
    #expect(world.vendor.calls.last == #"message nadia Nadia chat {"text":"hi"}"#)
    let events = try await world.gateway.events(
      .room(room), from: .oldest, types: "message.*", limit: 10, caller: world.caller
    ).events
    #expect(events.count == 1)
    let data = try JSON.parse(try #require(events.first).body, mode: .strict)["data"]
    #expect(data?["id"]?.stringValue == id)
    #expect(data?["from"] == ["external_id": "nadia", "name": "Nadia"])
    #expect(data?["to"] == .null && data?["topic"] == "chat" && data?["payload"] == ["text": "hi"])
  }

  @Test func whatClientsTakeForTheGatewaysOwnWordIsNotSaidForOthers() async throws {
    let world = World()
    let room = try await world.create().room.id
    let asked = world.vendor.calls.count
    for sender in ["nadia", "leo"] {
      let order = MessageRequest(from: sender, topic: "orders", payload: JSONText("1"))
      let refused = await refusal { _ = try await world.gateway.sendMessage(room, order, caller: world.caller) }
      #expect(refused?.code == .invalidRequest)
      #expect(refused?.issues.map(\.pointer) == ["/topic"])
    }
    #expect(world.vendor.calls.count == asked)
    #expect(try await world.eventTypes(room).contains("message.sent") == false)
  }

  @Test func theVendorsEchoIsNoSecondMessage() async throws {
    let world = World()
    let room = try await world.create().room.id
    let id = try await world.gateway.sendMessage(room, message(), caller: world.caller)
    let key = RoomMessage(from: "leo", payload: JSONText("1")).factKey(id: id)
    for delivery in ["d-1", "d-2"] {
      try await world.hook(
        ["type": "said", "room": .string(room), "person": "leo", "id": .string(id), "key": .string(key)], id: delivery)
    }
    #expect(try await world.eventTypes(room).filter { $0 == "message.sent" }.count == 1)
  }

  /// Two deliveries that wait for the same commit: the store knows neither yet.
  @Test func repeatsThatComeAtTheSameMomentAreOneMessage() async throws {
    let world = World()
    let room = try await world.create().room.id
    let gate = Gate()
    world.store.afterCommit { await gate.wait() }
    async let first: HookAnswer = world.hook(["type": "joined", "room": .string(room), "connection": "c"], id: "d-0")
    #expect(await eventually { gate.waiting == 1 })
    async let repeats = saidTwentyTimes(world, room)
    for _ in 0..<200 { await Task.yield() }
    gate.open()
    #expect(try await repeats == 20)
    _ = try await first
    #expect(try await world.eventTypes(room).filter { $0 == "message.sent" }.count == 1)
  }

  private func saidTwentyTimes(_ world: World, _ room: String) async throws -> Int {
    try await withThrowingTaskGroup(of: HookAnswer.self) { group in
      for number in 0..<20 { group.addTask { try await said(world, room, "d-\(number + 1)") } }
      return try await group.reduce(into: 0) { count, answer in count += answer == .accepted ? 1 : 0 }
    }
  }

  private func said(_ world: World, _ room: String, _ delivery: String) async throws -> HookAnswer {
    try await world.hook(["type": "said", "room": .string(room), "person": "leo", "key": "k-1"], id: delivery)
  }

  @Test func whatAClientSaysToTheVendorBecomesAMessage() async throws {
    let world = World()
    let room = try await world.create().room.id
    _ = try await said(world, room, "d-1")
    #expect(try await world.eventTypes(room).last == "message.sent")
  }

  @Test func peopleSpeakForThemselvesOnly() async throws {
    let world = World()
    let room = try await world.create().room.id
    #expect(
      await refusal { _ = try await world.gateway.sendMessage(room, message("bo"), caller: world.acting("leo")) }?.code
        == .forbidden)
    #expect(
      await refusal { _ = try await world.gateway.sendMessage(room, message(nil), caller: world.caller) }?.issues
        .map(\.pointer) == ["/from"])
    _ = try await world.gateway.sendMessage(room, message(nil), caller: world.acting("leo"))
    _ = try await world.gateway.sendReaction(room, ReactionRequest(type: "clap"), caller: world.acting("leo"))
    #expect(world.vendor.calls.suffix(2) == [#"message leo - chat {"text":"hi"}"#, "reaction leo clap"])
  }

  @Test func whoIsBannedSaysNothing() async throws {
    let world = World()
    let room = try await world.create().room.id
    _ = try await world.gateway.ban(room, PersonInput(externalID: "leo"), until: nil, caller: world.caller)
    let before = world.vendor.calls
    #expect(
      await refusal { _ = try await world.gateway.sendMessage(room, message(), caller: world.caller) }?.code == .banned)
    #expect(
      await refusal {
        _ = try await world.gateway.sendReaction(room, ReactionRequest(from: "leo", type: "x"), caller: world.caller)
      }?.code == .banned)
    #expect(world.vendor.calls == before)
  }

  @Test func nothingIsSaidInARoomThatHasEnded() async throws {
    let world = World()
    let room = try await world.create().room.id
    _ = try await world.gateway.end(room, caller: world.caller)
    #expect(
      await refusal { _ = try await world.gateway.sendMessage(room, message(), caller: world.caller) }?.code
        == .roomEnded)
  }

  @Test func whatIsTooLargeForTheVendorIsRefusedByFieldBeforeItIsAsked() async throws {
    let world = World()
    let room = try await world.create().room.id
    let before = world.vendor.calls
    let fits = "\"" + String(repeating: "x", count: FakeVendor.room - 2) + "\""
    let large = "\"" + String(repeating: "x", count: FakeVendor.room - 1) + "\""
    let error = await refusal {
      _ = try await world.gateway.sendMessage(room, message("leo", large), caller: world.caller)
    }
    #expect(error?.code == .invalidRequest)
    #expect(error?.issues.map(\.pointer) == ["/payload"] && error?.issues.map(\.code) == ["too_long"])
    let custom = JSONText("{\"a\":\(large)}")
    let reaction = await refusal {
      _ = try await world.gateway.sendReaction(
        room, ReactionRequest(from: "leo", type: "x", custom: custom), caller: world.caller)
    }
    #expect(reaction?.issues.map(\.pointer) == ["/custom"])
    #expect(world.vendor.calls == before)
    _ = try await world.gateway.sendMessage(room, message("leo", fits), caller: world.caller)
  }

  @Test(arguments: [
    (ProviderFailure.Executed.no, false), (.maybe, true), (.yes, true),
  ])
  func whatMayHaveBeenSentIsLeftOpen(_ executed: ProviderFailure.Executed, _ leavesOpen: Bool) async throws {
    let world = World()
    let room = try await world.create().room.id
    for _ in 0..<2 { world.vendor.failTalk(ProviderFailure(.timeout, executed: executed, operation: "send")) }
    let error = await refusal { _ = try await world.gateway.sendMessage(room, message(), caller: world.caller) }
    #expect(error?.code == .providerTimeout)
    #expect(error?.leavesOpen == leavesOpen)
    #expect(world.vendor.calls.filter { $0.hasPrefix("message") }.count == 1, "sent again by itself")
    #expect(try await world.eventTypes(room).contains("message.sent") == false)
  }

  @Test(arguments: ["messages", "reactions"])
  func aRepeatAfterACrashMustNotSayItTwice(_ what: String) async throws {
    let world = World()
    let room = try await world.create().room.id
    func claim(_ owner: String) -> IdempotencyClaim {
      IdempotencyClaim(
        principal: "key_1", route: "POST /v1/rooms/\(room)/\(what)", key: "k", fingerprint: [1], owner: owner,
        expiresAt: .max)
    }
    #expect(try await world.gateway.beginIdempotent(claim("one")) == .run)
    let next = World(vendor: world.vendor, store: world.store, instance: "two")
    let error = await refusal { _ = try await next.gateway.beginIdempotent(claim("two")) }
    #expect(error?.code == .idempotencyOutcomeUnknown)
  }

  @Test func askingToUnmuteClaimsNothing() async throws {
    let world = World()
    let room = try await world.create().room.id
    try await world.joined(room, "c-1", "leo")
    let outcome = try await world.gateway.unmute(room, .person("leo"), tracks: [.audio], caller: world.caller)
    #expect(outcome.kind == .requested && outcome.changed == nil && outcome.affected.count == 1)
    #expect(world.vendor.calls.last == "unmute leo")
    #expect(
      await refusal {
        _ = try await world.gateway.unmute(room, .person("nadia"), tracks: [.audio], caller: world.acting("leo"))
      }?.code == .forbidden)
    world.vendor.failTalk(ProviderFailure(.participantNotFound, executed: .no, operation: "unmute"))
    let absent = try await world.gateway.unmute(room, .person("bo"), tracks: [.audio], caller: world.caller)
    #expect(absent.reason == .notConnected && absent.changed == false)
  }
}
