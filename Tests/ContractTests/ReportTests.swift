import MeetingContract
import MeetingContractTesting
import MeetingCore
import ProviderCatalog
import Synchronization
import Testing

@Suite("Contract: reports and running")
struct ReportTests {
  @Test("a report tells failures, skips and deviations apart")
  func outcomes() throws {
    let clean = ContractReport()
    clean.expect(true, "no")
    #expect(clean.outcome == .pass)
    clean.expect(false, "first")
    #expect(throws: (any Error).self) { try clean.require(nil as Int?, "second") }
    #expect(clean.outcome == .fail(["first", "second"]))

    let skipped = ContractReport()
    #expect(throws: (any Error).self) { try skipped.skip("no device") }
    #expect(skipped.outcome == .skipped("no device"))
  }

  @Test("a known deviation is one as long as it occurs")
  func deviations() {
    let report = ContractReport()
    report.deviates("known")
    #expect(report.outcome == .fail(["no longer deviates: known"]))
    report.fail("again")
    #expect(report.outcome == .deviates("known"))
  }

  @Test("a behaviour that never ends fails at its limit")
  func deadline() async throws {
    let behaviour = ContractBehaviour("sleeps", .provider, "Sleeps.") { _ in try await Task.sleep(for: .seconds(60)) }
    let runner = ContractRunner(harness: StreamHarness(), limit: .milliseconds(50))
    let result = await runner.run(behaviour, kind: .meeting)
    #expect(result.outcome == .fail(["took longer than 0.05 seconds"]))
  }

  @Test("capabilities and the harness's parts decide what is run")
  func requirements() async {
    let never: @Sendable (ContractRun) async throws -> Void = { $0.report.fail("ran") }
    let runner = ContractRunner(harness: StreamHarness())
    let lacking = ContractBehaviour("a", .provider, "", capabilities: [.whip], body: never)
    #expect(await runner.run(lacking, kind: .meeting).outcome == .lacks("no whip"))
    let other = ContractBehaviour("b", .provider, "", kinds: [.audioRoom], body: never)
    #expect(await runner.run(other, kind: .meeting).outcome == .lacks("is not about meetings"))
    var harness = StreamHarness()
    harness.wrapProvider = { ProviderVariant(base: $0, kinds: [.meeting]) }
    let without = await ContractRunner(harness: harness).run(lacking, kind: .voiceCall)
    #expect(without.outcome == .lacks("has no voice_calls"))
  }

  @Test(
    "names are picked by pattern",
    arguments: [("end-twice-is-applied", 1), ("end-*", 2), ("*twice*,no-such", 6), ("nothing", 0)])
  func patterns(pattern: String, count: Int) async {
    let empty = ContractBehaviour.all.map { behaviour in
      ContractBehaviour(behaviour.name, behaviour.layer, "") { _ in }
    }
    let results = await ContractRunner(harness: StreamHarness()).run(only: pattern, behaviours: empty)
    #expect(results.count == count * 3)
  }

  @Test("side by side, each is run once and told in its place")
  func sideBySide() async {
    let behaviours = (0..<9).map { index in
      ContractBehaviour("b\(index)", .provider, "") { _ in try await Task.sleep(for: .milliseconds((9 - index) * 5)) }
    }
    let told = Told()
    let results = await ContractRunner(harness: StreamHarness(), atOnce: 4)
      .run(behaviours: behaviours, kinds: [.meeting]) { told.add($0.behaviour) }
    #expect(results.map(\.behaviour) == behaviours.map(\.name))
    #expect(told.names == behaviours.map(\.name))
    #expect(results.allSatisfy { $0.outcome == .pass })
  }

  @Test("a ledger has a behaviour run once, whoever asks")
  func ledger() async {
    let runs = Mutex(0)
    let counted = ContractBehaviour("counted", .provider, "") { _ in runs.withLock { $0 += 1 } }
    let ledger = ContractLedger(harness: StreamHarness())
    for _ in 0..<3 { #expect(await ledger.result(of: counted, kind: .meeting).outcome == .pass) }
    async let one = ledger.result(of: counted, kind: .voiceCall)
    async let other = ledger.result(of: counted, kind: .voiceCall)
    #expect(await one == other)
    #expect(runs.withLock { $0 } == 2)
  }

  private final class Told: Sendable {
    private let kept = Mutex<[String]>([])
    var names: [String] { kept.withLock { $0 } }
    func add(_ name: String) { kept.withLock { $0.append(name) } }
  }
}
