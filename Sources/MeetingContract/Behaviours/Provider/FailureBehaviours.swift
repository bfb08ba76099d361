import MeetingCore

/// Failures are told by kind, promptly, and never made up.
enum FailureBehaviours {
  static let all: [ContractBehaviour] = [
    ContractBehaviour(
      "bad-credentials-are-told", .provider, "A vendor that refuses our credentials is told so.",
      requirements: [.vendorRooms]
    ) { try await credentials($0) },
    faulty("a-rate-limit-says-when", "A 429 gives its pause.") { run in
      let failure = try await find(run, under: .rateLimited(seconds: 7))
      guard case .rateLimited(let after) = failure.reason else { return run.report.fail("it was \(failure.reason)") }
      run.report.expect(after.map { $0 > .seconds(5) && $0 <= .seconds(8) } ?? false, "the pause is \(after ?? .zero)")
      run.report.expect(failure.executed == .no, "a refused request may have been executed")
    },
    faulty("an-unavailable-vendor-is-told", "A 503 is unavailable.") { run in
      let failure = try await find(run, under: .unavailable)
      run.report.expect(failure.reason == .unavailable, "it was \(failure.reason)")
      run.report.expect(failure.vendorStatus == 503, "the vendor's status is missing")
    },
    faulty("a-page-is-no-answer", "A proxy's page is a bad answer or unavailable, not a crash.") { run in
      let failure = try await find(run, under: .html)
      run.report.expect(isBad(failure.reason) || failure.reason == .unavailable, "it was \(failure.reason)")
    },
    faulty("broken-json-is-no-answer", "A success that cannot be read is a bad answer.") { run in
      let failure = try await find(run, under: .malformed)
      run.report.expect(isBad(failure.reason), "it was \(failure.reason)")
    },
    faulty("silence-times-out", "A vendor that says nothing is given up at the deadline.") { run in
      let start = ContinuousClock.now
      let failure = try await find(run, under: .silence, limit: .milliseconds(300))
      let took = ContinuousClock.now - start
      run.report.expect(failure.reason == .timeout, "it was \(failure.reason)")
      run.report.expect(took >= .milliseconds(200) && took < .seconds(2), "it took \(took)")
    },
    faulty("cancellation-ends-promptly", "A cancelled call returns at once as cancelled.") {
      try await cancellation($0)
    },
    ContractBehaviour(
      "a-past-deadline-sends-nothing", .provider, "When the time is over before the start, the vendor hears nothing.",
      requirements: [.journal]
    ) { try await pastDeadline($0) },
    faulty("a-create-of-unknown-outcome-is-told", "A create whose answer never came says that it may be done.") {
      try await lostCreate($0)
    },
  ]

  private static func faulty(
    _ name: String, _ summary: String, body: @escaping @Sendable (ContractRun) async throws -> Void
  ) -> ContractBehaviour {
    ContractBehaviour(name, .provider, summary, requirements: [.faults, .vendorRooms], body: body)
  }

  /// Looks for a room while the vendor misbehaves; the failure.
  private static func find(_ run: ContractRun, under fault: VendorFault, limit: Duration = .seconds(5)) async throws
    -> ProviderFailure
  {
    let key = try await run.room().key
    try await run.faults().inject(fault, on: .find, times: 10)
    let (provider, kind, context) = (run.provider, run.kind, run.context(limit))
    return try await run.failure(of: "finding a room under \(fault)") { () throws(ProviderFailure) in
      _ = try await provider.findRoom(key: key, kind: kind, context)
    }
  }

  private static func isBad(_ reason: ProviderFailure.Reason) -> Bool {
    if case .badResponse = reason { true } else { false }
  }

  private static func credentials(_ run: ContractRun) async throws {
    guard let provider = run.fixture.withBadCredentials else {
      try run.report.skip("the harness makes no provider with bad credentials")
    }
    let (spec, context) = (run.spec(), run.context())
    let failure = try await run.failure(of: "a create with bad credentials") { () throws(ProviderFailure) in
      _ = try await provider.createRoom(spec, context)
    }
    run.report.expect(failure.reason == .credentials, "it was \(failure.reason)")
    run.report.expect(failure.executed == .no, "a refused request may have been executed")
    let made = try await run.provider.findRoom(key: spec.key, kind: run.kind, run.context())
    run.report.expect(made == nil, "the room was made all the same")
  }

  private static func cancellation(_ run: ContractRun) async throws {
    let key = try await run.room().key
    try await run.faults().inject(.silence, on: .find, times: 10)
    let (provider, kind, context) = (run.provider, run.kind, run.context(.seconds(10)))
    let start = ContinuousClock.now
    let failure = await withTaskGroup(of: ProviderFailure?.self) { group in
      group.addTask {
        do throws(ProviderFailure) { _ = try await provider.findRoom(key: key, kind: kind, context) } catch {
          return error
        }
        return nil
      }
      try? await Task.sleep(for: .milliseconds(100))
      group.cancelAll()
      return await group.next() ?? nil
    }
    run.report.expect(failure?.reason == .cancelled, "it was \(failure.map { "\($0.reason)" } ?? "no failure")")
    let took = ContinuousClock.now - start
    run.report.expect(took < .seconds(2), "it took \(took)")
  }

  private static func pastDeadline(_ run: ContractRun) async throws {
    let before = try await run.journal().requests(of: .any).count
    let (provider, spec, context) = (run.provider, run.spec(), run.context(.milliseconds(-1)))
    let failure = try await run.failure(of: "a create after its deadline") { () throws(ProviderFailure) in
      _ = try await provider.createRoom(spec, context)
    }
    run.report.expect(failure.reason == .timeout, "it was \(failure.reason)")
    run.report.expect(failure.executed == .no, "nothing was sent, yet it may have been executed")
    let after = try await run.journal().requests(of: .any).count
    run.report.expect(after == before, "the vendor heard \(after - before) requests")
  }

  private static func lostCreate(_ run: ContractRun) async throws {
    try await run.faults().inject(.lostReply, on: .create, times: 1)
    let (provider, spec, context) = (run.provider, run.spec(), run.context(.milliseconds(700)))
    let failure = try await run.failure(of: "a create without an answer") { () throws(ProviderFailure) in
      _ = try await provider.createRoom(spec, context)
    }
    run.report.expect(failure.executed == .maybe, "executed is \(failure.executed)")
    let found = try await run.provider.findRoom(key: spec.key, kind: run.kind, run.context())
    run.report.expect(found?.key == spec.key, "the room cannot be found afterwards")
  }
}
