import HTTPTypes
import JSONCoding
import Synchronization
import WebSocket

/// The service's sockets.
extension ScriptedPoly {
  func socket(_ request: HTTPRequest, _ role: String, refused: Int?) -> HTTPResponse {
    if let refused { return Self.json(["message": "refused"], status: refused) }
    return WebSocketUpgrade.response(to: request.head, loop: loop) { connection in
      self.kept.withLock { kept in
        kept.opened += 1
        kept.said.append("socket \(role)")
        kept.sockets[role, default: []].append(connection)
      }
      await self.greet(role, connection)
      while let message = await connection.receive() {
        guard let json = try? JSON.parse(message.bytes, mode: .strict) else { continue }
        self.hear(json, role)
        await self.answer(json, role, connection)
      }
      let code = connection.closure?.code ?? 1006
      self.kept.withLock { kept in
        kept.closed += 1
        kept.closures[role, default: []].append(code)
      }
    }
  }

  private func hear(_ json: JSON, _ role: String) {
    kept.withLock { kept in
      kept.frames[role, default: []].append(json)
      kept.said.append("\(role) \(json["type"]?.stringValue ?? "?")")
    }
  }

  private func greet(_ role: String, _ connection: WebSocketConnection) async {
    if knobs.saysNonsense {
      await connection.send(.text(Array("not JSON".utf8)))
      await connection.send(.binary([0xff, 0x00]))
      await connection.send(.text((["type": "unheard-of", "data": 7] as JSON).bytes()))
    }
    guard role == "messaging", let start = sessionStart else { return }
    await connection.send(.text(start.bytes()))
  }

  private var sessionStart: JSON? {
    let start: JSON = [
      "type": "EVENT_TYPE_SESSION_START", "payload": ["capabilities": [:]], "id": "1", "timestamp": "t",
    ]
    func batch(_ events: JSON...) -> JSON { ["type": "EVENT_TYPE_EVENT_BATCH", "payload": ["events": .array(events)]] }
    return switch knobs.sessionStart {
    case .usual: batch(start)
    case .never: nil
    case .batchOfTwo:
      batch(["type": "EVENT_TYPE_POLY_AGENT_JOINED", "payload": [:], "id": "0", "timestamp": "t"], start)
    case .withoutTime: batch(["type": "EVENT_TYPE_SESSION_START", "payload": [:]])
    }
  }

  private func answer(_ json: JSON, _ role: String, _ connection: WebSocketConnection) async {
    switch (role, json["type"]?.stringValue) {
    case ("signalling", "offer"): await answer(offer: json, connection)
    case ("signalling", "close"): break
    case ("events", "auth"): if json["token"]?.stringValue != Self.callToken { await connection.close(1008) }
    default: break
    }
  }

  private func answer(offer: JSON, _ connection: WebSocketConnection) async {
    let session = "signalling-\(kept.withLock { $0.frames["signalling"]?.count ?? 0 })"
    func say(_ json: JSON) async { await connection.send(.text(json.bytes())) }
    func candidate(_ number: Int) -> JSON {
      ["type": "ice-candidate", "sessionId": .string(session), "data": ["candidate": .string("candidate:\(number)")]]
    }
    if await drops(connection, beforeAnswer: true) { return }
    guard offer["authToken"]?.stringValue == Self.webToken else {
      return await say(["type": "error", "data": ["code": "UNAUTHORIZED", "message": "Invalid authentication token"]])
    }
    for number in 0..<knobs.candidatesBeforeAnswer { await say(candidate(number)) }
    var answer = JSONObject()
    answer["type"] = "answer"
    answer["data"] = ["type": "answer", "sdp": .string(Self.answer())]
    answer["sessionId"] = .string(session)
    switch knobs.offer {
    case .usual: break
    case .refused(let code, let message):
      return await say(["type": "error", "data": ["code": .string(code), "message": .string(message)]])
    case .withoutSession: answer["sessionId"] = 7
    case .never: return
    case .oddAnswer: answer["data"] = ["sdp": .string("a=ice-pwd:\(Self.icePassword)")]
    }
    await say(.object(answer))
    for number in 0..<knobs.candidatesAfterAnswer { await say(candidate(knobs.candidatesBeforeAnswer + number)) }
    _ = await drops(connection, beforeAnswer: false)
  }

  private func drops(_ connection: WebSocketConnection, beforeAnswer: Bool) async -> Bool {
    let code = kept.withLock { kept -> UInt16? in
      guard var drop = kept.knobs.drop, drop.isBeforeAnswer == beforeAnswer, drop.times > 0 else { return nil }
      drop.times -= 1
      kept.knobs.drop = drop
      return drop.code
    }
    guard let code else { return false }
    if code == 1006 { connection.startDropping() } else { await connection.close(code) }
    return true
  }
}
