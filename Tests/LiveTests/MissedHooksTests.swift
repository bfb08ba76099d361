import Clocks
import GatewayEngine
import JSONCoding
import MockKit
import ProgramTesting
import StreamAdapter
import StreamMock
import Testing

/// The vendor's deliveries are lost for a while: nothing of them is lost for good, and nothing is made up.
@Suite("What happens while no webhook comes")
struct MissedHooksTests {
  /// How deliveries get lost.
  enum Loss: CaseIterable { case dropped, targetGone }

  private static let readings = ReconciliationOptions(
    interval: .seconds(30), idleInterval: .seconds(300), requestsPerMinute: 600, tick: .seconds(2))

  private func running(_ body: (WatchBench, ManualTime) async throws -> Void) async throws {
    let time = ManualTime(wallNanoseconds: SystemTime().wallNanoseconds)
    try await WatchBench.running(.webhooks, time: time, reconciliation: Self.readings) { bench in
      try await body(bench, time)
    }
  }

  /// Time goes on until something holds.
  private func passing(_ bench: WatchBench, _ time: ManualTime, _ condition: () async throws -> Bool) async throws
    -> Bool
  {
    try await eventually {
      if try await condition() { return true }
      await time.advance(by: .seconds(1))
      return false
    }
  }

  private func lose(_ loss: Loss, _ bench: WatchBench) async throws {
    switch loss {
    case .dropped: try await bench.control("POST", "webhooks/next", ["mutation": "drop", "times": 10_000])
    case .targetGone: try await bench.control("DELETE", "webhooks")
    }
  }

  private func find(_ loss: Loss, _ bench: WatchBench) async throws {
    switch loss {
    case .dropped: try await bench.control("DELETE", "webhooks/next")
    case .targetGone: try await bench.registerHook()
    }
  }

  private func story(_ events: ArraySlice<JSON>) -> [String] {
    events.map { event in
      let data = event["data"]
      let who = data?["participant"]?["person"] ?? data?["person"]
      return [event["type"], who?["external_id"]].compactMap { $0?.stringValue }.joined(separator: " ")
    }.sorted()
  }

  @Test("the timer finds everything that can be read, once", arguments: Loss.allCases)
  func timer(_ loss: Loss) async throws {
    try await running { bench, time in
      let rooms = try await MissedRooms(bench)
      #expect(try await passing(bench, time) { try await rooms.isSettled })
      let before = try await rooms.counts()
      try await lose(loss, bench)
      try await rooms.muchHappens()
      #expect(try await rooms.counts() == before, "nobody was told")

      #expect(
        try await passing(bench, time) {
          guard try await bench.types(rooms.stage).contains("recording.started") else { return false }
          return try await bench.types(rooms.over).contains("room.ended")
        })
      let found = try await bench.events(rooms.stage).dropFirst(before[rooms.stage] ?? 0)
      #expect(
        story(found) == [
          "participant.banned eva", "participant.joined bo", "participant.left ana", "participant.updated bo",
          "participant.updated cy",
          "recording.started", "room.went_live",
        ])
      #expect(found.allSatisfy { $0["source"] == "reconcile" && $0["provider_event"] == .null })
      let ended = try await bench.events(rooms.over).dropFirst(before[rooms.over] ?? 0)
      #expect(story(ended) == ["participant.left dan", "room.ended", "session.ended"])
      #expect(ended.allSatisfy { $0["source"] == "reconcile" })
      #expect(try await bench.events(rooms.quiet).count == before[rooms.quiet], "nothing happened there")

      // What was lost comes after all.
      let after = try await rooms.counts()
      try await find(loss, bench)
      if loss == .dropped { try await redeliver(bench) }
      try await bench.enter("fay", rooms.stage, type: "audio_room")
      #expect(
        try await passing(bench, time) {
          try await bench.source(of: "participant.joined", in: rooms.stage) == "webhook"
        })
      #expect(await eventually { await bench.isQuiet })
      let late = try await bench.events(rooms.stage).dropFirst(after[rooms.stage] ?? 0)
      #expect(story(late).filter { !$0.hasPrefix("permission.") } == ["participant.joined fay"])
      // The vendor knows better when somebody left, and reports on the session afterwards.
      let corrected = try await bench.events(rooms.over).dropFirst(after[rooms.over] ?? 0)
      #expect(
        corrected.allSatisfy { $0["data"]?["changed"] == ["left_at"] || $0["type"] == "provider.event" },
        "\(story(corrected))")
      for _ in 0..<70 { await time.advance(by: .seconds(1)) }
      #expect(try await bench.events(rooms.quiet).count == before[rooms.quiet])
    }
  }

  @Test("a delivery that follows on one that never came has its room read at once")
  func hint() async throws {
    try await running { bench, time in
      let rooms = try await MissedRooms(bench)
      #expect(try await passing(bench, time) { try await rooms.isSettled })
      let before = try await rooms.counts()
      try await lose(.dropped, bench)
      let bo = try await rooms.comes("bo")
      try await bench.control("DELETE", "rooms/audio_room:\(rooms.stage)/participants/\(rooms.ana)")
      try await find(.dropped, bench)
      let start = time.monotonicNanoseconds
      try await bench.control("DELETE", "rooms/audio_room:\(rooms.stage)/participants/\(bo)")
      #expect(
        try await passing(bench, time) { try await bench.types(rooms.stage).count { $0 == "participant.left" } == 2 })
      let found = try await bench.events(rooms.stage).dropFirst(before[rooms.stage] ?? 0)
      #expect(story(found) == ["participant.joined bo", "participant.left ana", "participant.left bo"])
      let sources = Dictionary(
        uniqueKeysWithValues: found.map { (story([$0])[0], $0["source"]?.stringValue ?? "") })
      #expect(sources["participant.left bo"] == "webhook")
      #expect(sources["participant.left ana"] == "reconcile")
      // The timer alone would have come at thirty; a busy machine lets some time pass.
      #expect(time.monotonicNanoseconds - start < 25_000_000_000)
    }
  }

  private func redeliver(_ bench: WatchBench) async throws {
    let items = try await bench.control("GET", "webhooks/deliveries?state=dropped")["items"]?.arrayValue ?? []
    #expect(items.count > 8)
    for id in items.compactMap({ $0["id"]?.stringValue }) {
      try await bench.control("POST", "webhooks/deliveries/\(id)/redeliver")
    }
  }
}
