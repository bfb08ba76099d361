import JSONCoding
import ProgramTesting
import Synchronization
import Testing

@Suite("Clients that vanish")
struct DisconnectTests {
  @Test func clientsThatVanishAnywhereLeaveNothingBehind() async throws {
    try await LoadedGateway.run { gateway in
      let room = try await gateway.room("the-room")
      try await gateway.fault("GetOrCreateCall", ["kind": "delay", "ms": 20])
      // The vendor's connections, the caches and the pools are there before anything is compared.
      try await leave(gateway, room, LoadScale.count(10_000, share: 0.02), seed: 1)
      try await gateway.expectQuiet()
      let before = gateway.usage
      let kept = gateway.mockUsage.descriptors
      let count = LoadScale.count(10_000, share: 0.15)
      let (_, report) = try await NormalClient(gateway, room).served { try await leave(gateway, room, count, seed: 2) }
      #expect(report.wrong == [], "the normal client's \(report.answers) answers")
      try await gateway.expectQuiet()
      let after = gateway.usage
      let keptNow = gateway.mockUsage.descriptors
      print(
        "\(count) clients vanished: before \(before); after \(after); \(report.answers) answers, slowest \(report.slowest)"
      )
      // Connections to the vendor are kept; each is a descriptor on both sides.
      #expect(after.descriptors - keptNow <= before.descriptors - kept + 4)
      #expect(after.threads <= before.threads + 4)
      // The rooms that are kept in memory, and the end of the log, fill up to their bounds.
      #expect(after.residentKilobytes < before.residentKilobytes + 160 << 10)
      try await everyCreateThatReachedTheVendorIsInTheLog(gateway)
    }
  }

  private func leave(_ gateway: LoadedGateway, _ room: String, _ count: Int, seed: UInt64) async throws {
    let next = Mutex(0)
    _ = try await together(80) { worker in
      let choice = RandomChoice(seed: seed << 32 + UInt64(worker))
      let leaver = Leaver(gateway: gateway, room: room, choice: choice)
      while let number = next.withLock({ next -> Int? in
        next += 1
        return next <= count ? next : nil
      }) {
        try await leaver.visit(choice.of(Leaver.Point.allCases), name: "gone-\(seed)-\(number)")
      }
    }
  }

  /// A change runs to its end although nobody waits for its answer.
  private func everyCreateThatReachedTheVendorIsInTheLog(_ gateway: LoadedGateway) async throws {
    var calls: Set<String> = []
    var after: Int64 = 0
    while true {
      let page = try await gateway.served.vendor.get("/_mock/journal?operation=GetOrCreateCall&after=\(after)").items
      guard let last = page.last?["sequence"]?.integerValue else { break }
      after = last
      calls.formUnion(page.compactMap { $0["path"]?.stringValue?.split(separator: "/").last.map(String.init) })
    }
    var logged: Set<String> = []
    var cursor = "0"
    while true {
      let page = try await gateway.api.get("/v1/events?types=room.created&limit=100&after=\(cursor)")
      if page.items.isEmpty { break }
      logged.formUnion(page.items.compactMap { $0["room_id"]?.stringValue })
      cursor = try page.string("next_cursor")
    }
    #expect(calls.count > 10)
    #expect(calls.subtracting(logged) == [])
    #expect(logged.subtracting(calls) == [])
  }
}
