import Clocks
import JSONCoding
import MeetingCore
import Store
import Testing

@testable import GatewayEngine

/// What vendors forget to tell.
@Suite struct EgressUpkeepTests {
  private static let options = EgressOptions(
    interval: .seconds(30), changeLimit: .seconds(120), firstLook: .seconds(120), fileLimit: .seconds(3_600))

  private struct Studio {
    let time = ManualTime()
    let world: World
    let room: String
    let recording: String

    init() async throws {
      world = World(egress: EgressUpkeepTests.options, time: time)
      room = try await world.create().room.id
      _ = try await world.gateway.goLive(room, caller: world.caller)
      try await world.joined(room, "c-1", "ana")
      recording = try await world.gateway.startEgress(
        room, .recording(.room, audioOnly: nil, participant: nil), caller: world.caller
      ).egress.id
    }

    func hook(_ type: String) async throws {
      try await world.hook(["type": .string(type), "room": .string(room), "egress": "e-1"])
    }

    /// Steps the clock from one look to the next while `body` wants to go on.
    func watch(for seconds: Int64, until isDone: () async throws -> Bool = { false }) async throws {
      let world = world
      let watch = Task { await world.gateway.watchEgress() }
      for _ in 0..<(seconds / 30) {
        #expect(await time.waitForSleepers(1))
        if try await isDone() { break }
        await time.advance(by: .seconds(30))
      }
      _ = await time.waitForSleepers(1)
      watch.cancel()
      await watch.value
    }

    var egress: Egress {
      get async throws {
        try await EgressReader(services: world.gateway.services).egress(recording, .recording, in: room)
      }
    }
  }

  @Test func whatNeverStartsIsLostAndTheNextCanBegin() async throws {
    let studio = try await Studio()
    studio.world.vendor.studio.fail("stop recording", .conflict)
    try await studio.watch(for: 90)
    #expect(try await studio.egress.state == .starting, "it has its time")
    try await studio.watch(for: 120)
    #expect(try await studio.egress.state == .failed)
    #expect(try await studio.egress.reason == "lost")
    #expect(try await studio.world.eventTypes(studio.room).count { $0 == "recording.failed" } == 1)
    _ = try await studio.world.gateway.startEgress(
      studio.room, .recording(.room, audioOnly: nil, participant: nil), caller: studio.world.caller)
  }

  @Test func aFileThatNobodyToldOfIsFoundAfterTheRoomsEnd() async throws {
    let studio = try await Studio()
    for type in ["rec_started", "ended", "rec_stopped"] { try await studio.hook(type) }
    studio.world.vendor.studio.keep(
      EgressFileLink(file: EgressFile(session: "s-1", name: "a.mp4"), mode: .room, url: "u", expiresAt: nil))
    try await studio.watch(for: 600) { try await studio.egress.state == .ready }
    #expect(try await studio.egress.state == .ready)
    #expect(try await studio.world.eventTypes(studio.room).last == "recording.ready")
  }

  @Test func aFileThatNeverComesIsLostAfterTheLimit() async throws {
    let studio = try await Studio()
    for type in ["rec_started", "rec_stopped"] { try await studio.hook(type) }
    try await studio.watch(for: 4_500) { try await studio.egress.state == .failed }
    #expect(try await studio.egress.state == .failed)
    #expect(try await studio.egress.reason == "lost")
    let looks = studio.world.vendor.studio.calls.count { $0 == "files recording" }
    #expect((3...40).contains(looks), "the vendor was asked \(looks) times")
  }

  /// What a vendor only tells as captions leaves nothing to wait for.
  @Test func aTranscriptionWithoutTranscriptsIsOver() async throws {
    let studio = try await Studio()
    let world = studio.world
    world.vendor.studio.leaveNoTranscripts()
    let id = try await world.gateway.startEgress(
      studio.room, .transcription(language: nil, captions: true), caller: world.caller
    ).egress.id
    for type in ["trn_started", "trn_stopped"] { try await studio.hook(type) }
    func state() async throws -> Egress.State {
      try await EgressReader(services: world.gateway.services).egress(id, .transcription, in: studio.room).state
    }
    #expect(try await state() == .processing)
    try await studio.watch(for: 600) { try await state() == .stopped }
    #expect(try await state() == .stopped)
    let told = try await world.eventTypes(studio.room).filter { $0.hasPrefix("transcription.") }
    #expect(told == ["transcription.started", "transcription.stopped"])
    #expect(!world.vendor.studio.calls.contains("files transcription"))
  }

  @Test func whatDoesNotSayThatItStoppedHasStopped() async throws {
    let studio = try await Studio()
    try await studio.hook("rec_started")
    _ = try await studio.world.gateway.stopEgress(
      studio.room, studio.recording, .recording, caller: studio.world.caller)
    try await studio.watch(for: 240) { try await studio.egress.state == .processing }
    #expect(try await studio.egress.state == .processing)
    #expect(try await studio.world.eventTypes(studio.room).count { $0 == "recording.stopped" } == 1)
  }
}
