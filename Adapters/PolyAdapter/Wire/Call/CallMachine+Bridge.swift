import HTTPTypes
import MeetingCore
import WebSocket

/// The bridge dialect: descriptions by HTTP, and a second negotiation for the agent's voice once media is connected.
extension CallMachine {
  private var requests: BridgeRequests { BridgeRequests(account: account) }

  mutating func askBridge(_ route: BridgeRoute, _ request: PolyRequest) {
    send(request, for: .bridge(route), within: timing.bridgeRequest)
    arm(.request, timing.bridgeRequest)
  }

  mutating func answered(_ route: BridgeRoute, _ result: Result<HTTPClientResponse, HTTPClientFailure>) {
    guard case .success(let answer) = result, route.failure(result) == nil else {
      return failed(route, route.failure(result) ?? route.unreadable)
    }
    switch route {
    case .provision: provisioned(answer)
    case .connect: connectAnswered(answer)
    case .pull:
      guard let sdp = BridgeRoute.sdp(answer) else { return failed(route, route.unreadable) }
      passwords += SDPText(sdp).passwords
      outputs.append(.media(.answer(offer: sdp)))
    case .renegotiate:
      if !bridge.hasPulled { tell(.agentJoined) }
      pulled()
    case .delete: break
    }
  }

  /// Only the first fetch of the agent's voice matters enough to end the call.
  mutating func failed(_ route: BridgeRoute, _ failure: CallFailure) {
    let isRepeated = bridge.hasPulled && (route == .pull || route == .renegotiate)
    guard isRepeated else { return fail(failure) }
    tell(.trouble(.voiceNotRenewed))
    pulled()
  }

  private mutating func provisioned(_ answer: HTTPClientResponse) {
    guard let call = BridgeCall(answer.body) else { return failed(.provision, BridgeRoute.provision.unreadable) }
    bridge.call = call
    link(call.id)
  }

  private mutating func connectAnswered(_ answer: HTTPClientResponse) {
    guard let sdp = BridgeRoute.sdp(answer) else { return failed(.connect, BridgeRoute.connect.unreadable) }
    answered(sdp, session: bridge.call?.id)
  }

  // MARK: Gathering

  /// Waits until no more candidates come, and sends the description with them. A gathering that is over is not waited
  /// for.
  mutating func gather(_ sdp: SDPText, for route: BridgeRoute) {
    bridge.gathering = BridgeState.Gathering(sdp: sdp, route: route)
    let isOver = bridge.hasEnded || sdp.isGathered || sdp.usernameFragment.map(bridge.gathered.contains) ?? false
    if isOver { return gathered() }
    arm(.gatherQuiet, timing.gatherQuiet)
    arm(.gatherCap, timing.gatherCap)
  }

  mutating func gathered(_ candidate: ICECandidate) {
    guard let gathering = bridge.gathering else {
      if candidate.isEnd { bridge.hasEnded = true } else { keep(candidate) }
      return
    }
    guard belongs(candidate, to: gathering.sdp) else { return keep(candidate) }
    if candidate.isEnd { return gathered() }
    keep(candidate)
    arm(.gatherQuiet, timing.gatherQuiet)
  }

  private mutating func keep(_ candidate: ICECandidate) {
    if !candidate.isEnd, bridge.candidates.count < Self.mostCandidates { bridge.candidates.append(candidate) }
  }

  mutating func gathered() {
    disarm(.gatherQuiet, .gatherCap)
    guard let gathering = bridge.gathering, let call = bridge.call else { return }
    bridge.gathering = nil
    bridge.hasEnded = false
    if let fragment = gathering.sdp.usernameFragment { bridge.gathered.insert(fragment) }
    let sdp = gathering.sdp.adding(bridge.candidates.filter { belongs($0, to: gathering.sdp) })
    switch gathering.route {
    case .connect:
      askBridge(.connect, requests.connect(call, sdp: sdp.text, mid: sdp.audioMid ?? "0"))
    default:
      guard let path = call.renegotiatePath else { return pulled() }
      askBridge(.renegotiate, requests.renegotiate(path, call, sdp: sdp.text))
    }
  }

  private func belongs(_ candidate: ICECandidate, to sdp: SDPText) -> Bool {
    guard let fragment = candidate.fragment, let own = sdp.usernameFragment else { return true }
    return fragment == own
  }

  // MARK: The agent's voice

  mutating func beginBridgeMedia() {
    guard let call = bridge.call else { return }
    if let path = call.eventsPath {
      let key = SocketKey(role: .events, generation: 1)
      bridge.events = key
      outputs.append(.connect(key, requests.socket(path)))
    }
    pull()
  }

  private mutating func pull() {
    guard let call = bridge.call, let path = call.pullPath else { return }
    if bridge.isPulling { return bridge.pullsWanted += 1 }
    bridge.isPulling = true
    askBridge(.pull, requests.pull(path, call))
  }

  mutating func renegotiate(_ result: Result<String, MediaTrouble>) {
    switch result {
    case .success(let sdp):
      passwords += SDPText(sdp).passwords
      gather(SDPText(sdp), for: .renegotiate)
    case .failure(let trouble):
      failed(.renegotiate, CallFailure(.voice(.mediaFailed(words(trouble.words)))))
    }
  }

  private mutating func pulled() {
    bridge.hasPulled = true
    bridge.isPulling = false
    // A track that is new knows nothing of what was said before.
    if !isHeard { outputs.append(.agentAudio(isOn: false)) }
    guard bridge.pullsWanted > 0 else { return }
    bridge.pullsWanted -= 1
    pull()
  }

  // MARK: Its events

  mutating func takeEvents(_ event: SocketEvent, _ key: SocketKey) {
    switch event {
    case .opened: if let call = bridge.call { write(BridgeRequests.auth(call), on: key) }
    case .refused: lostEvents("Bridge events failed")
    case .message(let bytes): if let event = BridgeEvent.read(bytes) { take(event) }
    case .sent: break
    case .closed(let closure): closedEvents(closure)
    }
  }

  private mutating func take(_ event: BridgeEvent) {
    switch event {
    case .repull: pull()
    case .bargeIn: hear(false)
    case .unmute: hear(true)
    }
  }

  private mutating func hear(_ isHeard: Bool) {
    self.isHeard = isHeard
    outputs.append(.agentAudio(isOn: isHeard))
  }

  /// A goodbye is the end of the call, whatever its code: the bridge gives a call up whose socket is gone.
  private mutating func closedEvents(_ closure: WebSocketClosure) {
    guard closure.cause == .peer else { return lostEvents("Bridge events failed (\(closure.code))") }
    if status == .connected || closure.code == 1000 { return finish(.ended(.service)) }
    fail(.signaling("Bridge events closed (\(closure.code))", status: Int(closure.code)))
  }

  private mutating func lostEvents(_ text: String) {
    fail(status == .connected ? .voice(.disconnected) : .voice(.signalingFailed(text)))
  }
}
