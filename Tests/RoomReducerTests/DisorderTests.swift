import Testing

/// Histories by seed: what reaches the gateway is doubled, late, in the wrong order, lost, or met by reads begun before it.
@Suite struct DisorderTests {
  @Test(arguments: 0..<16) func afterAFreshReadTheStateIsTheTruthAndTheLogMakesSense(_ batch: Int) {
    for seed in UInt64(batch) * 125..<UInt64(batch + 1) * 125 {
      let verdict = DisorderVerdict(history: DisorderedHistory(seed: seed))
      let faults = verdict.faults(verdict.history.arrivals)
      guard !faults.isEmpty else { continue }
      let steps = verdict.shrunk().map(\.description)
      Issue.record("seed \(seed): \(faults.joined(separator: "; "))\n\(steps.joined(separator: "\n"))")
      return
    }
  }

  @Test(arguments: 0..<16) func whatArrivesAtLeastOnceIsToldExactlyOnce(_ batch: Int) {
    for seed in UInt64(batch) * 125..<UInt64(batch + 1) * 125 where seed % 3 == 0 {
      let verdict = DisorderVerdict(history: DisorderedHistory(seed: seed))
      let faults = verdict.omissions()
      guard !faults.isEmpty else { continue }
      let steps = verdict.history.arrivals.map(\.description)
      Issue.record("seed \(seed): \(faults.joined(separator: "; "))\n\(steps.joined(separator: "\n"))")
      return
    }
  }

  /// The comparison itself finds what it should.
  @Test func aLostLeaveIsFoundUntilTheFreshRead() throws {
    let seed = try #require((0..<200).first { DisorderedHistory(seed: UInt64($0)).truth.devices.count > 1 })
    let history = DisorderedHistory(seed: UInt64(seed))
    let withoutRead = Array(history.arrivals.prefix(1))
    #expect(!DisorderVerdict(history: history).faults(withoutRead).isEmpty)
    #expect(DisorderVerdict(history: history).faults(history.arrivals).isEmpty)
  }
}
