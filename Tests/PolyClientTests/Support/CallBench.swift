import ClientSupport
import Clocks
import Cryptography
import ProgramTesting
import StructuredLogging
import Synchronization
import Testing
import WebSocket

@testable import PolyAdapter

/// One call at a scripted service, on a clock that a test moves. Whatever happened, nothing of it may be left at the
/// end, and no secret may have been written or said.
final class CallBench: Sendable {
  let service: ScriptedPoly
  let dialect: PolyDialect
  let time = ManualTime()
  let log = LogCapture()
  let media: SilentMedia
  let call: PolyCall

  private init(_ service: ScriptedPoly, _ dialect: PolyDialect, connectsByItself: Bool) throws {
    (self.service, self.dialect) = (service, dialect)
    media = SilentMedia(connectsByItself: connectsByItself, random: SeededRandom(seed: 3))
    call = try PolyVoice.call(
      config: Self.configuration(service), options: Self.options(service, dialect, GivenEngine(media: media)),
      surroundings: Self.surroundings(service, time, log))
  }

  static func running(
    _ dialect: PolyDialect, _ knobs: Knobs = Knobs(), connectsByItself: Bool = false,
    _ body: (CallBench) async throws -> Void
  ) async throws {
    try await ScriptedPoly.running(knobs) { service in
      let bench = try CallBench(service, dialect, connectsByItself: connectsByItself)
      let result: Result<Void, any Error>
      do { result = .success(try await body(bench)) } catch { result = .failure(error) }
      let before = bench.call.state
      await bench.call.end()
      bench.expectNothingLeft(after: before)
      try result.get()
    }
  }

  static func configuration(_ service: ScriptedPoly) -> Configuration {
    Configuration(
      apiKey: ScriptedPoly.connectorToken,
      environment: .custom(restBaseURL: "http://\(service.host)/api/v1", wsBaseURL: "ws://\(service.host)/ws"),
      hostIdentifier: "app.example.com", logLevel: .debug)
  }

  static func options(_ service: ScriptedPoly, _ dialect: PolyDialect, _ engine: any CallMediaEngine) -> VoiceOptions {
    VoiceOptions(
      webrtcToken: ScriptedPoly.webToken, signalingHost: service.host, dialect: dialect, mediaEngine: engine,
      allowsInsecure: true)
  }

  static func surroundings(_ service: ScriptedPoly, _ time: any TimeSource, _ log: LogCapture) -> VoiceSurroundings {
    let sockets = WebSocketClient(opener: service.client, loop: service.loop)
    return VoiceSurroundings(
      network: CallNetwork(ClientNetwork.Parts(transport: service.client, sockets: sockets)), time: time,
      random: SystemRandom(), sink: log)
  }

  private func expectNothingLeft(after before: CallState) {
    let wasStarted = before != .idle
    #expect(call.state == (before.isActive ? .ended : before))
    #expect(call.driver.taskCount == 0 && call.driver.socketCount == 0, "something of the call is left")
    #expect(call.audioState == .empty && media.isClosed == wasStarted)
    #expect(Self.slips(log.lines + ["\(call.state)", "\(before)"]).isEmpty)
  }

  /// What was said that must not be.
  static func slips(_ texts: [String]) -> [String] {
    texts.filter { text in ScriptedPoly.secrets.contains { text.contains($0) } || text.contains("ice-pwd:s") }
  }

  // MARK: Steps

  /// Starts, and comes as far as the service's answer.
  func answered() async throws {
    try await started()
    try await holds("answered") { self.media.isAccepted }
  }

  func connected() async throws {
    try await answered()
    media.report(.connection(.connected))
    try await holds("connected") { self.call.state == .connected }
    if dialect == .bridge { try await holds("pulled") { self.service.count("POST call/ID/sdp/renegotiate") > 0 } }
  }

  /// The offer is on its way.
  func started() async throws { try await call.start() }

  /// Waits until the call waits for something, and lets just that time pass.
  func pass(_ duration: Duration, for timer: CallTimer) async throws {
    try await holds("waiting for \(timer)") {
      self.call.driver.state.withLock { $0.machine.deadlines[timer] != nil }
    }
    await advance(by: duration)
  }

  /// Lets time pass. Whoever had just read the clock, and goes to sleep only now, would sleep for too long: so what is
  /// due is done in any case.
  func advance(by duration: Duration) async {
    await time.advance(by: duration)
    call.driver.timePassed()
  }

  func holds(_ what: String, _ condition: () async -> Bool) async throws {
    guard await eventually(condition) else { throw Failure("not \(what): \(call.state), \(service.said)") }
  }

  func ends(_ state: CallState) async throws { try await holds("\(state)") { self.call.state == state } }

  /// What a start throws.
  func startFailure() async -> PolyError? {
    do { try await call.start() } catch { return error as? PolyError }
    return nil
  }
}

extension PolyCall {
  var error: PolyError? { if case .failed(let error) = state { error } else { nil } }
}
