import Cryptography
import JSONCoding
import MockKit

/// What clients say on the signalling socket.
extension PolyModel {
  mutating func hearSignalling(_ bytes: [UInt8], on line: String, at now: Int64) {
    guard case .object(let frame)? = try? JSON.parse(bytes, mode: .strict), let type = frame["type"]?.stringValue
    else { return misheard("Invalid message format", on: line) }
    let session = frame["sessionId"]?.stringValue ?? ""
    do throws(PolySignalRefusal) {
      switch type {
      case "ping": say(["type": "pong"], on: line)
      case "offer": try hearOffer(frame, session, on: line, at: now)
      case "ice-candidate": try hearCandidate(frame, session, on: line)
      case "close": try hearClose(session, on: line, at: now)
      default: misheard("Unknown message type: \(type)", on: line, session)
      }
    } catch {
      refuse(error, session, on: line)
    }
  }

  /// Something that is no frame; too many of them end the socket.
  private mutating func misheard(_ text: String, on line: String, _ session: String = "") {
    refuse(PolySignalRefusal(.invalidMessage, text), session, on: line)
    lines[line]?.badFrames += 1
    guard let count = lines[line]?.badFrames, count >= options.mostBadFrames else { return }
    say(.close(code: 1008, reason: "too many invalid messages"), on: line)
  }

  mutating func refuse(_ refusal: PolySignalRefusal, _ session: String, on line: String) {
    sayError(refusal.code.rawValue, refusal.message, session, on: line)
  }

  private mutating func sayError(_ code: String, _ message: String, _ session: String, on line: String) {
    say(Self.errorFrame(code, message, session), on: line)
    if options.errorCloses { say(.close(code: 1000, reason: ""), on: line) }
  }

  static func errorFrame(_ code: String, _ message: String, _ session: String) -> JSON {
    [
      "type": "error", "sessionId": .string(session), "data": ["code": .string(code), "message": .string(message)],
    ]
  }

  // MARK: Offers

  private mutating func hearOffer(
    _ frame: JSONObject, _ session: String, on line: String, at now: Int64
  ) throws(PolySignalRefusal) {
    if let error = options.offerError { return sayError(error.code, error.message, session, on: line) }
    let account = try account(ofOffer: frame)
    let mode = try mode(of: frame)
    try checkArguments(frame, session)
    let sdp = try Self.sdp(of: frame)
    let id = identifiers.uuid()
    var call = PolyCall(
      id: id, dialect: .gateway, accountID: account.accountID,
      callSid: frame["callSid"]?.stringValue ?? identifiers.uuid(), startedAt: now, side: PolyMediaSide(identifiers))
    call.offer = sdp
    call.mode = mode
    call.caller = frame["caller"]?.stringValue
    call.callee = frame["callee"]?.stringValue
    call.variantID = frame["variantId"]?.stringValue
    add(call)
    attach(id, to: line)
    if let seconds = options.mediaTimeoutSeconds {
      agenda.add(.mediaTimeout(call: id), at: now + Self.nanoseconds(seconds: seconds))
    }
    drop(line, at: .offer, now)
    guard options.answersFrom == .mock else { return }
    guard options.answerAfterMilliseconds > 0 else { return answerOffer(of: id, at: now) }
    agenda.add(.answer(call: id), at: now + Self.nanoseconds(milliseconds: options.answerAfterMilliseconds))
  }

  private func account(ofOffer frame: JSONObject) throws(PolySignalRefusal) -> PolyMockConfiguration.Account {
    guard let token = frame["authToken"]?.stringValue, !token.isEmpty else {
      throw PolySignalRefusal(.unauthorized, "Auth token required")
    }
    if options.offerToken != .connector, let account = account(webCallingToken: token) { return account }
    if options.offerToken != .webCalling, let account = accounts.first(where: { $0.connectorToken.revealed == token }) {
      return account
    }
    throw PolySignalRefusal(.unauthorized, "Invalid authentication token")
  }

