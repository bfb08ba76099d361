import Clocks
import GatewayEngine
import Glibc
import MockKit
import ProgramTesting
import ProviderTesting
import RoomReducer
import SQLiteStore
import Store
import StreamAdapter
import Testing

/// What a vendor did in a hundred rooms, carried over lost, doubled, late and in the wrong order. `STORM_EVENTS` says how
/// many things happen in each storm.
@Suite(.serialized) struct StormTests {
  private static let events = getenv("STORM_EVENTS").flatMap { Int(String(cString: $0)) }

  // MARK: Stream

  @Test func overAStoreInMemory() async throws {
    try await rage(1, StreamStormVendor(seed: 1), InMemoryStore(), events: 1_200)
  }

  /// The same by webhooks and over a connection, each of which loses what it will.
  @Test func byBothWays() async throws {
    try await rage(2, StreamStormVendor(seed: 2, events: .both), InMemoryStore(), events: 1_200)
  }

  @Test func overAFile() async throws {
    let folder = TemporaryFolder()
    let store = try SQLiteStore.open(path: folder.file("storm.db"), exclusive: true)
    try await rage(4, StreamStormVendor(seed: 4), store, events: 800)
    await store.close()
  }

  /// Nobody asks: the timer alone finds what no delivery told.
  @Test func theTimerFindsWhatWasLost() async throws {
    try await wait(5, StreamStormVendor(seed: 5, onManualTime: true))
  }

  // MARK: VideoSDK

  /// Whoever comes again is told in the same bytes, and nothing tells a repeat from something new.
  @Test func whereRepeatsAndNewsLookAlike() async throws {
    try await rage(6, VideoSDKStormVendor(seed: 6), InMemoryStore(), events: 1_000)
  }

  /// The gateway sits in some of the rooms; its seats are dropped, sent away and taken again.
  @Test func withSeatsThatAreLost() async throws {
    try await rage(7, VideoSDKStormVendor(seed: 7, seated: true), InMemoryStore(), events: 1_000)
  }

  @Test func repeatsOverAFile() async throws {
    let folder = TemporaryFolder()
    let store = try SQLiteStore.open(path: folder.file("storm.db"), exclusive: true)
    try await rage(8, VideoSDKStormVendor(seed: 8), store, events: 700)
    await store.close()
  }

  @Test func theTimerFindsWhatWasLostAmongRepeats() async throws {
    try await wait(9, VideoSDKStormVendor(seed: 9, onManualTime: true))
  }

  // MARK: Parts

  private func wait(_ seed: UInt64, _ vendor: any StormVendor) async throws {
    let options = ReconciliationOptions(requestsPerMinute: 600)
    var storm = Storm(seed: seed, vendor, store: InMemoryStore(), reconciliation: options)
    try await storm.rage(rooms: 20, events: 400, readsBetween: false)
    try await storm.calm()
    #expect(try await !storm.differences().isEmpty, "too little was lost")
    let gateway = storm.gateway.gateway
    let timer = Task { await gateway.reconcileOnTime() }
    let agree = try await eventually(within: .seconds(60)) {
      await vendor.time.advance(by: .seconds(2))
      vendor.engine.runTimers()
      try await storm.calm()
      return try await storm.differences().isEmpty
    }
    timer.cancel()
    await timer.value
    #expect(agree)
    await vendor.stop()
  }

  private func rage(_ seed: UInt64, _ vendor: any StormVendor, _ store: any Store, events: Int) async throws {
    var storm = Storm(seed: seed, vendor, store: store)
    let gateway = storm.gateway
    try await gateway.connected {
      try await storm.rage(rooms: 100, events: Self.events ?? events)
      // A watcher goes on telling until the end; seats are left before.
      if vendor.watcher != nil { try await settle(&storm) }
    }
    if vendor.watcher == nil { try await settle(&storm) }
    await vendor.stop()
  }

  private func settle(_ storm: inout Storm) async throws {
    let differences = try await storm.settle()
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    #expect(try await storm.readAll() == 0, "a second read finds nothing new")
    #expect(Set(storm.answers.keys) == [200])
    #expect(Set(storm.forgedAnswers.keys) == [401])
    try await compareLogs(storm)
  }

  private func compareLogs(_ storm: Storm) async throws {
    var rooms: [(state: RoomState, log: RoomLog)] = []
    for room in storm.rooms {
      rooms.append((try await storm.gateway.state(room), try await storm.gateway.log(room)))
    }
    let comparisons = await storm.vendor.comparisons(rooms, lost: storm.lost)
    for comparison in comparisons {
      #expect(comparison.faults.isEmpty, "\(comparison.faults.joined(separator: "\n"))")
    }
    let entries = rooms.flatMap(\.log.entries)
    let recovered = entries.count { $0.source == "reconcile" }
    for entry in entries where entry.source != "socket" || storm.vendor.watcher != nil {
      #expect((entry.source == "reconcile") == (entry.vendorType == nil && entry.source != "api"))
    }
    // Whatever reached us by no way at all is few where there are two.
    #expect(recovered > 0 || storm.lost.count < 20)
    print(
      "storm \(storm.seed): \(storm.vendor.engine.webhooks.deliveries.count) deliveries, \(storm.lost.count) lost;",
      "\(entries.count) events, \(recovered) recovered by reading, \(entries.count { $0.source == "socket" }) heard;",
      "unseen: \(comparisons.reduce(0) { $0 + $1.unseen }) stays and sessions,",
      "\(comparisons.reduce(0) { $0 + $1.unseenStages }) changes of stage;",
      "\(Int(storm.gateway.seatsLost)) seats lost")
  }
}
