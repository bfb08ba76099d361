import Cryptography
import HTTPTypes
import JSONCoding
import MockKit

/// Calls over the bridge: provisioned, connected, and then negotiated once more for the agent's sound.
extension PolyModel {
  mutating func provisionCall(_ input: PolyInput) throws(PolyRefusal) -> HTTPResponse {
    guard let token = input.bearer, let account = account(webCallingToken: token) else {
      throw PolyRefusal(401, "Invalid authentication token")
    }
    let members = try input.members()
    try allow(["mode"], in: members)
    // Without a mode it is `echo`, which nobody with an account may have.
    guard (members["mode"] ?? "echo") == "voice-agent" else { throw PolyRefusal(403, "Mode is not allowed") }
    let id = "call-" + identifiers.hex(8)
    var call = PolyCall(
      id: id, dialect: .bridge, accountID: account.accountID, callSid: id, startedAt: input.now,
      side: PolyMediaSide(identifiers))
    let expiry = input.seconds + Int64(options.callTokenSeconds)
    call.token = "\(expiry).\(identifiers.secret())"
    call.trackName = "agent-" + identifiers.hex(8)
    add(call)
    return HTTPResponse(json: provision(of: call, for: account, now: input.seconds))
  }

  private func provision(of call: PolyCall, for account: PolyMockConfiguration.Account, now: Int64) -> JSON {
    let base = "/api/v1/call/\(call.id)"
    var extra: JSONObject = [
      "pullUrl": .string(base + "/sdp/pull"), "renegotiateUrl": .string(base + "/sdp/renegotiate"),
    ]
    if options.namesEventsURL { extra["eventsUrl"] = .string(base + "/events") }
    var creds: JSONObject = [
      "provider": "cloudflare", "connectUrl": .string(base + "/sdp"), "token": .text(call.token),
      "trackName": .text(call.trackName),
    ]
    if options.namesICEServers { creds["iceServers"] = servers(for: account, now: now) }
    creds["extra"] = .object(extra)
    return ["callId": .string(call.id), "creds": .object(creds)]
  }

  /// The live call that a request names and has the token of. What is over is no longer known, whatever the token.
  private func bridgeCall(_ input: PolyInput) throws(PolyRefusal) -> PolyCall {
    guard let call = calls[input.path("call")], call.dialect == .bridge, call.isLive else {
      throw PolyRefusal(404, "Call not found")
    }
    guard let token = input.header("X-Call-Token"), isGood(token, for: call, now: input.seconds) else {
      throw PolyRefusal(401, "Invalid call token")
    }
    return call
  }

  func isGood(_ token: String, for call: PolyCall, now: Int64) -> Bool {
    guard let own = call.token, Secret(own) == Secret(token) else { return false }
    return Int64(own.prefix { $0 != "." }).map { now < $0 } ?? false
  }

  private func sdp(_ members: JSONObject) throws(PolyRefusal) -> String {
    guard let sdp = members["sdp"]?.stringValue else { throw PolyRefusal(400, "sdp is required") }
    return sdp
  }

  mutating func connectCall(_ input: PolyInput) throws(PolyRefusal) -> HTTPResponse {
    let call = try bridgeCall(input)
    let members = try input.members()
    try allow(["sdp", "mid"], in: members)
    let sdp = try sdp(members)
    guard call.offer == nil else { throw PolyRefusal(409, "Call is already connected") }
    guard let offer = try? PolyOffer.description(of: sdp) else {
      throw PolyRefusal(options.junkSDPStatus, "Session description was not accepted")
    }
    let audio = offer.media.first { $0.kind == "audio" }
    if let mid = members["mid"]?.stringValue, let own = audio?.value("mid"), mid != own {
      throw PolyRefusal(options.junkSDPStatus, "mid is not that of the audio")
    }
    calls[call.id]?.offer = sdp
    guard options.answersFrom == .mock else {
      let reply = PolyLateReply()
      calls[call.id]?.waitingConnect = reply
      return late(reply)
    }
    let answer = PolyAnswer(
      offer: offer, side: call.side, setup: options.setup, onlyReceives: true, candidates: [call.side.candidate(0)])
    return HTTPResponse(json: ["sdp": .string(accept(answer.text, for: call.id, at: input.now))])
  }

  private func late(_ reply: PolyLateReply) -> HTTPResponse {
    HTTPResponse(status: 200, fields: ["Content-Type": "application/json"], body: .stream(reply))
  }

  private mutating func accept(_ answer: String, for id: String, at now: Int64) -> String {
    calls[id]?.answer = answer
    calls[id]?.state = .answered
    connectMediaLater(of: id, at: now)
    return answer
  }

  /// The answer to the client's offer, from somebody outside.
  mutating func answerFromOutside(_ sdp: String, for id: String, at now: Int64) {
    let reply = calls[id]?.waitingConnect
    calls[id]?.waitingConnect = nil
    reply?.give(["sdp": .string(accept(sdp, for: id, at: now))])
  }

  mutating func pullAgent(_ input: PolyInput) throws(PolyRefusal) -> HTTPResponse {
    let call = try bridgeCall(input)
    try allow([], in: input.members())
    guard let sdp = call.offer, let offer = try? PolyOffer.description(of: sdp), call.media == .connected else {
      throw PolyRefusal(options.earlyPullStatus, "Media is not connected")
    }
    guard call.waitingPull == nil else { throw PolyRefusal(409, "A pull is under way") }
    calls[call.id]?.pulls += 1
    calls[call.id]?.agentAnswer = nil
    calls[call.id]?.agentOffer = nil
    guard options.answersFrom == .mock else {
      let reply = PolyLateReply()
      calls[call.id]?.waitingPull = reply
      return late(reply)
    }
    let agent = PolyAgentOffer(
      microphone: offer, side: call.side, pull: call.pulls + 1, trackName: call.trackName ?? "agent")
    calls[call.id]?.agentOffer = agent.text
    return HTTPResponse(json: ["sdp": .string(agent.text)])
  }

  /// The offer that adds the agent, from somebody outside.
  mutating func offerFromOutside(_ sdp: String, for id: String) {
    let reply = calls[id]?.waitingPull
    calls[id]?.waitingPull = nil
    calls[id]?.agentOffer = sdp
    reply?.give(["sdp": .string(sdp)])
  }

  mutating func renegotiate(_ input: PolyInput) throws(PolyRefusal) -> HTTPResponse {
    let call = try bridgeCall(input)
    let members = try input.members()
    try allow(["sdp"], in: members)
    let sdp = try sdp(members)
    guard let offered = call.agentOffer.flatMap({ SessionDescription(Array($0.utf8)) }) else {
      throw PolyRefusal(409, "Nothing was offered")
    }
    guard let answer = SessionDescription(Array(sdp.utf8)), answer.media.map(\.kind) == offered.media.map(\.kind),
      answer.media.map({ $0.value("mid") }) == offered.media.map({ $0.value("mid") })
    else { throw PolyRefusal(options.junkSDPStatus, "Session description was not accepted") }
    calls[call.id]?.agentAnswer = sdp
    calls[call.id]?.agentOffer = nil
    return HTTPResponse(json: [:])
  }

  mutating func endCall(_ input: PolyInput) throws(PolyRefusal) -> HTTPResponse {
    let call = try bridgeCall(input)
    end(call.id, reason: "caller", at: input.now)
    return HTTPResponse(status: options.deleteStatus)
  }
}
