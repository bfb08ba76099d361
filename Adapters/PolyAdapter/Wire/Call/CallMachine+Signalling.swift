import WebSocket

/// The gateway dialect: one socket, which may be opened anew without anybody noticing.
extension CallMachine {
  mutating func openSignalling(again: Bool) {
    signalling.generation += 1
    let key = SocketKey(role: .signalling, generation: signalling.generation)
    signalling.key = key
    if again { arm(.socketOpen, timing.socketOpen) }
    outputs.append(.connect(key, GatewayRequests(account: account).socket))
  }

  mutating func giveUpOpening() {
    guard let key = signalling.key else { return }
    outputs.append(.giveUp(key))
    lostSignalling()
  }

  mutating func takeSignalling(_ event: SocketEvent, _ key: SocketKey) {
    switch event {
    case .opened: opened(key)
    case .refused: lostSignalling()
    case .message(let bytes): if let frame = GatewayFrame.read(bytes) { take(frame) }
    case .sent(let ticket, let isSent): sent(ticket, isSent)
    case .closed(let closure): closed(closure)
    }
  }

  private mutating func opened(_ key: SocketKey) {
    disarm(.socketOpen)
    signalling.isOpen = true
    if signalling.generation > 1 {
      tell(.recovered)
      arm(.settled, timing.settled)
    }
    // An offer that was delivered goes on over the new socket: the vendor goes by the session.
    if !signalling.isOfferDelivered, let offer, let callID {
      signalling.offerTicket = write(GatewayRequests(account: account).offer(offer, call: callID), on: key)
    }
    flushCandidates()
  }

  private mutating func sent(_ ticket: Int, _ isSent: Bool) {
    if ticket == signalling.offerTicket {
      if isSent { offerDelivered() }
      return
    }
    guard signalling.underWay.first == ticket else { return }
    if isSent {
      signalling.underWay.removeFirst()
      signalling.waiting.removeFirst()
    } else {
      // All of them are sent again, in order, once there is a socket.
      signalling.underWay = []
    }
  }

  private mutating func offerDelivered() {
    signalling.isOfferDelivered = true
    settle()
  }

  mutating func flushCandidates() {
    guard signalling.isOpen, let key = signalling.key, let session = signalling.session else { return }
    for candidate in signalling.waiting.dropFirst(signalling.underWay.count) {
      signalling.underWay.append(write(GatewayRequests.candidate(candidate, session: session), on: key))
    }
  }

  // MARK: What the gateway says

  private mutating func take(_ frame: GatewayFrame) {
    signalling.tries = 0
    switch frame {
    case .answer(let session, let sdp): answer(session, sdp)
    case .candidate(let candidate): takeRemote(candidate)
    case .close: finish(.ended(.service))
    case .error(let code, let message):
      fail(.signaling(words(message), code: code.map { String(words($0).prefix(64)) }))
    }
  }

  private mutating func answer(_ session: String?, _ sdp: String) {
    guard signalling.offerTicket != nil, !isAnswered else { return }
    // Whoever answers has the offer.
    signalling.isOfferDelivered = true
    signalling.session = session
    if session == nil { tell(.trouble(.sessionMissing)) }
    answered(sdp, session: session)
    flushCandidates()
  }

  // MARK: Loss

  private mutating func closed(_ closure: WebSocketClosure) {
    switch SignallingClosure(code: closure.code) {
    case .graceful: finish(.ended(.service))
    case .terminal:
      let code = Int(closure.code)
      if status == .connected { return fail(CallFailure(.voice(.disconnected), status: code)) }
      fail(.signaling("Signaling closed (\(code))", status: code))
    case .transient: lostSignalling()
    }
  }

  private mutating func lostSignalling() {
    signalling.key = nil
    signalling.isOpen = false
    signalling.underWay = []
    disarm(.socketOpen, .settled)
    guard signalling.tries < timing.reconnect.count else {
      let isConnected = status == .connected
      return fail(isConnected ? .voice(.disconnected) : .voice(.signalingFailed("Signaling connection lost")))
    }
    arm(.reconnect, timing.reconnect[signalling.tries])
    signalling.tries += 1
    tell(.recovering(attempt: signalling.tries))
  }

  /// What is said before the socket closes: nothing where the vendor knows of no call.
  var signallingFarewell: (key: SocketKey, frame: OutgoingFrame)? {
    guard signalling.isOpen, let key = signalling.key, let session = signalling.session else { return nil }
    return (key, OutgoingFrame(GatewayRequests.close(session: session)))
  }
}
