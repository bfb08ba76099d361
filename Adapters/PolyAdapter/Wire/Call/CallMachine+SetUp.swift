import AdapterKit
import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore
import WebSocket

/// From the tokens to the offer.
extension CallMachine {
  /// Longer than any of these answers takes: the time for connecting ends it before.
  private static let patience: Duration = .seconds(60)

  mutating func ask(_ step: MessagingStep) {
    retrying = nil
    let requests = MessagingRequests(account: account)
    let correlation = RandomUUID.make(random)
    switch step {
    case .accessToken:
      send(requests.accessToken(correlation: correlation), for: .messaging(step), within: Self.patience)
    case .session:
      guard let accessToken else { return }
      send(requests.session(accessToken, correlation: correlation), for: .messaging(step), within: Self.patience)
    }
  }

  mutating func answered(_ id: Int, _ result: Result<HTTPClientResponse, HTTPClientFailure>) {
    guard let open, open.id == id else { return }
    self.open = nil
    disarm(.request)
    switch open.purpose {
    case .messaging(let step): judge(step, result)
    case .iceServers: take(servers: ICEServerReading.read(result))
    case .bridge(let route): answered(route, result)
    }
  }

  /// What was asked for gets no answer in time.
  mutating func giveUpRequest() {
    guard let open else { return }
    self.open = nil
    outputs.append(.cancel(request: open.id))
    switch open.purpose {
    case .messaging: break
    case .iceServers: take(servers: nil)
    case .bridge(let route): failed(route, route.timedOut)
    }
  }

  private mutating func judge(_ step: MessagingStep, _ result: Result<HTTPClientResponse, HTTPClientFailure>) {
    switch MessagingVerdict.judge(step, result, attempt: attempt, timing) {
    case .accepted(let value):
      attempt = 1
      step == .accessToken ? accept(token: value) : accept(session: value)
    case .retry(let pause):
      attempt += 1
      retrying = step
      arm(.retry, pause)
    case .failed(let failure): fail(failure)
    }
  }

  private mutating func accept(token: String) {
    accessToken = Secret(token)
    ask(.session)
  }

  private mutating func accept(session: String) {
    self.session = session
    switch account.dialect {
    case .gateway: link(ownCallID ?? RandomUUID.make(random))
    case .bridge: askBridge(.provision, BridgeRequests(account: account).provision)
    }
  }

  // MARK: The messaging socket

  /// Ties the session to the call, over the session's socket.
  mutating func link(_ callID: String) {
    guard let accessToken, let session else { return }
    self.callID = callID
    let key = SocketKey(role: .messaging, generation: 1)
    messaging = key
    arm(.sessionStart, timing.sessionStart)
    outputs.append(.connect(key, MessagingRequests(account: account).socket(accessToken, session: session)))
  }

  mutating func take(_ event: SocketEvent, on key: SocketKey) {
    switch key {
    case messaging: takeMessaging(event, key)
    case signalling.key: takeSignalling(event, key)
    case bridge.events: takeEvents(event, key)
    default: break
    }
  }

  private mutating func takeMessaging(_ event: SocketEvent, _ key: SocketKey) {
    switch event {
    case .opened: break
    case .refused(let error): messagingRefused(error)
    case .message(let bytes): for event in MessagingEvent.read(bytes) { take(event, key) }
    case .sent(let ticket, let isSent): if ticket == linkTicket, !isSent { tell(.trouble(.linkNotSent)) }
    case .closed(let closure):
      disarm(.heartbeat)
      if isLinked { return tell(.trouble(.messagingLost)) }
      fail(.transport(.networkError("the messaging socket closed (\(closure.code))")))
    }
  }

  private mutating func messagingRefused(_ error: WebSocketError) {
    switch error {
    case .refused(let status) where status == 401 || status == 403:
      fail(CallFailure(.auth(.unauthorized), status: status))
    case .refused(let status):
      fail(CallFailure(.transport(.networkError("the messaging socket is refused (\(status))")), status: status))
    case .notAHandshake: fail(.transport(.protocolError("the messaging socket has no handshake")))
    default: fail(.transport(.networkError("the messaging socket cannot be reached")))
    }
  }

  private mutating func take(_ event: MessagingEvent, _ key: SocketKey) {
    // An earlier event of the same message may have ended the call.
    guard status.isActive else { return }
    switch event.type {
    case "SESSION_START": if !isLinked { linked(SessionCapabilities(event.payload), key) }
    case "SESSION_END": tell(.sessionEnded(reason: event.payload["reason"]?.stringValue.map(words)))
    case "POLY_AGENT_JOINED", "LIVE_AGENT_JOINED": tell(.agentJoined)
    case "POLY_AGENT_LEFT", "LIVE_AGENT_LEFT":
      tell(.agentLeft(reason: event.payload["reason"]?.stringValue.map(words)))
    default: for line in transcript.take(event) { tell(.transcript(line)) }
    }
  }

  private mutating func linked(_ capabilities: SessionCapabilities, _ key: SocketKey) {
    guard let callID else { return }
    isLinked = true
    disarm(.sessionStart)
    linkTicket = write(MessagingFrames.link(callID), on: key)
    let pause = capabilities.heartbeat ?? timing.heartbeat
    heartbeat = pause > .zero ? pause : nil
    if let heartbeat { arm(.heartbeat, heartbeat) }
    switch account.dialect {
    case .gateway:
      send(GatewayRequests(account: account).iceServers, for: .iceServers, within: Self.patience)
      arm(.request, timing.iceServers)
    case .bridge: makeOffer(bridge.call?.servers ?? [], otherwise: ICEServerReading.bridgeFallback)
    }
  }

  mutating func beat() {
    guard let messaging, let heartbeat else { return }
    write(MessagingFrames.heartbeat, on: messaging)
    arm(.heartbeat, heartbeat)
  }

  // MARK: The offer

  private mutating func take(servers: [ICEServer]?) {
    if servers == nil { tell(.iceFallback) }
    makeOffer(servers ?? [], otherwise: ICEServerReading.gatewayFallback)
  }

  private mutating func makeOffer(_ servers: [ICEServer], otherwise fallback: [ICEServer]) {
    self.servers = servers.isEmpty ? fallback : servers
    outputs.append(.media(.makeOffer(self.servers)))
  }
}
