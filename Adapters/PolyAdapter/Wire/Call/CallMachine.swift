import AdapterKit
import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore
import WebSocket

/// One call from its start to its end, in either dialect, as a value: what happens goes in, what is to be done comes
/// out. It does nothing by itself, and knows of no clock but the times that it is given (monotonic nanoseconds).
struct CallMachine: Sendable {
  enum Input: Sendable {
    case start
    /// Hang up. Safe at any moment.
    case end
    /// Leave without hanging up.
    case detach
    /// It cannot go on, for reasons of this machine's.
    case unable(PolyError)
    case mute(Bool)
    case answered(request: Int, Result<HTTPClientResponse, HTTPClientFailure>)
    case socket(SocketKey, SocketEvent)
    case media(CallMediaEvent)
    case negotiated(MediaResult)
    /// Time has passed.
    case time
  }

  enum Effect: Sendable {
    case send(request: Int, PolyRequest, within: Duration)
    /// Nobody waits for its answer any more.
    case cancel(request: Int)
    case connect(SocketKey, Secret)
    /// Nobody wants this socket any more, open or not.
    case giveUp(SocketKey)
    case write(SocketKey, ticket: Int, OutgoingFrame)
    case media(MediaStep)
    case microphone(isOn: Bool)
    case agentAudio(isOn: Bool)
    /// The call's audio begins.
    case engageAudio
    /// What became of the start.
    case settle(CallFailure?)
    case tell(CallUpdate)
    /// The last of all.
    case release(CallRelease)
  }

  /// What an answer is for.
  enum Purpose: Sendable, Hashable {
    case messaging(MessagingStep)
    case iceServers
    case bridge(BridgeRoute)
  }

  let account: PolyAccount
  let random: any RandomSource
  /// nil = the call has no media engine.
  let hasMedia: Bool
  /// The media is somebody else's, who may never say that it is connected: there is no time for it unless it was heard
  /// of.
  let isRelayed: Bool
  /// By which the call is to be known, where its id is made here; nil = a random one.
  let ownCallID: String?

  private(set) var status = CallStatus.idle
  var now: Int64 = 0
  var outputs: [Effect] = []
  var deadlines: [CallTimer: Int64] = [:]
  var lastTicket = 0
  var open: (id: Int, purpose: Purpose)?
  private var isStartPending = false

  // What the set-up brings.
  var attempt = 1
  var retrying: MessagingStep?
  var accessToken: Secret?
  var session: String?
  /// By which the vendor ties the session to the call.
  var callID: String?
  var messaging: SocketKey?
  var isLinked = false
  var linkTicket: Int?
  var heartbeat: Duration?
  var transcript = TranscriptReading()
  var servers: [ICEServer] = []

  // The media.
  var offer: String?
  var passwords: [String] = []
  var isAnswered = false
  var isApplied = false
  var isMuted = false
  var isInterrupted = false
  var isHeard = true
  var isMediaKnown = false
  var heldRemote: [ICECandidate] = []

  var signalling = SignallingState()
  var bridge = BridgeState()

  init(
    _ account: PolyAccount, _ random: any RandomSource, hasMedia: Bool = true, isRelayed: Bool = false,
    ownCallID: String? = nil
  ) {
    self.account = account
    self.random = random
    self.hasMedia = hasMedia
    self.isRelayed = isRelayed
    self.ownCallID = ownCallID
  }

  var timing: CallTiming { account.timing }

  /// When `time` is to be said at the latest; nil = there is nothing to wait for.
  var nextDeadline: Int64? { deadlines.values.min() }

  mutating func take(_ input: Input, at now: Int64) -> [Effect] {
    self.now = max(self.now, now)
    switch input {
    case .start: begin()
    case .mute(let isMuted): mute(isMuted)
    case _ where !status.isActive: break
    case .end: finish(.ended(.local))
    case .detach: finish(.ended(.detached))
    case .unable(let error): fail(error)
    case .answered(let id, let result): answered(id, result)
    case .socket(let key, let event): take(event, on: key)
    case .media(let event): take(event)
    case .negotiated(let result): take(result)
    case .time: expire()
    }
    defer { outputs = [] }
    return outputs
  }

  // MARK: Its life

