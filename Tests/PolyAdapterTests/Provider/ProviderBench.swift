import Clocks
import Cryptography
import HTTPClient
import HTTPTypes
import JSONCoding
import MeetingCore
import MockKit
import ProgramTesting
import Synchronization
import WebSocket

@testable import PolyAdapter
@testable import PolyMock

/// A provider over a mock of its own, in one of the dialects.
struct ProviderBench {
  let mock: RunningPolyMock
  let provider: PolyProvider

  static let room = ProviderRoom(key: "room_01kdvq4r7p0000000000000000", kind: .voiceCall, refs: [:])
  static let passwords = "callerpasswordcallerpassword"

  static func running(
    _ dialect: PolyDialect, _ options: PolyMockOptions = PolyMockOptions(), credentials: [String: Secret] = [:],
    _ body: (ProviderBench) async throws -> Void
  ) async throws {
    let time = SystemTime()
    let mock = try await PolyMock.start(PolyMockConfiguration(options: options), time: time)
    let client = HTTPClient()
    let loop = try WebSocketLoop()
    let account = try PolyAccount(
      credentials: mock.credentials.merging(credentials) { $1 }, baseURL: mock.url,
      options: ["dialect": dialect.rawValue])
    let provider = PolyProvider(
      account: account, transport: client, time: time, random: SystemRandom(),
      sockets: WebSocketClient(opener: client, loop: loop))
    try await body(ProviderBench(mock: mock, provider: provider))
    await loop.stop()
    await client.shutdown()
    await mock.stop()
  }

  func control(_ method: String, _ path: String, _ body: JSON? = nil) async -> (status: Int, json: JSON) {
    let head = HTTPRequestHead(method: method, path: "/_mock/" + path, hasBody: body != nil)
    let answer = await mock.engine.respond(to: HTTPRequest(head: head, body: body?.bytes() ?? []))
    guard case .bytes(let bytes) = answer.body else { return (answer.status, .null) }
    return (answer.status, (try? JSON.parse(bytes, mode: .strict)) ?? .null)
  }

  var latest: JSON { get async { await control("GET", "calls/latest").json } }
  var openSockets: Int { get async { await control("GET", "sockets").json["items"]?.arrayValue?.count ?? -1 } }

  /// Does something during a call, and hangs up.
  func calling(_ body: (RunningLine) async throws -> Void) async throws {
    let line = RunningLine()
    let connection = provider.connection(
      of: CallOffer(id: "cal_1", caller: Person(externalID: "omar"), sdp: SessionText(Self.offer)))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await line.run(connection) }
      defer { group.cancelAll() }
      try await body(line)
    }
  }

  static func offer(_ ufrag: String) -> String {
    """
    v=0\r
    o=- 4611 1 IN IP4 127.0.0.1\r
    s=-\r
    t=0 0\r
    a=group:BUNDLE 0\r
    m=audio 9 UDP/TLS/RTP/SAVPF 111\r
    c=IN IP4 0.0.0.0\r
    a=mid:0\r
    a=ice-ufrag:\(ufrag)\r
    a=ice-pwd:\(passwords)\r
    a=ice-options:trickle\r
    a=fingerprint:sha-256 \(Array(repeating: "AB", count: 32).joined(separator: ":"))\r
    a=setup:actpass\r
    a=rtcp-mux\r
    a=sendrecv\r
    a=rtpmap:111 opus/48000/2\r

    """
  }

  static let offer = offer("call")
}

/// A call that a test runs: what it was told, and how it ended.
final class RunningLine: Sendable {
  private let state = Mutex<(signals: [CallSignal], ending: Result<Void, CallFault>?)>(([], nil))
  private let requests: AsyncStream<CallRequest>
  private let feed: AsyncStream<CallRequest>.Continuation

  init() { (requests, feed) = AsyncStream.makeStream() }

  var signals: [CallSignal] { state.withLock { $0.signals } }
  var ending: Result<Void, CallFault>? { state.withLock { $0.ending } }
  var fault: CallFault? { if case .failure(let fault) = ending { fault } else { nil } }
  var answer: String? { signals.lazy.compactMap { if case .answered(let sdp) = $0 { sdp.text } else { nil } }.first }
  var offers: [String] { signals.compactMap { if case .offered(let sdp) = $0 { sdp.text } else { nil } } }
  var news: [AgentNews] { signals.compactMap { if case .agent(let news) = $0 { news } else { nil } } }

  func ask(_ request: CallRequest) { feed.yield(request) }

  func run(_ connection: any CallConnecting) async {
    let port = CallPort(requests: requests) { signal in self.state.withLock { $0.signals.append(signal) } }
    let ending: Result<Void, CallFault>
    do throws(CallFault) {
      try await connection.run(ProviderBench.room, port)
      ending = .success(())
    } catch { ending = .failure(error) }
    state.withLock { $0.ending = ending }
  }
}
