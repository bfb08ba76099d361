import Cryptography
import JSONCoding
import MockKit

/// Everything at the vendor. A value with all of its logic; the mock keeps it under one lock.
struct PolyModel: Sendable {
  let accounts: [PolyMockConfiguration.Account]
  var options: PolyMockOptions
  let identifiers: PolyIdentifiers
  let access: PolyAccess
  /// Messaging sessions by id.
  var sessions: [String: PolySession] = [:]
  var latestSession: String?
  /// By id, and their ids in the order of coming.
  var calls: [String: PolyCall] = [:]
  var callOrder: [String] = []
  /// The latest call of each name that link frames use.
  var callsBySid: [String: String] = [:]
  /// Messaging sessions by the call that their link frame named.
  var links: [String: String] = [:]
  /// Calls that have lost their socket, and since when.
  var orphans: [String: Int64] = [:]
  /// Open sockets by id.
  var lines: [String: PolyLine] = [:]
  /// By id, and their ids in the order of coming.
  var conversations: [String: PolyConversation] = [:]
  var conversationOrder: [String] = []
  /// What the agent says next to whoever writes, in turn.
  var replies: [String] = []
  /// Accounts whose web calling token is no longer good.
  var revoked: Set<String> = []
  /// Where alerts are sent.
  var hooks: [PolyHook] = []
  var agenda = Agenda<PolyDue>()
  /// What the request or message under way has caused to be said.
  var outbox: [PolyOutgoing] = []
  var events: [MockEvent] = []

  init(_ configuration: PolyMockConfiguration) {
    accounts = configuration.accounts
    options = configuration.options
    identifiers = PolyIdentifiers(seed: configuration.seed)
    access = PolyAccess(seed: configuration.seed)
  }

  // MARK: Saying

  mutating func say(_ act: PolyOutgoing.Act, on line: String) {
    guard let open = lines[line], !open.isLeaving else { return }
    outbox.append(PolyOutgoing(line: line, queue: open.queue, act: act))
    switch act {
    case .close, .drop: lines[line]?.isLeaving = true
    default: lines[line]?.sent += 1
    }
  }

  mutating func say(_ frame: JSON, on line: String) { say(.frame(frame), on: line) }

  /// Sends what is to be said; the first frame that goes to `line` goes by `reply` instead, which hears whether it is to
  /// be a binary message.
  mutating func flush(answering line: String? = nil, reply: (JSON, _ binary: Bool) -> Void = { _, _ in }) {
    var isAnswered = line == nil
    for outgoing in outbox {
      let isBinary = options.sendsBinary && lines[outgoing.line]?.kind == .signalling
      if !isAnswered, outgoing.line == line, case .frame(let frame) = outgoing.act {
        isAnswered = true
        reply(frame, isBinary)
      } else {
        outgoing.send(binary: isBinary)
      }
    }
    outbox = []
  }

  mutating func takeEvents() -> [MockEvent] {
    defer { events = [] }
    return events
  }

  mutating func add(_ call: PolyCall) {
    calls[call.id] = call
    callOrder.append(call.id)
    callsBySid[call.callSid] = call.id
  }

  // MARK: Finding

  func account(_ id: String) -> PolyMockConfiguration.Account? { accounts.first { $0.accountID == id } }

  /// The account of a web calling token that is good.
  func account(webCallingToken token: String) -> PolyMockConfiguration.Account? {
    accounts.first { $0.webCallingToken == Secret(token) && !revoked.contains($0.accountID) }
  }

  /// A call by its id, by what the link frame calls it, or the `latest` there was.
  func call(named name: String) -> PolyCall? {
    if name == "latest" { return callOrder.last.flatMap { calls[$0] } }
    return calls[name] ?? callsBySid[name].flatMap { calls[$0] }
  }

  /// The messaging session that a call is linked with.
  func session(linkedWith call: PolyCall) -> String? { links[call.callSid] }

  // MARK: Time

  static func nanoseconds(seconds: Int) -> Int64 { Int64(seconds) * 1_000_000_000 }
  static func nanoseconds(milliseconds: Int) -> Int64 { Int64(milliseconds) * 1_000_000 }

  /// Does everything due by `now`, in the order of its time, each thing at its own time.
  mutating func runTimers(until now: Int64) {
    while let entry = agenda.take(until: now) { perform(entry.due, at: entry.at) }
  }

  private mutating func perform(_ due: PolyDue, at now: Int64) {
    switch due {
    case .sessionIdle(let id): sessionMayBeIdle(id, at: now)
    case .welcome(let line): welcome(line, at: now)
    case .answer(let call): answerOffer(of: call, at: now)
    case .candidate(let call, let index):
      if calls[call]?.isLive == true { tellCandidate(index, of: call) }
    case .media(let call, let state, let change):
      guard calls[call]?.mediaChange == change else { return }
      setMedia(state, of: call, at: now)
    case .mediaTimeout(let id):
      guard let call = calls[id], call.isLive, call.media == .new else { return }
      fail(id, code: "MEDIA_BRIDGE_FAILURE", "Media did not connect in time", at: now)
    case .orphan(let id, let since):
      guard let call = calls[id], call.isLive, call.line == nil, orphans[id] == since else { return }
      end(id, reason: "lost", at: now)
    case .eventsAuth(let line):
      guard lines[line]?.isReady == false else { return }
      say(.close(code: 1008, reason: "auth timeout"), on: line)
    }
  }
}
