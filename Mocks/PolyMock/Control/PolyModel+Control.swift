import HTTPTypes
import JSONCoding
import MockKit

/// What tests do to a call: the side of the vendor that its client never sees.
extension PolyModel {
  private enum Act: String {
    case media, unmute, repull, error, say, offer, answer, candidates
    case bargeIn = "barge-in"
    case hangUp = "hang-up"
    case agentOffer = "agent-offer"
    case agentAnswer = "agent-answer"
  }

  /// nil when the path behind the call is no control route.
  mutating func control(
    _ call: PolyCall, _ request: ControlRequest, at now: Int64
  ) throws(ControlRefusal) -> HTTPResponse? {
    guard let act = Act(rawValue: request.path[2]) else { return nil }
    switch act {
    case .offer, .agentAnswer:
      try request.allow(["GET"])
      return HTTPResponse(json: act == .offer ? offerDocument(call) : ["sdp": .text(call.agentAnswer)])
    case .candidates where request.method == "GET": return try candidates(of: call, request)
    case .answer, .agentOffer: try request.allow(["PUT"])
    default: try request.allow(["POST"])
    }
    guard call.isLive else { throw ControlRefusal(409, "the call is over") }
    try perform(act, on: call, request.body, at: now)
    return HTTPResponse(status: 204)
  }

  private mutating func perform(
    _ act: Act, on call: PolyCall, _ body: JSONObject, at now: Int64
  ) throws(ControlRefusal) {
    switch act {
    case .media: try changeMedia(of: call, body, at: now)
    case .bargeIn: try bargeIn(call, body)
    case .unmute:
      _ = try ControlFields(body, allowed: [])
      try tellEvents("unmute", 1, of: call)
    case .repull:
      let fields = try ControlFields(body, allowed: ["times"])
      let times = try fields.int("times", minimum: 1) ?? 1
      guard times <= 1_000 else { throw ControlRefusal("must be at most 1000", field: "times") }
      try tellEvents("repull", times, of: call)
    case .hangUp: try hangUp(call, body, at: now)
    case .error:
      let fields = try ControlFields(body, allowed: ["code", "message"])
      let code = try fields.string("code") ?? PolySignalRefusal.Code.agentFailure.rawValue
      fail(call.id, code: code, try fields.string("message") ?? "Connection failed", at: now)
    case .say: try say(call, body, at: now)
    case .answer: try answer(call, body, at: now)
    case .candidates: try addCandidate(to: call, body)
    case .agentOffer:
      let fields = try ControlFields(body, allowed: ["sdp"])
      let sdp = try fields.required("sdp", fields.string("sdp"))
      guard call.waitingPull != nil else { throw ControlRefusal(409, "nobody waits for the agent") }
      offerFromOutside(sdp, for: call.id)
    case .offer, .agentAnswer: break
    }
  }

  // MARK: Media and events

  /// `for_ms`: how long it lasts before media is connected again.
  private mutating func changeMedia(
    of call: PolyCall, _ body: JSONObject, at now: Int64
  ) throws(ControlRefusal) {
    let fields = try ControlFields(body, allowed: ["state", "for_ms"])
    let name = try fields.required("state", fields.string("state"))
    guard let state = PolyMediaState(rawValue: name), state != .new else {
      throw ControlRefusal("must be one of connected, disconnected, failed", field: "state")
    }
    let length = try fields.int("for_ms")
    guard length == nil || state == .disconnected else {
      throw ControlRefusal("belongs to the state disconnected", field: "for_ms")
    }
    guard length ?? 0 <= PolyKnob.mostCounted else {
      throw ControlRefusal("must be at most \(PolyKnob.mostCounted)", field: "for_ms")
    }
    setMedia(state, of: call.id, at: now)
    guard let length, let change = calls[call.id]?.mediaChange else { return }
    agenda.add(.media(call: call.id, .connected, change: change), at: now + Self.nanoseconds(milliseconds: length))
  }

