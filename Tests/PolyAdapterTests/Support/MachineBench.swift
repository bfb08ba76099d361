import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore
import WebSocket

@testable import PolyAdapter

/// A call's machine with the world played by a test: every effect is written down in a few words.
struct MachineBench {
  static let connectorToken = "connector-token-0123456789"
  static let webToken = "web-calling-token-0123456789"
  static let accessToken = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm9uIn0.c2lnbmF0dXJl"
  static let callToken = "1790000000.kq3vY0Jm5cQ4gq0T1m1o9yq2mS2T0p1QW3eR5tY7uI"
  static let session = "0c5f1f5e-7a0b-4c0e-9f3e-2d2f1f0a9b8c"
  static let signalling = "5b0f6a1e-3c1f-4b7a-8d4e-6f2a1c9e0d7b"

  private(set) var machine: CallMachine
  private(set) var now: Int64 = 1_000
  private(set) var effects: [CallMachine.Effect] = []

  init(_ dialect: PolyDialect = .gateway, isRelayed: Bool = false, hasMedia: Bool = true, seed: UInt64 = 7) throws {
    let account = try PolyAccount(
      connectorToken: Secret(Self.connectorToken), webCallingToken: Secret(Self.webToken),
      hostIdentifier: "app.example.com", dialect: dialect)
    machine = CallMachine(account, SeededRandom(seed: seed), hasMedia: hasMedia, isRelayed: isRelayed)
  }

  // MARK: Input

  @discardableResult
  mutating func put(_ input: CallMachine.Input) -> [String] {
    let new = machine.take(input, at: now)
    effects += new
    return new.compactMap(Self.word)
  }

  /// Time passes, with every deadline on the way.
  @discardableResult
  mutating func pass(_ duration: Duration) -> [String] {
    let end = now + duration.nanoseconds
    var words: [String] = []
    while let next = machine.nextDeadline, next <= end {
      now = max(now, next)
      words += put(.time)
    }
    now = end
    return words
  }

  @discardableResult
  mutating func answer(_ json: JSON, status: Int = 200, fields: HTTPFields = [:]) -> [String] {
    put(
      .answered(request: lastRequest, .success(HTTPClientResponse(status: status, fields: fields, body: json.bytes()))))
  }

  @discardableResult
  mutating func fail(_ reason: HTTPClientFailure.Reason) -> [String] {
    put(.answered(request: lastRequest, .failure(HTTPClientFailure(reason, requestMayHaveBeenSent: false))))
  }

  @discardableResult
  mutating func hear(_ role: SocketKey.Role, _ json: JSON) -> [String] {
    put(.socket(key(role), .message(json.bytes())))
  }

  @discardableResult
  mutating func open(_ role: SocketKey.Role) -> [String] { put(.socket(key(role), .opened)) }

  @discardableResult
  mutating func close(_ role: SocketKey.Role, _ code: UInt16, _ cause: WebSocketClosure.Cause = .peer) -> [String] {
    put(.socket(key(role), .closed(WebSocketClosure(cause, code: code))))
  }

  @discardableResult
  mutating func sent(_ role: SocketKey.Role, _ isSent: Bool = true) -> [String] {
    put(.socket(key(role), .sent(ticket: lastTicket(role), isSent)))
  }

  @discardableResult
  mutating func media(_ connection: CallMediaEvent.Connection) -> [String] { put(.media(.connection(connection))) }

  // MARK: Ways to somewhere

  /// Up to the messaging socket.
  mutating func toMessaging() {
    put(.start)
    answer(["access_token": .string(Self.accessToken)])
    answer(["session_id": .string(Self.session)])
    if machine.account.dialect == .bridge { answer(Self.provision) }
    open(.messaging)
  }

  mutating func toOffer() {
    toMessaging()
    hear(.messaging, Self.sessionStart)
    if machine.account.dialect == .gateway { answer(["iceServers": [["urls": "stun:stun.example:3478"]]]) }
  }

