import HTTPTypes
import JSONCoding
import ProgramTesting
import Testing

/// SIGTERM in the middle of everything.
@Suite(.serialized)
struct ShutdownTests {
  @Test func whatIsUnderWayIsFinishedOrComesAgain() async throws {
    let victim = try await Victim.start()
    let room = try await victim.api.post("/v1/rooms", Victim.body("evening")).string("id")
    let stream = try EventStream(
      url: victim.served.url, path: "/v1/rooms/\(room)/events?after_sequence=0", fields: victim.api.fields,
      witness: victim.served.witness)
    #expect(await stream.followed())
    try await victim.fault("GoLive", ["kind": "delay", "ms": 1_500])
    async let live = victim.api.post("/v1/rooms/\(room)/go-live")
    #expect(try await eventually { try await victim.requests("GoLive").count == 1 })
    // Its delivery waits for the control that is under way.
    let session = try await victim.enters("mia", room)

    let started = ContinuousClock.now
    #expect(await victim.served.gateway.terminate(within: .seconds(10)) == 0)
    #expect(ContinuousClock.now - started < .seconds(10))
    let answer = try await live
    #expect(answer.summary == "200", "\(answer.text)")
    #expect(await eventually { stream.isAtEnd })
    #expect(stream.isComplete, "it ends as an answer does")
    #expect(stream.frames.contains { $0.retry != nil }, "and has said when to come again")

    try await victim.served.startGateway()
    #expect(try await eventually(within: .seconds(20)) { try await victim.connected(room) == [session] })
    let types = try await victim.types(room)
    #expect(types.filter { $0 == "room.went_live" }.count == 1)
    #expect(types.filter { $0 == "participant.joined" }.count == 1)
    #expect(try await victim.isGapless(room))
    try await victim.stop()
  }

  /// A vendor that says nothing holds up neither the end nor the truth: the room is settled by the next process.
  @Test func aVendorThatSaysNothingDoesNotHoldUpTheEnd() async throws {
    let victim = try await Victim.start()
    try await victim.fault("GetOrCreateCall", ["kind": "hang"])
    let caller = victim.api.with("Idempotency-Key", "evening")
    async let unanswered = try? caller.post("/v1/rooms", Victim.body("evening"))
    #expect(try await eventually { try await victim.requests("GetOrCreateCall").count == 1 })
    #expect(await victim.served.gateway.terminate(within: .seconds(10)) == 0)
    if let reply = await unanswered { #expect(reply.status >= 500, "\(reply.text)") }
    try await victim.served.startGateway()
    var answer = try await caller.post("/v1/rooms", Victim.body("evening"))
    _ = try await eventually(within: .seconds(15)) {
      if answer.status != 201 { answer = try await caller.post("/v1/rooms", Victim.body("evening")) }
      return answer.status == 201
    }
    #expect(try await victim.calls().map(\.id) == [answer.string("id")])
    try await victim.stop()
  }
}
