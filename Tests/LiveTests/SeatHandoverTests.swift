import Clocks
import JSONCoding
import ProgramTesting
import Testing

/// Two gateways with the real adapter on one file and one room: at the vendor there is one seat, and the log has everything
/// once, whatever befalls the holder. The program itself lets one process at a time on a file; what holds for two here is
/// what holds for a process and the one that follows it.
@Suite("A seat at VideoSDK goes to another gateway")
struct SeatHandoverTests {
  /// Moves the second gateway's clock on, a second at a time, until another seat than `seat` is taken; how many it took.
  /// A second passes only when all that waits has gone to sleep: for the lease, for other rooms, for people who leave, for
  /// rooms to read. Whoever has the lease does more.
  private func wait(_ bench: TwinBench, for seat: String?) async throws -> Int {
    for seconds in 0..<60 {
      _ = try await eventually {
        let isWaiting = bench.two.time.sleeperCount == 4
        return try await isFollowed(seat, bench) || isWaiting
      }
      if try await isFollowed(seat, bench) { return seconds }
      await bench.two.time.advance(by: .seconds(1))
    }
    return 60
  }

  private func isFollowed(_ seat: String?, _ bench: TwinBench) async throws -> Bool {
    let seats = try await bench.seats()
    return !seats.isEmpty && seats != [seat].compactMap { $0 }
  }

  /// Each event has its number, none is missing, and none is there twice.
  private func isWhole(_ events: [JSON]) -> Bool {
    events.compactMap { $0["sequence"]?.integerValue } == (1...Int64(max(1, events.count))).map { $0 }
      && Set(events.compactMap { $0["id"]?.stringValue }).count == events.count
  }

  @Test("whoever sleeps is followed within the lease's time, and comes too late when it wakes")
  func sleeps() async throws {
    try await TwinBench.running { bench in
      let room = try await bench.room()
      let first = try #require(try await bench.seats().first)
      try await room.changes("ana", ["audio": true])
      #expect(try await bench.isPublishing("ana", true, in: room))

      bench.one.hold.shut()
      bench.balancer.use(bench.two.facade)
      // Only the sleeper hears this, and the vendor says it to nobody again.
      try await room.changes("ana", ["audio": false])
      try await room.says("ana", "is anybody there?")
      #expect(await eventually { bench.one.hold.waiting == 1 })
      try await room.comes("bo")
      let waited = try await wait(bench, for: first)
      #expect((15...21).contains(waited), "the lease, and at most one try after it: \(waited) s")
      #expect(try await eventually { try await bench.seats().count == 1 }, "the vendor lets one of a name in")
      try await room.comes("cy")
      try await room.changes("ana", ["audio": true])
      #expect(try await bench.isPublishing("ana", true, in: room))
      try await room.says("ana", "here I am")
      #expect(
        try await eventually {
          try await bench.events(room).contains { $0["data", "payload"] == "here I am" }
        })
      #expect(try await eventually { try await bench.people("participant.joined", in: room) == ["ana", "bo", "cy"] })
      let second = try await bench.seats()
      let before = try await bench.events(room)

      bench.one.hold.open()
      #expect(await eventually { bench.one.hold.fenced == 1 }, "what it had heard is refused")
      await bench.one.time.advance(by: .seconds(60))
      #expect(try await bench.seats() == second, "it stays away")
      let after = try await bench.events(room)
      #expect(after == before)
      #expect(isWhole(after), "\(after)")
      #expect(try await bench.participant("ana", in: room)?["tracks", "audio", "publishing"] == true)
    }
  }

  @Test("whoever is killed is followed within the lease's time, and what nobody heard is found")
  func isKilled() async throws {
    try await TwinBench.running { bench in
      let room = try await bench.room()
      try await room.comes("bo")
      #expect(try await eventually { try await bench.people("participant.joined", in: room) == ["ana", "bo"] })
      await bench.one.cut()
      bench.balancer.use(nil)
      #expect(try await eventually { try await bench.seats().isEmpty })
      // The vendor's deliveries find nobody either.
      try await room.comes("cy")
      try await room.leaves("bo")
      let waited = try await wait(bench, for: nil)
      #expect((15...21).contains(waited), "the lease, and at most one try after it: \(waited) s")
      bench.balancer.use(bench.two.facade)
      #expect(try await bench.seats().count == 1)
      #expect(try await eventually { try await bench.people("participant.joined", in: room) == ["ana", "bo", "cy"] })
      await bench.two.time.advance(by: .seconds(5))
      #expect(try await eventually { try await bench.people("participant.left", in: room) == ["bo"] })
      let events = try await bench.events(room)
      #expect(isWhole(events), "\(events)")
      #expect(events.count { $0["type"] == "session.started" } == 1)
      #expect(try await bench.seats().count == 1)
    }
  }
}
