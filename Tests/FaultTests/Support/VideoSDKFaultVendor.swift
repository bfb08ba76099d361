import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore
import MockKit
import ProviderTesting
import VideoSDKAdapter
import VideoSDKMock
import WebSocket

struct VideoSDKFaultVendor: FaultVendor {
  let mock: RunningVideoSDKMock

  /// What takes the service its time takes none here, and devices do what they are asked to.
  static func start(address: String) async throws -> RunningVideoSDKMock {
    var options = VideoSDKMockOptions()
    options.endTakesSeconds = 0
    options.egressStartTakesSeconds = 0
    options.egressStopTakesSeconds = 0
    options.processingSeconds = 0
    options.signalling.devicesAcceptRequests = true
    return try await VideoSDKMock.start(VideoSDKMockConfiguration(options: options), address: address)
  }

  var kind: VendorKind { .videosdk }
  var server: MockServer { mock.server }
  var description: ProviderDescription { VideoSDKProvider.description }
  var secret: String { mock.secret.revealed }
  var apiKey: String { mock.apiKey }

  func provider(at url: String, _ transport: any HTTPTransport, _ sockets: (any WebSocketConnecting)?)
    -> any MeetingProvider
  {
    var account = VideoSDKAccount(apiKey: mock.apiKey, secret: mock.secret, baseURL: url)
    account.deadlines.connect = FaultBench.connect
    account.deadlines.answer = FaultBench.answer
    account.deadlines.create = FaultBench.create
    account.deadlines.idle = FaultBench.answer
    account.deadlines.seat = FaultBench.answer
    return VideoSDKProvider(
      account: account, transport: transport, time: SystemTime(), random: SystemRandom(), sockets: sockets)
  }

  func name(of room: String) -> String { room }
  var rooms: [JSON] { mock.mock.state[mock.apiKey]?["rooms"]?.arrayValue ?? [] }
  var hasEnded: Bool { rooms.first?["room"]?["disabled"] == true && people.isEmpty }

  /// The gateway's own seat is nobody.
  var people: [JSON] {
    (rooms.first?["participants"]?.arrayValue ?? []).filter {
      $0["connected"] == true && $0["participant_id"]?.stringValue?.hasPrefix("sb-seat-") == false
    }
  }

  /// What is recorded now.
  var recordings: Int {
    (rooms.first?["egress"]?.arrayValue ?? []).count { ["starting", "started"].contains($0["state"]?.stringValue) }
  }
}
