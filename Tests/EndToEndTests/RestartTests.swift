import Glibc
import HTTPTypes
import JSONCoding
import ProgramTesting
import Testing

@Suite
struct RestartTests {
  @Test func whatWasThereIsThereAfterARestart() async throws {
    let folder = TemporaryFolder()
    let (key, room, events) = try await {
      let demo = try await Demo.start(data: folder.path)
      let room = try await demo.liveRoom()
      let events = try await demo.events(room).map { $0.text() }
      let end = await demo.stop()
      #expect(end.status == 0)
      #expect(end.slips == [])
      return (demo.key, room, events)
    }()
    let demo = try await Demo.start(data: folder.path)
    #expect(demo.key == key)
    #expect(try await demo.api.get("/v1/rooms/\(room)")["state"] == "live")
    #expect(try await demo.events(room).map { $0.text() } == events)
    #expect(try await demo.api.post("/v1/rooms", ["kind": "audio_room"]).status == 201)
    #expect(await demo.stop().status == 0)
  }

  /// The mock forgets, the gateway does not: what the new mock tells must not look like what the old one told, and rooms of
  /// the old one can be ended.
  @Test func aMockStartedAnewIsHeardAndItsOldRoomsCanBeEnded() async throws {
    let folder = TemporaryFolder()
    for round in 0..<2 {
      let demo = try await Demo.start(data: folder.path)
      let room = try await demo.liveRoom()
      for person in ["ana", "bo"] { _ = try await demo.enters(person, room) }
      #expect(
        try await eventually { try await demo.events(room, types: "participant.joined").count == 2 }, "round \(round)")
      let named: JSON = ["kind": "audio_room", "external_id": "evening-jazz"]
      let kept = try await demo.api.post("/v1/rooms", named)
      #expect(kept.status == (round == 0 ? 201 : 200))
      if round == 1 {
        let ended = try await demo.api.post("/v1/rooms/\(try kept.string("id"))/end", [:])
        #expect(ended.status == 200)
        #expect(ended["changed"] == true)
        #expect(try await demo.api.post("/v1/rooms", named).status == 201)
      }
      #expect(await demo.stop().status == 0)
    }
  }

  @Test func anOpenStreamDoesNotHoldTheEndUp() async throws {
    let demo = try await Demo.start()
    let room = try await demo.liveRoom()
    let stream = try demo.stream("/v1/rooms/\(room)/events")
    #expect(await stream.followed())
    let started = ContinuousClock.now
    let end = await demo.stop()
    #expect(end.status == 0)
    #expect(ContinuousClock.now - started < .seconds(5))
    #expect(await eventually { stream.isAtEnd }, "the client is told")
  }

  @Test func aKilledGatewayStartsAgainWithAllThatWasAnswered() async throws {
    let folder = TemporaryFolder()
    let first = try await Demo.start(data: folder.path)
    let kept = first.api.with("Idempotency-Key", "before-the-crash")
    let body: JSON = ["kind": "audio_room", "title": "Before the crash"]
    let created = try await kept.post("/v1/rooms", body)
    let room = try created.string("id")
    await first.process.kill()
    #expect(first.process.status() == 128 + SIGKILL)

    let second = try await Demo.start(data: folder.path)
    let again = try await second.api.with("Idempotency-Key", "before-the-crash").post("/v1/rooms", body)
    #expect(again.bytes == created.bytes)
    #expect(again.fields["Idempotent-Replayed"] == "true")
    #expect(try await second.journal("GetOrCreateCall").isEmpty)
    #expect(try await second.events(room).compactMap { $0["sequence"]?.integerValue } == [1])
    #expect(await second.stop().status == 0)
  }

  @Test func twoGatewaysOnOneStoreAreRefused() async throws {
    let folder = TemporaryFolder()
    let first = try await Demo.start(data: folder.path)
    let second = try await Program.run("demo", "--port", "0", "--data", folder.path)
    #expect(second.status == 1)
    #expect(!second.errors.isEmpty)
    #expect(try await first.api.get("/readyz").status == 200)
    #expect(await first.stop().status == 0)
  }
}
