import Clocks
import GatewayEngine
import Glibc
import MockKit
import ProgramTesting
import ProviderTesting
import SQLiteStore
import Store
import StreamAdapter
import Testing

/// What the vendor did in a hundred rooms, carried over lost, doubled, late and in the wrong order. `STORM_EVENTS` says how
/// many things happen in each storm.
@Suite(.serialized) struct StormTests {
  private static let events = getenv("STORM_EVENTS").flatMap { Int(String(cString: $0)) }

  @Test func overAStoreInMemory() async throws {
    try await storm(1, InMemoryStore(), events: Self.events ?? 2_000)
  }

  /// The same by webhooks and over a connection, each of which loses what it will.
  @Test func byBothWays() async throws {
    try await storm(2, InMemoryStore(), by: .both, events: Self.events ?? 2_000)
  }

  @Test func overAFile() async throws {
    let folder = TemporaryFolder()
    let store = try SQLiteStore.open(path: folder.file("storm.db"), exclusive: true)
    try await storm(4, store, events: Self.events ?? 1_500)
    await store.close()
  }

  /// Nobody asks: the timer alone finds what no delivery told.
  @Test func theTimerFindsWhatWasLost() async throws {
    let options = ReconciliationOptions(requestsPerMinute: 600)
    var storm = try Storm(seed: 5, store: InMemoryStore(), onManualTime: true, reconciliation: options)
    try await storm.rage(rooms: 20, events: 400, readsBetween: false)
    try await storm.calm()
    #expect(try await !storm.differences().isEmpty, "too little was lost")
    let gateway = storm.gateway.gateway
    let timer = Task { await gateway.reconcileOnTime() }
    let agree = try await eventually(within: .seconds(60)) {
      await storm.vendor.time.advance(by: .seconds(2))
      storm.vendor.engine.runTimers()
      try await storm.calm()
      return try await storm.differences().isEmpty
    }
    timer.cancel()
    await timer.value
    #expect(agree)
    await storm.vendor.engine.stop()
  }

  private func storm(_ seed: UInt64, _ store: any Store, by ways: StreamEvents = .webhooks, events: Int) async throws {
    var storm = try Storm(seed: seed, store: store, events: ways)
    let gateway = storm.gateway
    try await gateway.connected { try await rage(&storm, events) }
    await storm.vendor.engine.stop()
  }

  private func rage(_ storm: inout Storm, _ events: Int) async throws {
    try await storm.rage(rooms: 100, events: events)
    let differences = try await storm.settle()
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    #expect(try await storm.readAll() == 0, "a second read finds nothing new")
    #expect(Set(storm.answers.keys) == [200])
    #expect(Set(storm.forgedAnswers.keys) == [401])
    try await compareLogs(storm)
  }

  private func compareLogs(_ storm: Storm) async throws {
    let deliveries = storm.vendor.engine.webhooks.deliveries
    let records = VendorRecord.records(deliveries)
    var (unseen, unseenStages, recovered, told) = (0, 0, 0, 0)
    for room in storm.rooms {
      let log = try await storm.gateway.log(room)
      let comparison = LogComparison(
        state: try await storm.gateway.state(room), log: log,
        record: records["audio_room:" + room] ?? VendorRecord(), lost: storm.lost)
      #expect(comparison.faults.isEmpty, "\(comparison.faults.joined(separator: "\n"))")
      unseen += comparison.unseen
      unseenStages += comparison.unseenStages
      told += log.entries.count
      recovered += log.entries.count { $0.source == "reconcile" }
      #expect(log.entries.allSatisfy { ($0.source == "reconcile") == ($0.vendorType == nil && $0.source != "api") })
    }
    // Whatever reached us by no way at all is few where there are two.
    #expect(recovered > 0 || storm.lost.count < 20)
    print(
      "storm \(storm.seed): \(deliveries.count) deliveries, \(storm.lost.count) lost; \(told) events,",
      "\(recovered) recovered by reading; unseen: \(unseen) stays and sessions, \(unseenStages) changes of stage")
  }
}
