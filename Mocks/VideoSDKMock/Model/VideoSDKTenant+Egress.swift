import JSONCoding
import MockKit

/// The life of recordings, broadcasts and transcriptions: starting, started, stopping, stopped, each a moment later.
extension VideoSDKTenant {
  @discardableResult
  mutating func begin(
    _ kind: VideoSDKEgress.Kind, in roomID: String, _ request: JSONObject, at now: Int64
  ) -> VideoSDKEgress {
    let egress = VideoSDKEgress(
      id: identifiers.object(), kind: kind, roomID: roomID, sessionID: rooms[roomID]?.sessionID ?? "", startedAt: now,
      request: request, order: nextRank())
    self.egress[egress.id] = egress
    running.append(egress.id)
    report(egress, at: now)
    agenda.add(.egress(id: egress.id, from: .starting), at: now + seconds(options.egressStartTakesSeconds))
    if kind.limitCode != nil {
      agenda.add(.egressLimit(id: egress.id), at: now + seconds(options.longestEgressSeconds))
    }
    return egress
  }

  /// Starts what the room is to start with its first participant.
  mutating func startAutomatically(in roomID: String, at now: Int64) {
    guard let config = rooms[roomID]?.settings.autoStart else { return }
    if let recording = config["recording"]?.objectValue { begin(.recording, in: roomID, recording, at: now) }
    if let hls = config["hls"]?.objectValue { begin(.hls, in: roomID, hls, at: now) }
  }

  /// What runs in a room and is not about to stop.
  func active(in roomID: String, where condition: (VideoSDKEgress) -> Bool = { _ in true }) -> [VideoSDKEgress] {
    running.compactMap { egress[$0] }.filter { egress in
      egress.roomID == roomID && [.starting, .started].contains(egress.state) && condition(egress)
    }
  }

  /// Whether what a room left last of a kind is still worked on.
  func isProcessing(_ kind: VideoSDKEgress.Kind, in roomID: String, at now: Int64) -> Bool {
    [.recording, .hls, .livestream].contains(kind)
      && egress.values.contains { egress in
        guard egress.roomID == roomID, egress.kind == kind else { return false }
        return egress.state == .stopping || egress.processedAt.map { $0 > now } ?? false
      }
  }

  /// Stops what fits; how many there were.
  @discardableResult
  mutating func stopEgress(
    in roomID: String, at now: Int64, where condition: (VideoSDKEgress) -> Bool
  ) -> [VideoSDKEgress] {
    let stopping = active(in: roomID, where: condition)
    for one in stopping {
      move(one.id, to: .stopping, at: now)
      agenda.add(.egress(id: one.id, from: .stopping), at: now + seconds(options.egressStopTakesSeconds))
    }
    return stopping
  }

  /// It goes on from a state it had when this was put on the agenda.
  mutating func advance(_ id: String, from state: VideoSDKEgress.State, at now: Int64) {
    guard let one = egress[id], one.state == state else { return }
    switch state {
    case .starting:
      move(id, to: .started, at: now)
      if one.kind == .hls { agenda.add(.playable(egressID: id), at: now + seconds(options.playableAfterSeconds)) }
    case .stopping:
      let processed = now + seconds(options.processingSeconds)
      egress[id]?.processedAt = processed
      move(id, to: .stopped, at: now)
      beginTranscript(of: id, at: now)
    case .started, .stopped, .failed: break
    }
  }

  mutating func makePlayable(_ id: String, at now: Int64) {
    guard let one = egress[id], one.state == .started, !one.isPlayable else { return }
    egress[id]?.isPlayable = true
    guard let playable = egress[id] else { return }
    emit("hls-playable", playable.roomID, hookData(playable), extraURL: playable.webhookURL)
    announce(.playable(playable, true), in: playable.roomID, at: now)
  }

  /// Nothing runs longer than the vendor lets it.
  mutating func reachLimit(_ id: String, at now: Int64) {
    guard let one = egress[id], [.starting, .started].contains(one.state) else { return }
    stopEgress(in: one.roomID, at: now) { $0.id == id }
    guard let code = one.kind.limitCode else { return }
    announce(.failed(code: code, "the longest duration is reached"), in: one.roomID, at: now)
  }

  /// It breaks off; false when it does not run.
  mutating func fail(_ id: String, at now: Int64) -> Bool {
    guard let one = egress[id], !one.state.isOver else { return false }
    move(id, to: .failed, at: now)
    if let code = one.kind.failureCode { announce(.failed(code: code, "it failed"), in: one.roomID, at: now) }
    return true
  }

  private mutating func move(_ id: String, to state: VideoSDKEgress.State, at now: Int64) {
    egress[id]?.state = state
    if state == .stopping || state == .failed { egress[id]?.stoppedAt = now }
    if state.isOver { running.removeAll { $0 == id } }
    guard var one = egress[id] else { return }
    if one.isPlayable, state != .started {
      one.isPlayable = false
      egress[id] = one
      announce(.playable(one, false), in: one.roomID, at: now)
    }
    report(one, at: now)
  }

  /// Says in which state it is now.
  private mutating func report(_ egress: VideoSDKEgress, at now: Int64) {
    if egress.kind != .transcription || ![.starting, .stopping].contains(egress.state) {
      emit(
        "\(egress.kind.eventPrefix)-\(egress.state.rawValue)", egress.roomID, hookData(egress),
        extraURL: egress.webhookURL)
    }
    if egress.kind.isOfTheRoom { announce(.egress(egress), in: egress.roomID, at: now) }
  }

  func seconds(_ seconds: Int) -> Int64 { Int64(seconds) * 1_000_000_000 }
}

extension VideoSDKEgress.Kind {
  /// The client's code for the longest duration being reached.
  var limitCode: Int? {
    switch self {
    case .recording: 5004
    case .livestream: 5005
    case .hls: 5006
    default: nil
    }
  }

  /// The client's code for breaking off.
  var failureCode: Int? {
    switch self {
    case .recording: 5001
    case .livestream: 5002
    case .hls: 5003
    default: nil
    }
  }
}
