import Clocks
import Cryptography
import HTTPClient
package import MeetingContract
package import MeetingCore
package import MockKit
import StreamAdapter
package import StreamMock
import WebSocket

/// The contract's harness of Stream: a fresh mock and provider for every behaviour.
package struct StreamHarness: ContractHarness {
  package let name = "stream"
  package let kinds: [RoomKind] = [.audioRoom, .meeting, .voiceCall]
  package let deviations = [
    "end-closes-for-good": "who holds join-ended-call may come into an ended call; the gateway throws them out again"
  ]
  /// What a mock behaves like.
  package var options = StreamMockOptions()
  /// Puts something in front of the vendor, for tests of the suite itself.
  package var wrapVendor: @Sendable (any MockVendor) -> any MockVendor = { $0 }
  /// Puts something in front of the adapter, for tests of the suite itself.
  package var wrapProvider: @Sendable (any MeetingProvider) -> any MeetingProvider = { $0 }

  package init() {}

  package func makeFixture(manualClock: Bool) async throws -> ContractFixture {
    let time: any TimeSource = manualClock ? ManualTime() : SystemTime()
    let configuration = StreamMockConfiguration(options: options)
    let server = try MockServer.start(wrapVendor(StreamMock(configuration: configuration, time: time)), time: time)
    let client = HTTPClient()
    let loop = try WebSocketLoop()
    let account = configuration.accounts[0]
    let maker = ProviderMaker(url: server.url, client: client, loop: loop, time: time, wrap: wrapProvider)
    let hooks = MockHookControls(engine: server.engine)
    var fixture = ContractFixture(
      description: StreamProvider.description, provider: maker.provider(account.apiKey, account.apiSecret),
      now: { Timestamp(nanoseconds: time.wallNanoseconds) },
      stop: {
        await hooks.stop()
        await server.stop()
        await loop.stop()
        await client.shutdown()
      })
    fixture.withBadCredentials = maker.provider(account.apiKey, Secret("not-the-secret-0123456789"))
    fixture.missingRoom = {
      ProviderRoom(key: "room_none", kind: $0, refs: ["call": "\(Self.types[$0] ?? ""):room_none"])
    }
    fixture.limitsParticipants = true
    fixture.devices = controls(server.engine)
    fixture.journal = controls(server.engine)
    fixture.faults = controls(server.engine)
    fixture.hooks = hooks
    fixture.feed = controls(server.engine)
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
      var account = StreamAccount(apiKey: key, apiSecret: secret, baseURL: url)
      account.openAIKey = Secret("sk-of-the-contract")
      account.events = .both
      return wrap(
        StreamProvider(
          account: account, transport: client, time: time, random: SystemRandom(),
          sockets: WebSocketClient(opener: client, loop: loop)))
    }
  }

  // MARK: The vendor's own words

  private static let types: [RoomKind: String] = [.audioRoom: "audio_room", .meeting: "default", .voiceCall: "default"]

  private func controls(_ engine: MockEngine) -> MockControls {
    MockControls(
      engine: engine, roomID: { $0.refs["call"] ?? "\(Self.types[$0.kind] ?? ""):\($0.key)" },
      connectionField: "session_id", soundPermission: "send-audio", operations: Self.operations)
  }

  private static let operations: [VendorOperation: String] = [
    .create: "GetOrCreateCall", .find: "GetCall", .end: "EndCall", .goLive: "GoLive", .stopLive: "StopLive",
    .mute: "MuteUsers", .remove: "KickUser", .ban: "BlockUser", .unban: "UnblockUser", .presence: "QueryCalls",
    .record: "StartRecording", .raiseHand: "RequestPermission", .permit: "UpdateUserPermissions",
    .message: "SendCallEvent", .reaction: "SendVideoReaction",
    .agent: "ConnectAgent",
  ]
}
