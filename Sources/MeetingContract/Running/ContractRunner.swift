public import MeetingCore

/// Runs behaviours, each on a fixture of its own and within a deadline.
public struct ContractRunner: Sendable {
  public let harness: any ContractHarness
  /// What one behaviour may take.
  public let limit: Duration
  /// How many run side by side. More than one is for vendors that nobody else uses and that set no limits.
  public let atOnce: Int

  public init(harness: any ContractHarness, limit: Duration = .seconds(30), atOnce: Int = 1) {
    self.harness = harness
    self.limit = limit
    self.atOnce = max(1, atOnce)
  }

  /// Every behaviour whose name matches, on every kind of the harness or on those given. `only` may hold `*` and commas;
  /// nil = all.
  /// `observe` hears of each result in their order, as soon as those before it are there. Cancellation ends the run after
  /// the behaviours under way.
  public func run(
    only: String? = nil, behaviours: [ContractBehaviour] = ContractBehaviour.all, kinds: [RoomKind]? = nil,
    observe: @Sendable (ContractResult) async -> Void = { _ in }
  ) async -> [ContractResult] {
    let pattern = NamePattern(only ?? "")
    let chosen = behaviours.filter { pattern.matches($0.name) }
    let runs = (kinds ?? harness.kinds).flatMap { kind in chosen.map { (behaviour: $0, kind: kind) } }
    var results: [ContractResult] = []
    var waiting: [Int: ContractResult] = [:]
    await withTaskGroup(of: (Int, ContractResult).self) { group in
      var next = 0
      func begin() {
        guard next < runs.count, !Task.isCancelled else { return }
        let (index, run) = (next, runs[next])
        next += 1
        group.addTask { (index, await self.run(run.behaviour, kind: run.kind)) }
      }
      for _ in 0..<atOnce { begin() }
      for await (index, result) in group {
        waiting[index] = result
        begin()
        while let result = waiting.removeValue(forKey: results.count) {
          results.append(result)
          await observe(result)
        }
      }
    }
    return results
  }

  /// One behaviour on a fixture of its own.
  public func run(_ behaviour: ContractBehaviour, kind: RoomKind) async -> ContractResult {
    let start = ContinuousClock.now
    let outcome = await outcome(of: behaviour, kind)
    return ContractResult(
      behaviour: behaviour.name, layer: behaviour.layer, harness: harness.name, kind: kind, outcome: outcome,
      duration: ContinuousClock.now - start)
  }

  private func outcome(of behaviour: ContractBehaviour, _ kind: RoomKind) async -> ContractOutcome {
    if let kinds = behaviour.kinds, !kinds.contains(kind) { return .lacks("is not about \(kind.rawValue)s") }
    let fixture: ContractFixture
    do { fixture = try await harness.makeFixture(manualClock: behaviour.requirements.contains(.clock)) } catch {
      return .fail(["no fixture: \(error)"])
    }
    let verdict = await outcome(of: behaviour, on: fixture, kind)
    await fixture.stop()
    return verdict
  }

  private func outcome(of behaviour: ContractBehaviour, on fixture: ContractFixture, _ kind: RoomKind) async
    -> ContractOutcome
  {
    let judge = RequirementJudge(behaviour: behaviour, fixture: fixture, kind: kind)
    if let reason = judge.lacking { return .lacks(reason) }
    if let reason = judge.skipping { return .skipped(reason) }
    let report = ContractReport()
    if let reason = harness.deviations[behaviour.name] { report.deviates(reason) }
    let run = ContractRun(fixture: fixture, kind: kind, report: report)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await Self.perform(behaviour, run) }
      group.addTask { await self.expire(report) }
      _ = await group.next()
      group.cancelAll()
    }
    await run.chores.end()
    return report.outcome
  }

  private static func perform(_ behaviour: ContractBehaviour, _ run: ContractRun) async {
    do { try await behaviour.body(run) } catch is ContractStop {} catch is CancellationError {} catch {
      run.report.fail("threw \(error)")
    }
  }

  private func expire(_ report: ContractReport) async {
    do { try await Task.sleep(for: limit) } catch { return }
    report.fail("took longer than \(limit)")
  }
}
