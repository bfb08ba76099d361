import Clocks
import Cryptography
import JSONCoding
import MeetingCore
import WebSocket

/// One connection to a room's signalling, from its opening to its end, as a value: what happens goes in, what is to be done
/// comes out. It does nothing by itself, and knows of no clock but the times it is given (monotonic nanoseconds).
///
/// Coming in follows the order of the service's own clients. Whoever only wants events and messages tries without
/// transports for media first, and makes ones that are never connected where the service insists.
struct SignallingSession: Sendable {
  enum Input: Sendable {
    /// The socket is open.
    case opened
    /// A message of the socket's.
    case text([UInt8])
    /// The socket is gone.
    case closed(WebSocketClosure)
    /// The connection cannot go on, though nobody has closed it.
    case broken(ProviderFailure)
    /// `within` nil = the usual patience.
    case request(ticket: Int, SignallingRequest, within: Duration?)
    /// Nobody waits any more for what was asked with this ticket.
    case withdraw(ticket: Int)
    case changeMode(ticket: Int, PeerMode)
    /// An own microphone or camera is wanted on or off.
    case publish(PeerMedia, isOn: Bool)
    case leave
    /// Time has passed.
    case time
  }

  enum Output: Sendable {
    case send(ProtooFrame)
    case settle(ticket: Int, Result<JSON, ProviderFailure>)
    case tell(SignallingNews)
    /// Say goodbye. Nothing else comes.
    case close
  }

  /// What an answer is for.
  enum Purpose: Sendable {
    case caller(ticket: Int)
    case mode(PeerMode, ticket: Int)
    case capabilities
    case transport(isSending: Bool)
    case entry
    case join(isBare: Bool)
    case produce(PeerMedia)
    case closeProducer(PeerMedia)
    /// Whatever comes of it.
    case tidying
  }

  enum Phase: Sendable, Hashable {
    case idle
    /// Making what media needs.
    case preparing
    /// Waiting to be let in.
    case entering
    case joining
    case joined
    case over
  }

  static let operation = "signalling"

  let identity: SignallingIdentity
  let patience: SignallingPatience
  let random: any RandomSource
  var phase = Phase.idle
  var mode: PeerMode
  /// When coming in has taken too long; nil once in.
  var comeInBy: Int64?
  var now: Int64 = 0
  /// When anything last came.
  private(set) var heardAt: Int64 = 0
  var exchange: ProtooExchange<Purpose>
  var outputs: [Output] = []

  /// The door is open.
  var isLetIn = false
  var sessionID: String?
  var isPreparing = false
  var capabilities: JSON?
  var sendTransport: String?

  var peers: [SignallingPeer] = []
  var speaker: String?
  var tracks = RemoteTracks()
  var own: [PeerMedia: OwnTrack] = [:]
  /// News of the room that came before the answer to `join`.
  var held: [SignallingNews] = []
  /// The last trouble that was told: the reason, when the connection ends next.
  var trouble: (code: Int?, words: Redacted)?

  init(_ identity: SignallingIdentity, _ patience: SignallingPatience, _ random: any RandomSource) {
    self.identity = identity
    self.patience = patience
    self.random = random
    mode = identity.mode
    exchange = ProtooExchange(random)
  }

  /// When `time` is to be said at the latest; nil = there is nothing to wait for.
  var nextDeadline: Int64? {
    phase == .over ? nil : [exchange.nextDeadline, comeInBy].compactMap { $0 }.min()
  }

  mutating func take(_ input: Input, at now: Int64) -> [Output] {
    self.now = now
    switch input {
    case .request(let ticket, let request, let limit):
      ask(request.method, request.data, for: .caller(ticket: ticket), ticket: ticket, within: limit)
    case .changeMode(let ticket, let mode):
      ask("changeMode", ["mode": .string(mode.rawValue)], for: .mode(mode, ticket: ticket), ticket: ticket)
    case _ where phase == .over: break
    case .opened: begin()
    case .text(let bytes):
      heardAt = now
      read(bytes)
    case .closed(let closure): finish(Self.end(of: closure, isIn: phase == .joined, trouble))
    case .broken(let failure): finish(phase == .joined ? .lost(failure) : .refused(failure))
    case .withdraw(let ticket): withdraw(ticket)
    case .publish(let media, let isOn): want(media, isOn)
    case .leave: finish(.left)
    case .time: expire()
    }
    defer { outputs = [] }
    return outputs
  }

  // MARK: What goes out

  mutating func send(_ frame: ProtooFrame) { outputs.append(.send(frame)) }

  /// News of the room wait until this peer is in it.
  mutating func tell(_ news: SignallingNews) {
    if phase == .joined { outputs.append(.tell(news)) } else { held.append(news) }
  }

  mutating func ask(_ method: String, _ data: JSON, for purpose: Purpose, within limit: Duration? = nil) {
    let deadline = now + (limit ?? patience.request).nanoseconds
    send(exchange.ask(method, data, for: purpose, until: deadline))
  }

  /// Asks for somebody who waits; only those who are in may.
  private mutating func ask(
    _ method: String, _ data: JSON, for purpose: Purpose, ticket: Int, within limit: Duration? = nil
  ) {
    guard phase == .joined else {
      let failure = ProviderFailure(
        phase == .over ? .unavailable : .conflict, executed: .no, operation: method,
        vendorMessage: Redacted(scrubbed: phase == .over ? "the connection is over" : "not in the room yet"))
      return outputs.append(.settle(ticket: ticket, .failure(failure)))
    }
    ask(method, data, for: purpose, within: limit)
  }

  /// The end: whoever waits is told, and nothing is taken any more.
  mutating func finish(_ end: SignallingEnd) {
    let open = exchange.giveUp { _ in true }
    phase = .over
    comeInBy = nil
    outputs.append(.close)
    for asked in open {
      if let ticket = asked.purpose.ticket {
        outputs.append(.settle(ticket: ticket, .failure(Self.failure(asked.method, after: end))))
      }
    }
    outputs.append(.tell(.ended(end)))
  }

  /// What becomes of requests that are under way when the connection ends: nobody knows.
  private static func failure(_ method: String, after end: SignallingEnd) -> ProviderFailure {
    let reason: ProviderFailure.Reason = end == .left ? .cancelled : .unavailable
    return ProviderFailure(
      reason, executed: .maybe, operation: method,
      vendorMessage: Redacted(scrubbed: "the connection ended before the answer"))
  }

  private mutating func withdraw(_ ticket: Int) {
    for asked in exchange.giveUp({ $0.purpose.ticket == ticket }) {
      let failure = ProviderFailure(.cancelled, executed: .maybe, operation: asked.method)
      outputs.append(.settle(ticket: ticket, .failure(failure)))
    }
    advanceAll()
  }
}

extension SignallingSession.Purpose {
  /// Whom to tell.
  var ticket: Int? {
    switch self {
    case .caller(let ticket), .mode(_, let ticket): ticket
    default: nil
    }
  }
}
