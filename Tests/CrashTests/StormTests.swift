import JSONCoding
import ProgramTesting
import Testing

/// `CRASH_ROUNDS` says how often the gateway dies, `CRASH_WORKERS` for how many callers, `CRASH_SEED` when.
@Suite(.serialized)
struct StormTests {
  @Test func nothingIsLostWhereverTheGatewayDies() async throws {
    let plan = StormPlan.fromEnvironment()
    let storm = try await Storm.prepare(plan)
    let outcome = await storm.run()
    let verdict = StormVerdict(
      outcome, rooms: try await storm.allRooms(), log: try await storm.log(), calls: try await storm.vendor.calls())
    let complaints = verdict.complaints
    #expect(complaints.isEmpty, "\(complaints.count): \(complaints.prefix(30).joined(separator: "\n"))")
    let strangers = try await strangers(storm, verdict)
    #expect(strangers.isEmpty, "who is inside differs: \(strangers.prefix(20).joined(separator: "\n"))")
    #expect(storm.counts.now.kills == plan.rounds)
    #expect(!outcome.lives.isEmpty)
    summarize(storm, verdict)
    let end = await storm.served.stop()
    #expect(end.gateway == 0)
    #expect(end.mock == 0)
  }

  /// Rooms in which the gateway lists others than the vendor. Deliveries come again, so that it needs a while.
  private func strangers(_ storm: Storm, _ verdict: StormVerdict) async throws -> [String] {
    var open = verdict.calls.filter { !$0.hasEnded && verdict.rooms[$0.id] != nil }.map(\.id)
    var found: [String] = []
    _ = try await eventually(within: .seconds(120)) {
      let calls = Dictionary(
        try await storm.vendor.calls().map { ($0.id, $0.connected) }, uniquingKeysWith: { first, _ in first })
      found = []
      var differing: [String] = []
      for room in open {
        let listed = try await storm.connected(room)
        guard listed != calls[room] else { continue }
        differing.append(room)
        found.append("\(room): \(listed.sorted()), at the vendor \((calls[room] ?? []).sorted())")
      }
      open = differing
      return open.isEmpty
    }
    return found
  }

  private func summarize(_ storm: Storm, _ verdict: StormVerdict) {
    let numbers = storm.counts.now
    print(
      """
      storm: seed \(storm.plan.seed), \(storm.plan.workers) callers, \(numbers.kills) kills, \(numbers.requests) \
      requests, \(numbers.answered) answered, \(numbers.retries) retries, \(numbers.abandoned) creates given up, \
      \(verdict.rooms.count) rooms, \(verdict.log.count) events, \(numbers.reconnects) streams opened, \
      \(verdict.outcome.untold.count) joins that the vendor gave up telling
      """)
  }
}
