import Cryptography
import ProgramTesting
import Testing

@testable import PolyAdapter

@Suite("Many calls at once")
struct StressTests {
  @Test("500 calls in both dialects, started and ended at random moments: none is stuck, and nothing is left")
  func storm() async throws {
    try await ScriptedPoly.running(Knobs(candidatesBeforeAnswer: 1)) { service in
      let ends = try await together(500) { number -> CallState in
        let random = SeededRandom(seed: UInt64(number))
        let pauses = random.bytes(3)
        let media = SilentMedia()
        let dialect: PolyDialect = number % 3 == 0 ? .bridge : .gateway
        var config = CallBench.configuration(service)
        config.logLevel = .none
        let call = try PolyVoice.call(
          config: config, options: CallBench.options(service, dialect, GivenEngine(media: media)))
        try await Task.sleep(for: .milliseconds(Int(pauses[0])))
        let start = Task { try await call.start() }
        try await Task.sleep(for: .milliseconds(Int(pauses[1]) * 4))
        if pauses[2] % 8 == 0 { start.cancel() }
        async let other: Void = call.end()
        await call.end()
        await other
        _ = await start.result
        await call.end()
        #expect(call.driver.taskCount == 0 && call.driver.socketCount == 0)
        return call.state
      }
      // Nobody's start was seen before its end, or it was ended in order.
      #expect(ends.allSatisfy { $0 == .ended || $0 == .idle }, "\(Set(ends))")
      #expect(ends.contains(.ended))
      #expect(await eventually { service.open == 0 })
    }
  }
}