  private mutating func bargeIn(_ call: PolyCall, _ body: JSONObject) throws(ControlRefusal) {
    let fields = try ControlFields(body, allowed: ["event"])
    let event = try fields.string("event") ?? "barge-in"
    guard event.hasPrefix("barge-in") else { throw ControlRefusal("must begin with barge-in", field: "event") }
    try tellEvents(event, 1, of: call)
  }

  private mutating func tellEvents(_ name: String, _ times: Int, of call: PolyCall) throws(ControlRefusal) {
    guard call.dialect == .bridge else { throw ControlRefusal(409, "only the bridge has events") }
    for _ in 0..<times {
      guard tellEvent(name, of: call.id) else { throw ControlRefusal(409, "nobody listens to the call's events") }
    }
  }

  private mutating func hangUp(_ call: PolyCall, _ body: JSONObject, at now: Int64) throws(ControlRefusal) {
    let fields = try ControlFields(body, allowed: ["by"])
    let way = try fields.string("by") ?? "frame"
    guard ["frame", "socket"].contains(way) else { throw ControlRefusal("must be frame or socket", field: "by") }
    guard way == "frame" || call.line != nil else { throw ControlRefusal(409, "no socket speaks for the call") }
    hangUp(call.id, byFrame: way == "frame", at: now)
  }

  private mutating func say(_ call: PolyCall, _ body: JSONObject, at now: Int64) throws(ControlRefusal) {
    let fields = try ControlFields(body, allowed: ["by", "text", "chunks"])
    let text = try fields.required("text", fields.string("text"))
    let speaker = try fields.string("by") ?? "agent"
    let chunks = try fields.int("chunks", minimum: 1) ?? 1
    guard call.conversationID != nil else { throw ControlRefusal(409, "media has not been connected") }
    switch speaker {
    case "agent": agentSays(text, in: call.id, chunks: chunks, at: now)
    case "user": callerSays(text, in: call.id, at: now)
    default: throw ControlRefusal("must be agent or user", field: "by")
    }
  }

  // MARK: Somebody outside who answers

  private func offerDocument(_ call: PolyCall) -> JSON {
    [
      "call": .string(call.id), "dialect": .string(call.dialect.rawValue), "sdp": .text(call.offer),
      "answered": .bool(call.answer != nil), "candidates": .array(call.candidates.map(\.document)),
    ]
  }

  private func candidates(of call: PolyCall, _ request: ControlRequest) throws(ControlRefusal) -> HTTPResponse {
    let first = min(try request.count("after") ?? 0, call.candidates.count)
    return HTTPResponse(json: [
      "items": .array(call.candidates[first...].map(\.document)), "next": .int(call.candidates.count),
    ])
  }

  private mutating func answer(_ call: PolyCall, _ body: JSONObject, at now: Int64) throws(ControlRefusal) {
    let fields = try ControlFields(body, allowed: ["sdp"])
    let sdp = try fields.required("sdp", fields.string("sdp"))
    guard call.offer != nil, call.answer == nil else { throw ControlRefusal(409, "no offer waits for an answer") }
    guard call.dialect == .gateway else {
      guard call.waitingConnect != nil else { throw ControlRefusal(409, "no offer waits for an answer") }
      return answerFromOutside(sdp, for: call.id, at: now)
    }
    tellAnswer(sdp, of: call.id, at: now)
    if let line = calls[call.id]?.line { drop(line, at: .answer, now) }
  }

  private mutating func addCandidate(to call: PolyCall, _ body: JSONObject) throws(ControlRefusal) {
    let fields = try ControlFields(body, allowed: ["candidate", "sdp_mid", "sdp_mline_index"])
    let text = try fields.required("candidate", fields.string("candidate"))
    guard call.dialect == .gateway else { throw ControlRefusal(409, "the bridge takes no candidates") }
    let candidate = PolyCandidate(
      candidate: text, mid: try fields.string("sdp_mid"), lineIndex: try fields.int("sdp_mline_index"))
    tellCandidate(candidate, of: call.id)
  }
}