  private static let modes = [
    "end-to-end", "traditional", "echo", "agent", "agent_v1", "agent_v2", "cascaded", "normal", "realtime",
  ]

  private func mode(of frame: JSONObject) throws(PolySignalRefusal) -> String {
    guard let value = frame["mode"], !value.isNull else { return "end-to-end" }
    guard let mode = value.stringValue, Self.modes.contains(mode) else {
      throw PolySignalRefusal(.invalidArgument, "Unknown mode")
    }
    guard mode != "echo" || !options.isProduction else {
      throw PolySignalRefusal(.forbidden, "Echo mode is not available in production")
    }
    return mode
  }

  private func checkArguments(_ frame: JSONObject, _ session: String) throws(PolySignalRefusal) {
    guard session.isEmpty else {
      let isLive = calls[session]?.isLive == true
      throw PolySignalRefusal(.invalidMessage, isLive ? "Session already has an offer" : "Session not found")
    }
    if let id = frame["sessionId"], !id.isNull, id.stringValue == nil {
      throw PolySignalRefusal(.invalidMessage, "sessionId must be a string")
    }
    for name in ["callSid", "caller", "callee", "accountId", "projectId", "variantId"] {
      guard let value = frame[name], !value.isNull else { continue }
      guard value.stringValue != nil else { throw PolySignalRefusal(.invalidArgument, "\(name) must be a string") }
    }
    if let version = frame["agentVersionOverride"], !version.isNull {
      guard version["artifactVersion"]?.stringValue != nil, version["lambdaDeploymentVersion"]?.stringValue != nil
      else {
        throw PolySignalRefusal(.invalidArgument, "agentVersionOverride is incomplete")
      }
    }
    guard let sid = frame["callSid"]?.stringValue else { return }
    guard callsBySid[sid].flatMap({ calls[$0] })?.isLive != true else {
      throw PolySignalRefusal(.invalidArgument, "callSid is in use")
    }
  }

  private static func sdp(of frame: JSONObject) throws(PolySignalRefusal) -> String {
    guard frame["data"]?["type"] == "offer", let sdp = frame["data"]?["sdp"]?.stringValue else {
      throw PolySignalRefusal(.invalidMessage, "data must be an offer")
    }
    do throws(PolyOffer.Flaw) {
      _ = try PolyOffer.description(of: sdp)
      return sdp
    } catch {
      throw PolySignalRefusal(error.isMedia ? .mediaBridgeFailure : .invalidMessage, error.text)
    }
  }

  // MARK: Everything else

  private func liveCall(_ session: String) throws(PolySignalRefusal) -> PolyCall {
    guard let call = calls[session], call.dialect == .gateway, call.isLive else {
      throw PolySignalRefusal(.invalidMessage, "Session not found")
    }
    return call
  }

  private mutating func hearCandidate(
    _ frame: JSONObject, _ session: String, on line: String
  ) throws(PolySignalRefusal) {
    let call = try liveCall(session)
    guard let data = frame["data"], let text = data["candidate"]?.stringValue else {
      throw PolySignalRefusal(.invalidMessage, "data must be a candidate")
    }
    guard text.isEmpty || text.hasPrefix("candidate:") else {
      throw PolySignalRefusal(.invalidMessage, "candidate is malformed")
    }
    let candidate = PolyCandidate(
      candidate: text, mid: data["sdpMid"]?.stringValue,
      lineIndex: data["sdpMLineIndex"]?.integerValue.flatMap { Int(exactly: $0) })
    calls[call.id]?.candidates.append(candidate)
    bind(call.id, to: line)
  }

  /// A client that hangs up after its call has ended is right, too.
  private mutating func hearClose(_ session: String, on line: String, at now: Int64) throws(PolySignalRefusal) {
    guard let call = calls[session], call.dialect == .gateway else {
      throw PolySignalRefusal(.invalidMessage, "Session not found")
    }
    bind(call.id, to: line)
    end(call.id, reason: "caller", at: now)
  }
}
