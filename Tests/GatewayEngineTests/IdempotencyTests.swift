import GatewayEngine
import HTTPTypes
import MeetingCore
import ProgramTesting
import Testing

@Suite struct IdempotencyTests {
  private let answer = StoredAnswer(status: 201, fields: ["Location": "/v1/rooms/room_1"], body: Array("{}".utf8))

  @Test func aRepeatGetsTheStoredAnswer() async throws {
    let world = World()
    let claim = world.claim("k")
    #expect(try await world.gateway.beginIdempotent(claim) == .run)
    try await world.gateway.finishIdempotent(claim, answer)
    #expect(try await world.gateway.beginIdempotent(claim) == .replay(answer))
  }

  @Test func anotherBodyUnderTheKeyIsRefused() async throws {
    let world = World()
    let claim = world.claim("k")
    _ = try await world.gateway.beginIdempotent(claim)
    let error = await #expect(throws: GatewayError.self) {
      try await world.gateway.beginIdempotent(world.claim("k", body: "other"))
    }
    #expect(error?.code == .idempotencyMismatch)
  }

  @Test func aRunningRequestIsWaitedForAndThenSaidToRun() async throws {
    let world = World()
    _ = try await world.gateway.beginIdempotent(world.claim("k"))
    let error = await #expect(throws: GatewayError.self) {
      try await world.gateway.beginIdempotent(world.claim("k"))
    }
    #expect(error?.code == .idempotencyInProgress)
    #expect(error?.retryAfterSeconds == 1)
  }

  @Test func aForgottenKeyMayBeUsedAgain() async throws {
    let world = World()
    let claim = world.claim("k")
    _ = try await world.gateway.beginIdempotent(claim)
    await world.gateway.abandonIdempotent(claim)
    #expect(try await world.gateway.beginIdempotent(world.claim("k", body: "other")) == .run)
  }

  /// The process died between the vendor's answer and ours: the retry finds the one room.
  @Test func aRetryAfterACrashFindsTheRoomThatWasMade() async throws {
    let world = World()
    let claim = world.claim("k")
    _ = try await world.gateway.beginIdempotent(claim)
    let first = try await world.gateway.createRoom(world.request(), claim: claim, caller: world.caller).view
    let next = World(vendor: world.vendor, store: world.store, instance: "two")
    let again = next.claim("k", instance: "two")
    #expect(try await next.gateway.beginIdempotent(again) == .run)
    let second = try await next.gateway.createRoom(next.request(), claim: again, caller: next.caller).view
    #expect(second.room.id == first.room.id)
    #expect(next.vendor.calls.filter { $0 == "create" }.count == 1)
  }

  /// It died while the vendor was being asked: the retry reads back before anything else.
  @Test func aRetryAfterACrashInTheMiddleReadsBackFirst() async throws {
    let world = World()
    let gate = Gate()
    world.vendor.nextCreates(.waits(gate))
    let claim = world.claim("k")
    _ = try await world.gateway.beginIdempotent(claim)
    let stuck = Task { try? await world.gateway.createRoom(world.request(), claim: claim, caller: world.caller).view }
    #expect(await eventually { gate.waiting == 1 })
    let next = World(vendor: world.vendor, store: world.store, instance: "two")
    let again = next.claim("k", instance: "two")
    #expect(try await next.gateway.beginIdempotent(again) == .run)
    #expect(next.vendor.calls.contains("find"))
    _ = try await next.gateway.createRoom(next.request(), claim: again, caller: next.caller)
    #expect(next.vendor.roomCount == 1)
    gate.open()
    _ = await stuck.value
    #expect(next.vendor.roomCount == 1, "what the dead process had asked for comes late and is the same room")
  }
}
