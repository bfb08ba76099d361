import Clocks
import Cryptography
import HTTPClient
package import MeetingContract
package import MeetingCore
package import MockKit
import VideoSDKAdapter
package import VideoSDKMock
import WebSocket

/// The contract's harness of VideoSDK: a fresh mock and provider for every behaviour.
package struct VideoSDKHarness: ContractHarness {
  package let name = "videosdk"
  package let kinds: [RoomKind] = [.audioRoom, .meeting]
  /// What a mock behaves like.
  package var options = VideoSDKMockOptions()
  /// Puts something in front of the vendor, for tests of the suite itself.
  package var wrapVendor: @Sendable (any MockVendor) -> any MockVendor = { $0 }
  /// Puts something in front of the adapter, for tests of the suite itself.
  package var wrapProvider: @Sendable (any MeetingProvider) -> any MeetingProvider = { $0 }

  package init() {
    // Where the contract steps the clock it does not wait for what takes its time.
    options.egressStartTakesSeconds = 0
    options.egressStopTakesSeconds = 0
  }

  package func makeFixture(manualClock: Bool) async throws -> ContractFixture {
    let time: any TimeSource = manualClock ? ManualTime() : SystemTime()
    let configuration = VideoSDKMockConfiguration(options: options)
    let server = try MockServer.start(wrapVendor(VideoSDKMock(configuration: configuration, time: time)), time: time)
    let client = HTTPClient()
    let loop = try WebSocketLoop()
    let account = configuration.accounts[0]
    let maker = ProviderMaker(url: server.url, client: client, loop: loop, time: time, wrap: wrapProvider)
    let hooks = MockHookControls(engine: server.engine)
    var fixture = ContractFixture(
      description: VideoSDKProvider.description, provider: maker.provider(account.apiKey, account.secret),
      now: { Timestamp(nanoseconds: time.wallNanoseconds) },
      stop: {
        await hooks.stop()
        await server.stop()
        await loop.stop()
        await client.shutdown()
      })
    fixture.withBadCredentials = maker.provider(account.apiKey, Secret("not-the-secret-0123456789abcdef"))
    fixture.missingRoom = { ProviderRoom(key: "room_none", kind: $0, refs: ["room": "aaaa-aaaa-aaaa"]) }
    fixture.devices = controls(server.engine)
    fixture.journal = controls(server.engine)
    fixture.faults = controls(server.engine)
    fixture.hooks = hooks
    if let manual = time as? ManualTime { fixture.advance = advance(manual, server.engine) }
    return fixture
  }

  private func advance(_ time: ManualTime, _ engine: MockEngine) -> @Sendable (Duration) async -> Void {
    { distance in
      await time.advance(by: distance)
      engine.runTimers()
    }
  }

  private struct ProviderMaker {
    let url: String
    let client: HTTPClient
    let loop: WebSocketLoop
    let time: any TimeSource
    let wrap: @Sendable (any MeetingProvider) -> any MeetingProvider

    func provider(_ key: String, _ secret: Secret) -> any MeetingProvider {
      wrap(
        VideoSDKProvider(
          account: VideoSDKAccount(apiKey: key, secret: secret, baseURL: url), transport: client, time: time,
          random: SystemRandom(), sockets: WebSocketClient(opener: client, loop: loop)))
    }
  }

  // MARK: The vendor's own words

  private func controls(_ engine: MockEngine) -> MockControls {
    MockControls(
      engine: engine, roomID: { $0.refs["room"] ?? $0.key }, connectionField: "connection",
      soundPermission: "send_audio", operations: Self.operations)
  }

  private static let operations: [VendorOperation: String] = [
    .create: "CreateRoom", .find: "GetRoom", .end: "EndSession", .remove: "RemoveParticipant",
    .presence: "ActiveParticipants", .record: "StartRecording", .agent: "DispatchAgent",
    // What goes over the seat has the names of its requests; hands and modes are messages on topics.
    .mute: "disablePeerMic", .raiseHand: "pubsubPublish", .permit: "pubsubPublish", .message: "pubsubPublish",
    .reaction: "pubsubPublish",
  ]
}