  /// The offer is on its way, and `start` has returned on the gateway.
  mutating func toOffered(_ sdp: String = Self.offer) {
    toOffer()
    put(.negotiated(.offer(.success(sdp))))
    guard machine.account.dialect == .gateway else { return _ = pass(.milliseconds(200)) }
    open(.signalling)
    sent(.signalling)
  }

  mutating func toAnswered() {
    toOffered()
    switch machine.account.dialect {
    case .gateway: hear(.signalling, Self.answer)
    case .bridge: answer(["sdp": .string(Self.remote)])
    }
    put(.negotiated(.accepted(nil)))
  }

  mutating func toConnected() {
    toAnswered()
    media(.connected)
  }

  /// Also with the agent's voice.
  mutating func toPulled() {
    toConnected()
    open(.events)
    answer(["sdp": .string(Self.remote)])
    put(.negotiated(.answer(.success(Self.offer))))
    answer([:])
  }

  // MARK: What came of it

  var status: CallStatus { machine.status }
  var error: PolyError? { if case .failed(let failure) = status { failure.error } else { nil } }
  var words: [String] { effects.compactMap(Self.word) }

  func count(_ word: String) -> Int { words.count { $0 == word } }

  var lastRequest: Int {
    effects.reversed().firstNonNil { if case .send(let id, _, _) = $0 { id } else { nil } } ?? 0
  }

  var lastSent: PolyRequest? {
    effects.reversed().firstNonNil { if case .send(_, let request, _) = $0 { request } else { nil } }
  }

  var release: CallRelease? { effects.firstNonNil { if case .release(let release) = $0 { release } else { nil } } }

  /// Everything that was written on sockets of a kind.
  func frames(_ role: SocketKey.Role) -> [JSON] {
    effects.compactMap { if case .write(let key, _, let frame) = $0, key.role == role { frame.json } else { nil } }
  }

  func key(_ role: SocketKey.Role) -> SocketKey {
    effects.reversed().firstNonNil { effect in
      if case .connect(let key, _) = effect, key.role == role { key } else { nil }
    } ?? SocketKey(role: role, generation: 0)
  }

  func url(_ role: SocketKey.Role) -> String? {
    effects.reversed().firstNonNil { effect in
      if case .connect(let key, let url) = effect, key.role == role { url.revealed } else { nil }
    }
  }

  func lastTicket(_ role: SocketKey.Role) -> Int {
    effects.reversed().firstNonNil { effect in
      if case .write(let key, let ticket, _) = effect, key.role == role { ticket } else { nil }
    } ?? 0
  }

  var settled: [CallFailure?] {
    effects.compactMap { if case .settle(let failure) = $0 { .some(failure) } else { nil } }
  }

  var statuses: [CallStatus] {
    effects.compactMap { if case .tell(.status(let status)) = $0 { status } else { nil } }
  }

  static func word(_ effect: CallMachine.Effect) -> String? {
    switch effect {
    case .send(_, let request, _): "send \(request)"
    case .cancel: "cancel"
    case .connect(let key, _): "connect \(key.role)"
    case .giveUp(let key): "give up \(key.role)"
    case .write(let key, _, let frame): "write \(key.role) \(frame)"
    case .media(let step): "media \(step)"
    case .microphone(let isOn): "microphone \(isOn)"
    case .agentAudio(let isOn): "agent \(isOn)"
    case .engageAudio: "audio"
    case .settle(let failure): failure == nil ? "started" : "not started"
    case .tell(.status(let status)): word(status)
    case .tell: nil
    case .release: "release"
    }
  }

  private static func word(_ status: CallStatus) -> String {
    switch status {
    case .failed(let failure): "failed \(failure.error)"
    case .ended: "ended"
    default: "\(status)"
    }
  }
}

extension Sequence {
  func firstNonNil<Value>(_ transform: (Element) -> Value?) -> Value? {
    for element in self { if let value = transform(element) { return value } }
    return nil
  }
}
