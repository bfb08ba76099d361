import Clocks
import Cryptography
import JSONCoding
import MeetingCore
import ProgramTesting
import WebSocket

@testable import VideoSDKAdapter

/// A session on a clock of the test's, whose other side is the test.
final class SessionBench {
  var session: SignallingSession
  private(set) var now: Int64 = 0
  /// Frames that were sent and not looked at.
  private(set) var sent: [ProtooFrame] = []
  private(set) var news: [SignallingNews] = []
  private(set) var settled: [Int: Result<JSON, ProviderFailure>] = [:]
  private(set) var settledTwice = 0
  private(set) var isClosed = false

  init(
    mode: PeerMode = .signallingOnly, token: String = "token", patience: SignallingPatience = SignallingPatience()
  ) {
    let identity = SignallingIdentity(
      room: "abcd-efgh-ijkl", peer: "me", displayName: "Me", mode: mode, token: Secret(token))
    session = SignallingSession(identity, patience, SeededRandom(seed: 1))
  }

  /// One that is in, with others.
  static func joined(
    mode: PeerMode = .signallingOnly, peers: JSON = [], patience: SignallingPatience = SignallingPatience()
  ) -> SessionBench {
    let bench = SessionBench(mode: mode, patience: patience)
    bench.take(.opened)
    if mode != .signallingOnly {
      bench.accept("getRouterRtpCapabilities", Self.router)
      bench.accept("createWebRtcTransport", ["id": "send"])
      bench.accept("createWebRtcTransport", ["id": "receive"])
    }
    bench.accept("requestEntry")
    bench.hear("entryResponded", ["peerId": "me", "sessionId": "session", "decision": "allowed"])
    bench.accept("join", ["peers": peers, "messages": []])
    bench.forgetNews()
    return bench
  }

  static let router: JSON = [
    "codecs": [
      [
        "kind": "audio", "mimeType": "audio/opus", "clockRate": 48_000, "channels": 2, "preferredPayloadType": 100,
        "parameters": ["useinbandfec": 1],
      ],
      ["kind": "video", "mimeType": "video/VP8", "clockRate": 90_000, "preferredPayloadType": 101],
    ], "headerExtensions": [],
  ]

  func take(_ input: SignallingSession.Input) {
    for output in session.take(input, at: now) {
      switch output {
      case .send(let frame): sent.append(frame)
      case .settle(let ticket, let result):
        if settled.updateValue(result, forKey: ticket) != nil { settledTwice += 1 }
      case .tell(let news): self.news.append(news)
      case .close: isClosed = true
      }
    }
  }

  // MARK: The service's side

  /// The request of a method that was sent and is not answered yet, taken off the list.
  func request(_ method: String) -> (id: Int64, data: JSON)? {
    for (index, frame) in sent.enumerated() {
      guard case .request(let id, let name, let data) = frame, name == method else { continue }
      sent.remove(at: index)
      return (id, data)
    }
    return nil
  }

  func expect(_ method: String) throws -> (id: Int64, data: JSON) {
    guard let request = request(method) else { throw Failure("\(method) was not asked, but \(asked)") }
    return request
  }

  /// Whether there was such a request to accept.
  @discardableResult
  func accept(_ method: String, _ data: JSON = [:]) -> Bool {
    guard let request = request(method) else { return false }
    answer(request.id, data)
    return true
  }

  @discardableResult
  func refuse(_ method: String, _ code: Int?, _ reason: String = "") -> Bool {
    guard let request = request(method) else { return false }
    take(.text(ProtooFrame.refused(id: request.id, code: code, reason: reason).json.bytes()))
    return true
  }

  func answer(_ id: Int64, _ data: JSON = [:]) {
    take(.text(ProtooFrame.accepted(id: id, data: data).json.bytes()))
  }

  func hear(_ method: String, _ data: JSON = [:]) {
    take(.text(ProtooFrame.notification(method: method, data: data).json.bytes()))
  }

  /// Asks the session something; its answer, if it gave one.
  func ask(_ method: String, _ data: JSON = [:], id: Int64 = 7) -> ProtooFrame? {
    take(.text(ProtooFrame.request(id: id, method: method, data: data).json.bytes()))
    for (index, frame) in sent.enumerated() {
      switch frame {
      case .accepted(id, _), .refused(id, _, _): return sent.remove(at: index)
      default: continue
      }
    }
    return nil
  }

  // MARK: Time and results

  /// Time passes; the session is told when it wanted to be.
  func wait(_ duration: Duration) {
    let end = now + duration.nanoseconds
    while let deadline = session.nextDeadline, deadline <= end {
      now = max(now, deadline)
      take(.time)
    }
    now = end
  }

  /// The methods of what was sent and is not answered.
  var asked: [String] {
    sent.compactMap { if case .request(_, let method, _) = $0 { method } else { nil } }
  }

  func forgetNews() { news = [] }

  /// Accepts a request; what it said.
  func accepted(_ method: String) throws -> JSON {
    let request = try expect(method)
    answer(request.id)
    return request.data
  }

  /// What was told, taken off the list.
  func takeNews() -> [SignallingNews] {
    defer { news = [] }
    return news
  }

  var end: SignallingEnd? { if case .ended(let end)? = news.last { end } else { nil } }

  var refusal: ProviderFailure? { if case .refused(let failure)? = end { failure } else { nil } }
}
