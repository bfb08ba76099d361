import MeetingCore

/// Calls are negotiated, told of, and ended on both sides.
enum CallBehaviours {
  static let all: [ContractBehaviour] = [
    call("a-call-is-answered", "An offer is answered with a description, once.") { run in
      try await running(run) { line, _ in
        let answers = line.signals.filter { if case .answered = $0 { true } else { false } }
        run.report.expect(answers.count == 1, "there are \(answers.count) answers")
        guard case .answered(let sdp) = answers.first else { return }
        run.report.expect(sdp.text.hasPrefix("v=0") && sdp.text.contains("m=audio"), "the answer has no audio")
        run.report.expect(!"\(sdp)\(answers)".contains("ice-pwd"), "a description shows when it is printed")
      }
    },
    call("candidates-reach-the-vendor-in-order", "What the caller trickles is at the vendor in its order.") { run in
      try await running(run) { line, calls in
        let numbers = 1...6
        for number in numbers { line.ask(.candidate(CallLine.candidate(number))) }
        line.ask(.candidatesEnded)
        let wanted = numbers.map { CallLine.candidate($0).candidate }
        let came = try await run.eventually { try await calls.candidates() == wanted }
        let count = try await calls.candidates().count
        run.report.expect(came, "the vendor has \(count) candidates, or others")
      }
    },
    call("hanging-up-reaches-the-vendor", "A call that is cancelled is over at the vendor, soon.") { run in
      let calls = try run.calls()
      try await running(run) { _, _ in
        let isLive = try await calls.hasLiveCall()
        run.report.expect(isLive, "the vendor knows of no call")
      }
      let isOver = try await run.eventually { try await !calls.hasLiveCall() }
      run.report.expect(isOver, "the vendor was not told that the call is over")
    },
    call("a-call-that-the-vendor-ends-is-over", "When the vendor hangs up the call ends, and did not fail.") { run in
      try await running(run) { line, calls in
        try await calls.hangUp()
        let isOver = try await run.eventually { line.ending != nil }
        run.report.expect(isOver, "the call goes on")
        if case .failure(let fault) = line.ending { run.report.fail("it failed: \(fault.error.code)") }
      }
    },
    call("a-failing-agent-fails-the-call", "When the vendor's agent fails the call does, in our words.") { run in
      try await running(run) { line, calls in
        try await calls.failCall()
        _ = try await run.eventually { line.ending != nil }
        guard case .failure(let fault) = line.ending else { return run.report.fail("the call did not fail") }
        run.report.expect(fault.error.code == .agentFailed, "the code is \(fault.error.code)")
        run.report.expect(!fault.failure.operation.isEmpty, "the operation is not named")
      }
    },
    call("what-the-agent-says-is-told", "The vendor's agent is told as there, and what it says as text.") { run in
      try await running(run) { line, calls in
        try await calls.connectMedia()
        line.ask(.media(.connected))
        try await calls.say("the word is marzipan")
        let isTold = try await run.eventually { agentNews(line).contains { isSaid("the word is marzipan", $0) } }
        run.report.expect(isTold, "nothing of it was told")
        run.report.expect(agentNews(line).first == .joined(connection: nil), "nobody was told to have joined")
      }
    },
    call("a-refused-token-fails-the-call", "A token that the vendor refuses fails the call as such.") {
      try await refused($0)
    },
  ]

  private static func call(
    _ name: String, _ summary: String, body: @escaping @Sendable (ContractRun) async throws -> Void
  ) -> ContractBehaviour {
    ContractBehaviour(
      name, .provider, summary, capabilities: [.whip], kinds: [.voiceCall], requirements: [.calls], body: body)
  }

  /// Does something during an answered call, and hangs up.
  private static func running(
    _ run: ContractRun, _ body: (CallLine, any CallControls) async throws -> Void
  ) async throws {
    let (calls, room, line) = (try run.calls(), try await run.room(), CallLine())
    let connection = connection(of: try run.offering.require(.whip))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await line.run(connection, in: room) }
      defer { group.cancelAll() }
      let isAnswered = try await run.eventually { line.isAnswered || line.ending != nil }
      run.report.expect(isAnswered, "nobody answered")
      if case .failure(let fault) = line.ending {
        return try run.report.stop("the call failed: \(fault.error.code)") as Void
      }
      try await body(line, calls)
    }
  }

  private static func connection(of hosting: any CallHosting) -> any CallConnecting {
    hosting.connection(
      of: CallOffer(id: "cal_contract", caller: ContractRun.guest, sdp: SessionText(CallLine.offer)))
  }

  private static func refused(_ run: ContractRun) async throws {
    guard let provider = run.fixture.withBadCredentials else {
      try run.report.skip("the harness makes no provider with bad credentials")
    }
    let hosting = try (provider.offering(for: run.kind) ?? Offering()).require(.whip)
    let (room, line) = (try await run.room(), CallLine())
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await line.run(connection(of: hosting), in: room) }
      _ = try? await run.eventually { line.ending != nil }
      group.cancelAll()
    }
    guard case .failure(let fault) = line.ending else { return run.report.fail("the call did not fail") }
    run.report.expect(fault.error.code == .unauthorized, "the code is \(fault.error.code)")
    run.report.expect(fault.failure.reason == .credentials, "the reason is \(fault.failure.reason)")
    run.report.expect(!fault.error.isRetryable, "it is said to be worth another try")
  }

  private static func agentNews(_ line: CallLine) -> [AgentNews] {
    line.signals.compactMap { if case .agent(let news) = $0 { news } else { nil } }
  }

  private static func isSaid(_ words: String, _ news: AgentNews) -> Bool {
    if case .transcript(_, .agent, words, true) = news { true } else { false }
  }
}