  private mutating func begin() {
    guard status == .idle else { return }
    isStartPending = true
    become(.connecting)
    guard hasMedia else { return finish(.failed(CallFailure(.voice(.notImplemented)))) }
    arm(.connect, timing.connect)
    outputs.append(.engageAudio)
    ask(.accessToken)
  }

  mutating func become(_ status: CallStatus) {
    self.status = status
    tell(.status(status))
  }

  mutating func fail(_ failure: CallFailure) { finish(.failed(failure)) }

  mutating func fail(_ error: PolyError) { finish(.failed(CallFailure(error))) }

  /// The start is done: nothing is wrong so far.
  mutating func settle() {
    guard isStartPending else { return }
    isStartPending = false
    outputs.append(.settle(nil))
  }

  /// Whether a socket that has come about is still wanted.
  func wants(_ key: SocketKey) -> Bool {
    status.isActive && [messaging, signalling.key, bridge.events].contains(key)
  }

  /// The end: nothing is taken any more.
  mutating func finish(_ end: CallStatus) {
    guard status.isActive else { return }
    become(end)
    deadlines = [:]
    if isStartPending {
      isStartPending = false
      if case .failed(let failure) = end {
        outputs.append(.settle(failure))
      } else {
        outputs.append(.settle(Self.early))
      }
    }
    let isDetached = end == .ended(.detached)
    let farewell = isDetached ? nil : signallingFarewell
    outputs.append(
      .release(
        CallRelease(
          farewell: farewell, code: isDetached ? 1001 : 1000,
          sockets: [signalling.key, bridge.events, messaging].compactMap { $0 },
          request: isDetached ? nil : bridge.call.map { BridgeRequests(account: account).delete($0) })))
  }

  private static let shortestSecret = 4

  /// How a start ends that was overtaken by the end.
  static let early = CallFailure.signaling("Call ended before it connected")
  /// A call is good for once.
  static let used = CallFailure.signaling("The call is over: a new one is needed")

  // MARK: What goes out

  mutating func tell(_ news: CallUpdate) { outputs.append(.tell(news)) }

  mutating func ticket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  @discardableResult
  mutating func write(_ json: JSON, on key: SocketKey) -> Int {
    let ticket = ticket()
    outputs.append(.write(key, ticket: ticket, OutgoingFrame(json)))
    return ticket
  }

  mutating func send(_ request: PolyRequest, for purpose: Purpose, within limit: Duration) {
    let id = ticket()
    open = (id, purpose)
    outputs.append(.send(request: id, request, within: limit))
  }

  /// Somebody else's words as people may see them.
  func words(_ text: String) -> String {
    // Media may well say a whole line of a description that nobody here has seen.
    let plain = text.replacing(/ice-pwd:\S+/, with: "ice-pwd:<redacted>")
    return VendorText.redacted(plain, secrets: secrets).text
  }

  /// What must not be seen anywhere. What is very short is none, and would be found in every word.
  private var secrets: [String] {
    let tokens = [account.connectorToken, account.webCallingToken, accessToken, bridge.call?.token]
    let all = tokens.compactMap { $0?.revealed } + passwords + servers.compactMap(\.credential)
    return all.filter { $0.utf8.count >= Self.shortestSecret }
  }

  // MARK: Time

  mutating func arm(_ timer: CallTimer, _ duration: Duration) { deadlines[timer] = now + duration.nanoseconds }

  mutating func disarm(_ timers: CallTimer...) { for timer in timers { deadlines[timer] = nil } }

  /// One after the other, the earliest first: what one does may undo the next.
  private mutating func expire() {
    while let due = deadlines.filter({ $0.value <= now }).min(by: { $0.value < $1.value })?.key {
      deadlines[due] = nil
      expire(due)
    }
  }

  private mutating func expire(_ timer: CallTimer) {
    switch timer {
    case .connect, .sessionStart: fail(.voice(.timedOut))
    case .grace: fail(.voice(.disconnected))
    case .request: giveUpRequest()
    case .retry: if let retrying { ask(retrying) }
    case .reconnect: openSignalling(again: true)
    case .socketOpen: giveUpOpening()
    case .settled: signalling.tries = 0
    case .gatherQuiet, .gatherCap: gathered()
    case .heartbeat: beat()
    }
  }
}
