import AdapterKit
import MeetingCore

/// What the media tells, and what it is told.
extension CallMachine {
  /// More candidates of one end make no sense.
  static let mostCandidates = 512

  mutating func take(_ result: MediaResult) {
    switch result {
    case .offer(.success(let sdp)): offered(sdp)
    case .offer(.failure(let trouble)): fail(.voice(.mediaFailed(words(trouble.words))))
    case .accepted(nil): applied()
    case .accepted(let trouble?):
      fail(.voice(.mediaFailed(words("Failed to apply answer: \(trouble.words)"))))
    case .added(nil): break
    case .added: tell(.trouble(.candidateNotAdded))
    case .answer(let result): renegotiate(result)
    }
  }

  private mutating func offered(_ sdp: String) {
    offer = sdp
    passwords += SDPText(sdp).passwords
    // What was asked for before there was a track would be lost.
    outputs.append(.microphone(isOn: isMicrophoneOn))
    switch account.dialect {
    case .gateway: openSignalling(again: false)
    case .bridge: gather(SDPText(sdp), for: .connect)
    }
  }

  /// The service's answer came, in either dialect.
  mutating func answered(_ sdp: String, session: String?) {
    isAnswered = true
    passwords += SDPText(sdp).passwords
    if isRelayed, !isMediaKnown { disarm(.connect) }
    outputs.append(.media(.accept(answer: sdp)))
    tell(.answered(session: session))
    settle()
  }

  private mutating func applied() {
    isApplied = true
    for candidate in heldRemote { outputs.append(.media(.add(candidate))) }
    heldRemote = []
  }

  /// Candidates come before the answer now and then, and make sense only behind it.
  mutating func takeRemote(_ candidate: ICECandidate) {
    // Media of our own need not be told.
    if candidate.isEnd, !isRelayed { return }
    if isApplied { return outputs.append(.media(.add(candidate))) }
    if heldRemote.count < Self.mostCandidates { heldRemote.append(candidate) }
  }

  // MARK: Events

  mutating func take(_ event: CallMediaEvent) {
    switch event {
    case .connection(let connection): take(connection)
    case .candidate(let candidate): takeLocal(candidate)
    case .interruption(let interruption): take(interruption)
    case .accessories: break
    }
  }

  private mutating func take(_ connection: CallMediaEvent.Connection) {
    defer { isMediaKnown = true }
    if connection != .connected { awaitRelayed() }
    switch connection {
    case .connected: connected()
    case .disconnected:
      // The bridge's clients leave that to the bridge.
      if account.dialect == .gateway, deadlines[.grace] == nil { arm(.grace, timing.grace) }
    case .failed: lostMedia("Peer connection failed")
    case .closed:
      guard account.dialect == .bridge, status == .connected else { return lostMedia("Peer connection closed") }
      finish(.ended(.service))
    }
  }

  /// Whoever tells of the media once is expected to get it connected.
  private mutating func awaitRelayed() {
    if isRelayed, status == .connecting, deadlines[.connect] == nil { arm(.connect, timing.connect) }
  }

  private mutating func connected() {
    let wasGone = deadlines[.grace] != nil
    disarm(.grace, .connect)
    guard status == .connecting else {
      // Told again after a gap, as the vendor's clients do.
      if wasGone { tell(.status(.connected)) }
      return
    }
    become(.connected)
    if account.dialect == .bridge { beginBridgeMedia() }
  }

  private mutating func lostMedia(_ text: String) {
    fail(status == .connected ? .voice(.disconnected) : .voice(.mediaFailed(text)))
  }

  private mutating func takeLocal(_ candidate: ICECandidate) {
    switch account.dialect {
    case .gateway:
      guard !candidate.isEnd, signalling.waiting.count < Self.mostCandidates else { return }
      signalling.waiting.append(candidate)
      flushCandidates()
    case .bridge: gathered(candidate)
    }
  }

  // MARK: The microphone

  var isMicrophoneOn: Bool { !(isMuted || isInterrupted) }

  mutating func mute(_ isMuted: Bool) {
    let wasOn = isMicrophoneOn
    self.isMuted = isMuted
    switchMicrophone(from: wasOn)
  }

  private mutating func take(_ interruption: CallMediaEvent.Interruption) {
    let wasOn = isMicrophoneOn
    switch interruption {
    case .began: isInterrupted = true
    case .endedResume: isInterrupted = false
    case .endedStop: return fail(.voice(.interrupted))
    }
    switchMicrophone(from: wasOn)
  }

  /// Before there is a track, and after the end, there is nothing to switch.
  private mutating func switchMicrophone(from wasOn: Bool) {
    if wasOn != isMicrophoneOn, offer != nil, status.isActive { outputs.append(.microphone(isOn: isMicrophoneOn)) }
  }
}
