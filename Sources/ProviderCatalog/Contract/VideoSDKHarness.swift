package import Clocks
import Cryptography
import MeetingContract
package import MeetingCore
package import MockKit
import VideoSDKAdapter
package import VideoSDKMock

/// The contract's harness of VideoSDK.
package struct VideoSDKHarness: MockHarness {
  package let name = "videosdk"
  package let kinds: [RoomKind] = [.audioRoom, .meeting]
  package var options = VideoSDKMockOptions()
  package var wrapVendor: @Sendable (any MockVendor) -> any MockVendor = { $0 }
  package var wrapProvider: @Sendable (any MeetingProvider) -> any MeetingProvider = { $0 }

  package init() {
    // Where the contract steps the clock it does not wait for what takes its time.
    options.egressStartTakesSeconds = 0
    options.egressStopTakesSeconds = 0
  }

  package var description: ProviderDescription { VideoSDKProvider.description }
  private var configuration: VideoSDKMockConfiguration { VideoSDKMockConfiguration(options: options) }

  package func vendor(on time: any TimeSource) -> any MockVendor {
    VideoSDKMock(configuration: configuration, time: time)
  }

  package func provider(
    at url: String, with credentials: HarnessCredentials, in surroundings: ProviderKind.Surroundings
  ) -> any MeetingProvider {
    let mocks = configuration.accounts[0]
    let secret = credentials == .genuine ? mocks.secret : Secret("not-the-secret-0123456789abcdef")
    return VideoSDKProvider(
      account: VideoSDKAccount(apiKey: mocks.apiKey, secret: secret, baseURL: url),
      transport: surroundings.transport, time: surroundings.time, random: surroundings.random,
      sockets: surroundings.sockets)
  }

  package func missingRoom(_ kind: RoomKind) -> ProviderRoom {
    ProviderRoom(key: "room_none", kind: kind, refs: ["room": "aaaa-aaaa-aaaa"])
  }

  // MARK: The vendor's own words

  package func controls(of engine: MockEngine) -> MockControls {
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
