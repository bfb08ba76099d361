import JSONCoding
import MockKit

/// What the gateway says about a call.
extension PolyModel {
  /// Answers an offer after its own words.
  mutating func answerOffer(of id: String, at now: Int64) {
    guard let call = calls[id], call.state == .waiting, let sdp = call.offer, options.answer != .never else { return }
    guard let offer = try? PolyOffer.description(of: sdp) else { return }
    let answer =
      options.answer == .unusable ? "junk" : PolyAnswer(offer: offer, side: call.side, setup: options.setup).text
    makeNoise(about: id)
    for index in 0..<options.candidatesBeforeAnswer { tellCandidate(index, of: id) }
    tellAnswer(answer, of: id, at: now)
    trickle(to: id, at: now)
    if let line = calls[id]?.line { drop(line, at: .answer, now) }
  }

  /// Tells the answer, whoever gave it.
  mutating func tellAnswer(_ sdp: String, of id: String, at now: Int64) {
    calls[id]?.answer = sdp
    calls[id]?.state = .answered
    var frame: JSONObject = ["type": "answer"]
    switch options.answer {
    case .withoutSessionID: break
    case .numericSessionID: frame["sessionId"] = 17
    default: frame["sessionId"] = .string(id)
    }
    frame["data"] = ["type": "answer", "sdp": .string(sdp)]
    tell(.object(frame), about: id)
    connectMediaLater(of: id, at: now)
  }

  mutating func tellCandidate(_ candidate: PolyCandidate, of id: String) {
    tell(
      ["type": "ice-candidate", "sessionId": .string(id), "data": candidate.data(options.candidateTypes)], about: id)
  }

  /// The candidates that come after an answer, all at once or one after another.
  private mutating func trickle(to id: String, at now: Int64) {
    let first = options.candidatesBeforeAnswer
    var indices: [Int?] = Array(first..<first + options.candidatesAfterAnswer)
    if options.endsCandidates { indices.append(nil) }
    let pause = Self.nanoseconds(milliseconds: options.candidateEveryMilliseconds)
    for (count, index) in indices.enumerated() {
      guard pause > 0 else {
        tellCandidate(index, of: id)
        continue
      }
      agenda.add(.candidate(call: id, index: index), at: now + pause * Int64(count + 1))
    }
  }

  /// The candidate of this index, nil = there are no more.
  mutating func tellCandidate(_ index: Int?, of id: String) {
    guard let call = calls[id], let offer = call.offer.flatMap({ try? PolyOffer.description(of: $0) }) else { return }
    let line = offer.media.firstIndex { $0.kind == "audio" } ?? 0
    let candidate = PolyCandidate(
      candidate: index.map(call.side.candidate) ?? "", mid: offer.media[line].value("mid") ?? "0", lineIndex: line)
    tellCandidate(candidate, of: id)
  }

  private mutating func makeNoise(about id: String) {
    guard let line = calls[id]?.line else { return }
    switch options.noise {
    case .none: break
    case .garbage: say(.text("{\"type\":\"answer\",\"data\":"), on: line)
    case .binary: say(.binary([0, 159, 146, 150]), on: line)
    case .unknownType: say(["type": "news-of-tomorrow", "sessionId": .string(id)], on: line)
    }
  }

  func connectionDelay() -> Int64? { options.mediaConnectsAfterMilliseconds.map { Self.nanoseconds(milliseconds: $0) } }

  /// Media connects by itself where the options want that.
  mutating func connectMediaLater(of id: String, at now: Int64) {
    guard let delay = connectionDelay(), let call = calls[id] else { return }
    agenda.add(.media(call: id, .connected, change: call.mediaChange), at: now + delay)
  }

  // MARK: Media

  /// Media of a call is said to be something. Once it is up the call is a conversation, and the agent speaks first.
  mutating func setMedia(_ state: PolyMediaState, of id: String, at now: Int64) {
    guard let call = calls[id], call.isLive, call.media != state else { return }
    calls[id]?.media = state
    calls[id]?.mediaChange += 1
    guard state == .connected else { return }
    if call.conversationID == nil { beginConversation(of: id, at: now) }
    if let line = call.line, call.dialect == .gateway { drop(line, at: .connected, now) }
  }

  // MARK: The end

  /// The vendor ends a call with an error.
  mutating func fail(_ id: String, code: String, _ message: String, at now: Int64) {
    guard let call = calls[id], call.isLive else { return }
    if call.dialect == .gateway { tell(Self.errorFrame(code, message, id), about: id) }
    end(id, reason: "error", at: now)
  }

  /// A call is over, whoever has ended it. What waits outside for an answer gets none.
  mutating func end(_ id: String, reason: String, at now: Int64) {
    guard let call = calls[id], call.isLive else { return }
    calls[id]?.state = .ended
    calls[id]?.endedAt = now
    calls[id]?.endReason = reason
    orphans[id] = nil
    call.waitingConnect?.abandon()
    call.waitingPull?.abandon()
    if let conversation = call.conversationID { conversations[conversation]?.endedAt = now }
    if call.dialect == .bridge, let line = call.line { say(.close(code: 1000, reason: ""), on: line) }
    guard options.callEndsSession, let session = session(linkedWith: call) else { return }
    endSession(session, reason: "REASON_NATURAL_END", at: now)
  }

  /// The agent hangs up: by a `close` frame, or by closing the socket.
  mutating func hangUp(_ id: String, byFrame: Bool, at now: Int64) {
    guard let call = calls[id], call.isLive else { return }
    if call.dialect == .gateway {
      if byFrame {
        tell(["type": "close", "sessionId": .string(id)], about: id)
      } else if let line = call.line {
        say(.close(code: 1000, reason: ""), on: line)
      }
    }
    end(id, reason: "agent", at: now)
  }
}
