import Clocks
import JSONCoding
import MeetingCore

/// Coming in.
extension SignallingSession {
  mutating func begin() {
    comeInBy = now + patience.join.nanoseconds
    if mode == .signallingOnly { enter() } else { prepare() }
  }

  /// What media needs: the router's abilities, and a transport for each direction. None of them is ever connected.
  mutating func prepare() {
    guard !isPreparing else { return }
    isPreparing = true
    if phase != .joined { phase = .preparing }
    ask("getRouterRtpCapabilities", [:], for: .capabilities)
  }

  mutating func learned(_ capabilities: JSON) {
    self.capabilities = capabilities
    ask("createWebRtcTransport", SignallingShapes.transport(isSending: true), for: .transport(isSending: true))
  }

  mutating func made(_ transport: JSON, isSending: Bool) {
    guard let id = transport["id"]?.stringValue else {
      return prepareFailed(
        ProviderFailure(.badResponse(pointer: "/data/id"), executed: .yes, operation: "createWebRtcTransport"))
    }
    if isSending {
      sendTransport = id
      return ask(
        "createWebRtcTransport", SignallingShapes.transport(isSending: false), for: .transport(isSending: false))
    }
    isPreparing = false
    if phase == .joined { return advanceAll() }
    if isLetIn { join() } else { enter() }
  }

  /// Without it nobody comes in who is not in yet; who is in only cannot publish.
  mutating func prepareFailed(_ failure: ProviderFailure) {
    isPreparing = false
    if phase == .joined { return failWanted(failure) }
    finish(.refused(failure))
  }

  /// The answer is the door's, in a message of its own; that the question arrived says nothing.
  mutating func enter() {
    phase = .entering
    if identity.asksToJoin { comeInBy = now + patience.lobby.nanoseconds }
    ask("requestEntry", ["name": .string(identity.displayName)], for: .entry)
    if isLetIn { join() }
  }

  /// The door's word on somebody: on this peer when it names nobody.
  mutating func respondedEntry(_ data: JSON) {
    guard let decision = data["decision"]?.stringValue else { return }
    let peer = data["peerId"]?.stringValue ?? data["id"]?.stringValue ?? identity.peer
    guard peer == identity.peer else { return tell(.entryResponded(peer: peer, decision: decision.lowercased())) }
    guard phase != .joined, phase != .joining else { return }
    // Whoever waits is told at once; whoever comes in without waiting has nothing to be told.
    if identity.asksToJoin { outputs.append(.tell(.entryResponded(peer: peer, decision: decision.lowercased()))) }
    sessionID = data["sessionId"]?.stringValue
    guard decision.lowercased() == EntryDecision.allowed else {
      return finish(
        .refused(
          ProviderFailure(
            .forbidden, executed: .no, operation: "requestEntry",
            vendorMessage: Redacted(scrubbed: "somebody decided against letting this participant in"))))
    }
    isLetIn = true
    comeInBy = now + patience.join.nanoseconds
    if phase == .entering { join() }
  }

  private mutating func join() {
    phase = .joining
    ask("join", SignallingShapes.join(identity, capabilities: capabilities), for: .join(isBare: capabilities == nil))
  }

  /// Without transports it was a try.
  mutating func joinRefused(_ failure: ProviderFailure, isBare: Bool) {
    if isBare, !RefusalCode.isFinal(failure.vendorCode.flatMap { Int($0) }), failure.reason != .timeout {
      return prepare()
    }
    finish(.refused(failure))
  }

  mutating func joined(_ data: JSON) {
    let told = data["peers"]?.arrayValue
    let present = (told ?? []).compactMap { SignallingPeer($0) }.filter { $0.id != identity.peer }
    // Whoever came while the answer was under way stays, unless the answer tells of them, too.
    peers = Self.distinct(present + peers)
    phase = .joined
    comeInBy = nil
    outputs.append(
      .tell(
        .joined(
          SignallingEntry(
            session: sessionID, peers: peers, knowsPeers: told != nil,
            messages: SignallingMessage.list(data["messages"])))))
    outputs += held.map { .tell($0) }
    held = []
    advanceAll()
  }

  private static func distinct(_ peers: [SignallingPeer]) -> [SignallingPeer] {
    var seen: Set<String> = []
    return peers.filter { seen.insert($0.id).inserted }
  }
}
