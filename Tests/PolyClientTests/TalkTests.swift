import Clocks
import JSONCoding
import ProgramTesting
import StructuredLogging
import Synchronization
import Testing

@testable import PolyAdapter

@Suite("What is told beside the call")
struct TalkTests {
  @Test("what the messaging side says is the transcript, until the call is over", arguments: PolyDialect.allCases)
  func transcript(_ dialect: PolyDialect) async throws {
    try await CallBench.running(dialect) { bench in
      let lines = Collected(bench.call.transcript)
      try await bench.connected()
      for (type, id, text) in [("POLY_AGENT", "1", "Hello"), ("USER", "2", "Hi"), ("POLY_AGENT", "1", "Hello")] {
        bench.service.say(
          [
            "type": .string("EVENT_TYPE_\(type)_MESSAGE"), "id": .string("e-" + id),
            "timestamp": "2026-05-01T10:00:00Z",
            "payload": ["message_id": .string(id), "text": .string(text)],
          ], on: "messaging")
      }
      bench.service.say(
        ["type": "EVENT_TYPE_SESSION_END", "payload": ["reason": "REASON_NATURAL_END"]], on: "messaging")
      try await bench.holds("heard") { bench.log.lines.contains { $0.contains("messaging session is over") } }
      await bench.call.end()
      let all = await lines.all()
      #expect(all.map(\.text) == ["Hello", "Hi"] && all.map(\.speaker) == [.agent, .caller])
      #expect(!bench.log.lines.contains { $0.contains("Hello") })
    }
  }

  @Test("a long call keeps its messaging session alive", arguments: PolyDialect.allCases)
  func heartbeats(_ dialect: PolyDialect) async throws {
    try await CallBench.running(dialect) { bench in
      try await bench.connected()
      for number in 1...4 {
        try await bench.pass(.seconds(30), for: .heartbeat)
        try await bench.holds("beat") { bench.service.count("messaging EVENT_TYPE_HEARTBEAT") == number }
      }
      #expect(bench.call.state == .connected)
    }
  }

  @Test("a call keeps its times by itself, on the machine's own clock")
  func ownClock() async throws {
    try await ScriptedPoly.running(Knobs(sessionStart: .never)) { service in
      var surroundings = CallBench.surroundings(service, SystemTime(), LogCapture())
      surroundings.timing.sessionStart = .milliseconds(60)
      let call = try PolyVoice.call(
        config: CallBench.configuration(service), options: CallBench.options(service, .gateway, SilentMediaEngine()),
        surroundings: surroundings)
      await #expect(throws: PolyError.voice(.timedOut)) { try await call.start() }
      await call.end()
      #expect(call.driver.taskCount == 0)
    }
  }

  @Test("nothing that is secret shows in what is printed or dumped of a call's parts")
  func printed() throws {
    let config = Configuration(apiKey: ScriptedPoly.connectorToken)
    let options = VoiceOptions(webrtcToken: ScriptedPoly.webToken)
    let call = try PolyVoice.call(config: config, options: options)
    var text = "\(config) \(options) \(call) \(String(reflecting: config)) \(String(reflecting: options))"
    dump(config, to: &text)
    dump(options, to: &text)
    dump(call.driver.state.withLock { $0.machine }, to: &text)
    #expect(CallBench.slips([text]).isEmpty)
  }
}
