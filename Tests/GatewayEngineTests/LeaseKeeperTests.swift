import Clocks
import ProgramTesting
import ProviderTesting
import Store
import Synchronization
import Testing

@testable import GatewayEngine

@Suite("Holding a lease")
struct LeaseKeeperTests {
  private final class Work: Sendable {
    private let states = Mutex<(running: Bool, ended: Int)>((false, 0))
    var isRunning: Bool { states.withLock { $0.running } }
    var ended: Int { states.withLock { $0.ended } }

    /// Goes on until it is cancelled.
    func run() async {
      states.withLock { $0.running = true }
      let (stream, _) = AsyncStream<Void>.makeStream()
      for await _ in stream {}
      states.withLock { $0 = (false, $0.ended + 1) }
    }
  }

  private func keeper(_ store: any Store, _ time: ManualTime, owner: String = "a") -> LeaseKeeper {
    LeaseKeeper(store: store, owner: owner, options: LeaseOptions(), time: time)
  }

  @Test func itIsRenewedAsLongAsTheWorkGoesOn() async throws {
    let (store, time, work) = (InMemoryStore(), ManualTime(), Work())
    let holder = Task { await keeper(store, time).hold("l") { _ in await work.run() } }
    defer { holder.cancel() }
    #expect(await eventually { work.isRunning })
    for _ in 0..<12 {
      #expect(await time.waitForSleepers(2))
      await time.advance(by: .seconds(5))
    }
    #expect(work.isRunning)
    let now = time.wallNanoseconds
    #expect(try await store.takeLease("l", owner: "b", now: now, until: .max) == nil)
    holder.cancel()
    _ = await holder.value
    #expect(work.ended == 1)
    #expect(try await store.takeLease("l", owner: "b", now: now, until: .max)?.epoch == 2, "given back")
  }

  @Test func theWorkStopsWhenSomebodyElseHasIt() async throws {
    let (store, time, work) = (InMemoryStore(), ManualTime(), Work())
    let holder = Task { await keeper(store, time).hold("l") { _ in await work.run() } }
    #expect(await eventually { work.isRunning })
    let later = time.wallNanoseconds + 3_600_000_000_000
    #expect(try await store.takeLease("l", owner: "b", now: later, until: .max) != nil)
    #expect(await time.waitForSleepers(2))
    await time.advance(by: .seconds(5))
    #expect(await holder.value == nil)
    #expect(work.ended == 1)
    #expect(try await store.takeLease("l", owner: "c", now: later, until: .max) == nil, "not ours to give back")
  }

  @Test func theWorkStopsBeforeTheLeaseIsOverWhenTheStoreDoesNotAnswer() async throws {
    let (inner, time, work, gate) = (InMemoryStore(), ManualTime(), Work(), Gate())
    let store = DyingStore(inner, dies: .init(write: 2, isDone: false), gate: gate)
    let holder = Task { await keeper(store, time).hold("l") { _ in await work.run() } }
    #expect(await eventually { work.isRunning })
    #expect(await time.waitForSleepers(2))
    await time.advance(by: .seconds(9))
    #expect(work.isRunning)
    await time.advance(by: .seconds(1))
    #expect(await eventually { work.ended == 1 }, "at ten of fifteen seconds")
    gate.open()
    #expect(await holder.value == nil)
  }

  @Test func whoComesSecondWaits() async throws {
    let (store, time, work) = (InMemoryStore(), ManualTime(), Work())
    let held = try #require(
      try await store.takeLease("l", owner: "b", now: time.wallNanoseconds, until: time.wallNanoseconds + 7_000_000_000)
    )
    let holder = Task { await keeper(store, time).hold("l") { $0.epoch } }
    #expect(await time.waitForSleepers(1))
    #expect(!work.isRunning)
    await time.advance(by: .seconds(5))
    #expect(await time.waitForSleepers(1))
    await time.advance(by: .seconds(5))
    #expect(await holder.value == held.epoch + 1)
  }
}
