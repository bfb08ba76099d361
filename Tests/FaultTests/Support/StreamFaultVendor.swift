import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore
import MockKit
import ProviderTesting
import StreamAdapter
import StreamMock
import WebSocket

struct StreamFaultVendor: FaultVendor {
  let mock: RunningStreamMock

  var kind: VendorKind { .stream }
  var server: MockServer { mock.server }
  var description: ProviderDescription { StreamProvider.description }
  var secret: String { mock.apiSecret.revealed }
  var apiKey: String { mock.apiKey }

  func provider(at url: String, _ transport: any HTTPTransport, _ sockets: (any WebSocketConnecting)?)
    -> any MeetingProvider
  {
    var account = StreamAccount(apiKey: mock.apiKey, apiSecret: mock.apiSecret, baseURL: url)
    account.deadlines.connect = FaultBench.connect
    account.deadlines.answer = FaultBench.answer
    account.deadlines.create = FaultBench.create
    account.deadlines.idle = FaultBench.answer
    return StreamProvider(
      account: account, transport: transport, time: SystemTime(), random: SystemRandom(), sockets: sockets)
  }

  func name(of room: String) -> String { "default:" + room }
  var rooms: [JSON] { mock.mock.state[mock.apiKey]?["calls"]?.arrayValue ?? [] }
  var people: [JSON] { rooms.first?["devices"]?.arrayValue ?? [] }
  var hasEnded: Bool { rooms.first?["call"]?["ended_at"]?.stringValue != nil }
}
