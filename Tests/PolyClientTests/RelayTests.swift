import ClientSupport
import Clocks
import Cryptography
import JSONCoding
import MeetingCore
import ProgramTesting
import StructuredLogging
import Synchronization
import Testing
import WebSocket

@testable import PolyAdapter

/// Calls whose media is somebody else's: their description goes in, the vendor's comes out.
@Suite("A call for somebody else's media")
struct RelayTests {
  private static let offer = SilentDescription(SeededRandom(seed: 5)).offer

  private func running(
    _ dialect: PolyDialect, _ knobs: Knobs = Knobs(), _ media: RelayedMedia,
    _ body: (ScriptedPoly, CallDriver, ManualTime) async throws -> Void
  ) async throws {
    try await ScriptedPoly.running(knobs) { service in
      let account = try PolyAccount(
        connectorToken: Secret(ScriptedPoly.connectorToken), webCallingToken: Secret(ScriptedPoly.webToken),
        hostIdentifier: "app.example.com",
        environment: .custom(restBaseURL: "http://\(service.host)/api/v1", wsBaseURL: "ws://\(service.host)/ws"),
        signalingHost: service.host, dialect: dialect, allowInsecure: true)
      let time = ManualTime()
      let sockets = WebSocketClient(opener: service.client, loop: service.loop)
      let driver = CallDriver(
        CallMachine(account, SystemRandom(), isRelayed: true), media: media,
        routing: AudioRouting(prefersSpeaker: true),
        network: CallNetwork(ClientNetwork.Parts(transport: service.client, sockets: sockets)), time: time,
        log: Logger(sink: LogCapture()),
        listener: CallDriver.Listener(news: { _ in }, audio: { _ in }, released: {}))
      try await body(service, driver, time)
      await driver.end()
      #expect(driver.taskCount == 0 && driver.socketCount == 0)
    }
  }

  @Test("the offer goes in, the answer and candidates come out, and no clock runs before anything is reported")
  func gateway() async throws {
    let media = RelayedMedia(offer: Self.offer)
    let deliveries = Collected(media.deliveries)
    try await running(.gateway, Knobs(candidatesAfterAnswer: 2), media) { service, driver, time in
      try await driver.start()
      #expect(await eventually { service.count("signalling offer") == 1 && media.servers.count == 1 })
      media.report(.candidate(ICECandidate("candidate:theirs")))
      #expect(await eventually { service.count("signalling ice-candidate") == 1 })
      #expect(service.frames("signalling").first?["data"]?["sdp"]?.stringValue == Self.offer)
      await time.advance(by: .seconds(600))
      driver.timePassed()
      #expect(driver.status == .connecting)
      media.report(.connection(.connected))
      #expect(await eventually { driver.status == .connected })
    }
    let told = await deliveries.all().compactMap { delivery in
      switch delivery {
      case .answer: "answer"
      case .candidate(let candidate): candidate.candidate
      default: nil
      }
    }
    #expect(told == ["answer", "candidate:0", "candidate:1"])
  }

  @Test("the bridge's own offer is handed out and its answer taken, where its maker can")
  func bridge() async throws {
    let media = RelayedMedia(offer: Self.offer, answersOffers: true)
    let offered = Mutex(0)
    let answering = Task {
      for await delivery in media.deliveries {
        guard case .offer = delivery else { continue }
        offered.withLock { $0 += 1 }
        media.answer(Self.offer)
      }
    }
    try await running(.bridge, Knobs(), media) { service, driver, time in
      let start = Task { try await driver.start() }
      media.report(.candidate(ICECandidate("")))
      try await start.value
      media.report(.connection(.connected))
      #expect(await eventually { service.count("POST call/ID/sdp/renegotiate") == 1 && driver.status == .connected })
    }
    await answering.value
    #expect(offered.withLock { $0 } == 1)
  }

  @Test("an offer that nobody answers is given up with the call", arguments: [true, false])
  func unanswered(_ answersOffers: Bool) async throws {
    let media = RelayedMedia(offer: Self.offer, answersOffers: answersOffers)
    try await running(.bridge, Knobs(), media) { service, driver, _ in
      let start = Task { try await driver.start() }
      media.report(.candidate(ICECandidate("")))
      try await start.value
      media.report(.connection(.connected))
      if answersOffers {
        #expect(await eventually { service.count("POST call/ID/sdp/pull") == 1 })
      } else {
        #expect(await eventually { driver.status.isOver })
      }
    }
    #expect(!media.answer(Self.offer))
  }
}
