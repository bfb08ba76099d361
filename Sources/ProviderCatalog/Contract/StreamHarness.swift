package import Clocks
import Cryptography
package import MeetingContract
package import MeetingCore
package import MockKit
import StreamAdapter
package import StreamMock

/// The contract's harness of Stream.
package struct StreamHarness: MockHarness {
  package let name = "stream"
  package let kinds: [RoomKind] = [.audioRoom, .meeting, .voiceCall]
  package let deviations = [
    "end-closes-for-good": "who holds join-ended-call may come into an ended call; the gateway throws them out again"
  ]
  package var options = StreamMockOptions()
  package var wrapVendor: @Sendable (any MockVendor) -> any MockVendor = { $0 }
  package var wrapProvider: @Sendable (any MeetingProvider) -> any MeetingProvider = { $0 }

  package init() {}

  package var description: ProviderDescription { StreamProvider.description }
  private var configuration: StreamMockConfiguration { StreamMockConfiguration(options: options) }

  package func vendor(on time: any TimeSource) -> any MockVendor {
    StreamMock(configuration: configuration, time: time)
  }

  package func provider(
    at url: String, with credentials: HarnessCredentials, in surroundings: ProviderKind.Surroundings
  ) -> any MeetingProvider {
    let mocks = configuration.accounts[0]
    var account = StreamAccount(
      apiKey: mocks.apiKey,
      apiSecret: credentials == .genuine ? mocks.apiSecret : Secret("not-the-secret-0123456789"), baseURL: url)
    account.openAIKey = Secret("sk-of-the-contract")
    account.events = .both
    return StreamProvider(
      account: account, transport: surroundings.transport, time: surroundings.time, random: surroundings.random,
      sockets: surroundings.sockets)
  }

  package func missingRoom(_ kind: RoomKind) -> ProviderRoom {
    ProviderRoom(key: "room_none", kind: kind, refs: ["call": "\(Self.types[kind] ?? ""):room_none"])
  }

  /// The service counts participants itself, and tells of rooms over connections of the gateway's.
  package func complete(_ fixture: inout ContractFixture, with controls: MockControls) {
    fixture.limitsParticipants = true
    fixture.feed = controls
  }

  // MARK: The vendor's own words

  private static let types: [RoomKind: String] = [.audioRoom: "audio_room", .meeting: "default", .voiceCall: "default"]

  package func controls(of engine: MockEngine) -> MockControls {
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
