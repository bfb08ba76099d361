import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VendorTesting
import WebSocket

@testable import PolyMock

@Suite("What goes wrong at the gateway")
struct GatewayFaultTests {
  @Test("every code of an error can be had for an offer, and the socket stays unless so switched")
  func offerErrors() async throws {
    try await Bench.running { bench in
      for code in PolySignalRefusal.Code.allCases.map(\.rawValue) {
        try await bench.set(["offer_error": ["code": .string(code), "message": "because"]])
        let wire = try await bench.signalling()
        await wire.say(bench.offer())
        #expect(await wire.error() == "\(code) because")
        #expect(await wire.heard().isEmpty)
      }
      try await bench.set(["error_closes": true])
      let wire = try await bench.signalling()
      await wire.say(bench.offer())
      #expect(await wire.error().hasSuffix("because"))
      #expect(await wire.closure()?.code == 1000)
      try await bench.set(["offer_error": nil])
      _ = try await bench.answered()
    }
  }

  @Test("answers that never come, come without an id, with a number for one, or are junk")
  func answers() async throws {
    try await Bench.running { bench in
      let wire = try await bench.signalling()
      try await bench.set(["answer": "never"])
      await wire.say(bench.offer(["callSid": "1"]))
      #expect(await wire.heard().isEmpty)
      for (way, id) in [("without_session_id", nil), ("numeric_session_id", 17)] as [(String, JSON?)] {
        try await bench.set(["answer": .string(way)])
        await wire.say(bench.offer(["callSid": .string(way)]))
        let answer = await wire.frame(of: "answer")
        #expect(answer?["sessionId"] == id)
        #expect(answer?["data"]?["sdp"]?.stringValue?.hasPrefix("v=0\r\n") == true)
      }
      try await bench.set(["answer": "unusable"])
      await wire.say(bench.offer(["callSid": "4"]))
      #expect(await wire.frame(of: "answer")?["data"]?["sdp"] == "junk")
    }
  }

  @Test("an answer is late by the vendor's clock")
  func lateAnswer() async throws {
    try await Bench.running({ $0.answerAfterMilliseconds = 29_000 }) { bench in
      let wire = try await bench.signalling()
      await wire.say(bench.offer())
      #expect(await wire.heard().isEmpty)
      try await bench.advance(seconds: 28.9)
      #expect(await wire.heard().isEmpty)
      try await bench.advance(seconds: 0.1)
      #expect(await wire.frame(of: "answer") != nil)
    }
  }

  @Test("candidates come before the answer, in any number, and in odd types")
  func candidates() async throws {
    try await Bench.running { bench in
      try await bench.set([
        "candidates_before_answer": 5, "candidates_after_answer": 2, "ends_candidates": false, "candidate_types": "odd",
      ])
      let wire = try await bench.signalling()
      await wire.say(bench.offer())
      let frames = await wire.heard()
      #expect(frames.map { $0["type"] == "answer" } == [false, false, false, false, false, true, false, false])
      let candidates = frames.compactMap { $0["data"]?["candidate"]?.stringValue }
      #expect(Set(candidates).count == 7)
      #expect(frames[0]["data"]?["sdpMid"] == 0)
      #expect(frames[0]["data"]?["sdpMLineIndex"] == "0")
    }
  }

  @Test("candidates come one after another by the vendor's clock, and none once the call is over")
  func slowCandidates() async throws {
    try await Bench.running { bench in
      try await bench.set(["candidate_every_ms": 150, "candidates_after_answer": 3])
      let wire = try await bench.signalling()
      await wire.say(bench.offer(["data": ["type": "offer", "sdp": .string(Sample.withVideo)]]))
      var types = await wire.heard().map { $0["type"]?.stringValue ?? "" }
      #expect(types == ["answer"])
      for index in 1...3 {
        try await bench.advance(seconds: 0.149)
        #expect(await wire.heard().isEmpty)
        try await bench.advance(seconds: 0.001)
        let candidates = await wire.heard().compactMap { $0["data"]?["candidate"]?.stringValue }
        #expect(candidates.map { $0.split(separator: " ").first ?? "" } == ["candidate:\(index)"])
      }
      try await bench.control("POST", "calls/latest/hang-up", [:])
      try await bench.advance(seconds: 1)
      types = await wire.heard().map { $0["type"]?.stringValue ?? "" }
      #expect(types == ["close"])
    }
  }

  @Test(
    "a socket is dropped at each point, so many times, and the call waits for another", arguments: [nil, 1006, 4001])
  func drops(_ code: Int64?) async throws {
    try await Bench.running { bench in
      // 1006 is never sent: it is what a client makes of a connection without a goodbye.
      let sent: JSON = code == 4001 ? 4001 : .null
      try await bench.set(["drop": ["at": "open", "code": sent, "times": 2]])
      for _ in 0..<2 {
        let dropped = try await bench.signalling()
        #expect(await dropped.closure()?.code == (code == 4001 ? 4001 : 1006))
      }
      let wire = try await bench.signalling()
      try await bench.set(["drop": ["at": "answer", "code": sent]])
      await wire.say(bench.offer())
      let answer = await wire.frame(of: "answer")
      #expect(await wire.closure()?.code == (code == 4001 ? 4001 : 1006))
      let again = try await bench.signalling()
      await again.say([
        "type": "ice-candidate", "sessionId": answer?["sessionId"] ?? .null, "data": ["candidate": "candidate:1"],
      ])
      #expect(!(await again.heard()).contains { $0["type"] == "error" })
      #expect(try await bench.call()["state"] == "answered")
    }
  }

  @Test("dropped between offer and answer, the call's answer is held")
  func dropBeforeAnswer() async throws {
    try await Bench.running({ $0.adoptsOrphan = true }) { bench in
      try await bench.set(["drop": ["at": "offer"]])
      let wire = try await bench.signalling()
      await wire.say(bench.offer())
      #expect(await wire.frame(of: "answer") == nil)
      #expect(try await bench.call()["held"] == 3)
      let again = try await bench.signalling()
      #expect(await again.frame(of: "answer") != nil)
    }
  }

  @Test("a socket that the vendor ends with 1000 ends its call")
  func goodbye() async throws {
    try await Bench.running { bench in
      try await bench.set(["drop": ["at": "connected", "code": 1000]])
      let call = try await bench.answered()
      try await bench.media("connected")
      #expect(await call.wire.closure() == WebSocketClosure(.peer, code: 1000))
      #expect(try await bench.call()["end_reason"] == "agent")
    }
  }

  @Test(
    "noise comes before the answer: half a frame, bytes, a type of tomorrow",
    arguments: ["garbage", "binary", "unknown_type"])
  func noise(_ kind: String) async throws {
    try await Bench.running { bench in
      try await bench.set(["noise": .string(kind)])
      let wire = try await bench.signalling()
      await wire.say(bench.offer())
      let first = await wire.message()
      switch kind {
      case "garbage": #expect((try? JSON.parse(first?.bytes ?? [], mode: .strict)) == nil)
      case "binary": #expect(first == .binary([0, 159, 146, 150]))
      default: #expect((try? JSON.parse(first?.bytes ?? [], mode: .strict))?["type"] == "news-of-tomorrow")
      }
      #expect(await wire.frame(of: "answer") != nil)
    }
  }

  @Test("frames can go out as binary messages, and anything can be sent from the control plane")
  func binary() async throws {
    try await Bench.running({ $0.sendsBinary = true }) { bench in
      let wire = try await bench.signalling()
      await wire.say(["type": "ping"])
      #expect(await wire.message() == .binary(Array(#"{"type":"pong"}"#.utf8)))
      try await bench.control("POST", "sockets/send", ["kind": "signalling", "text": "anything"])
      #expect(await wire.message() == WebSocketMessage("anything"))
      try await bench.control("POST", "sockets/send", ["kind": "signalling", "base64": "AAE="])
      #expect(await wire.message() == .binary([0, 1]))
    }
  }

  @Test("rules strike frames: lost, late, spoiled, refused, cut off")
  func rules() async throws {
    try await Bench.running { bench in
      let match: JSON = ["method": "WS", "operation": "offer"]
      func offer(_ wire: Wire, _ sid: String) async { await wire.say(bench.offer(["callSid": .string(sid)])) }
      let wire = try await bench.signalling()
      try await bench.fault(match, ["kind": "lost_reply"])
      await offer(wire, "1")
      #expect(await wire.heard().map { $0["type"] } == ["ice-candidate", "ice-candidate"])
      try await bench.fault(match, ["kind": "hang"])
      await offer(wire, "2")
      #expect(await wire.heard().isEmpty)
      #expect(try await bench.control("GET", "calls/2").status == 404)
      try await bench.fault(match, ["kind": "missing_field", "pointer": "/data/sdp"])
      await offer(wire, "3")
      #expect(await wire.frame(of: "answer")?["data"] == ["type": "answer"])
      try await bench.fault(match, ["kind": "delay", "ms": 30])
      await offer(wire, "4")
      #expect(await wire.frame(of: "answer") != nil)
      try await bench.fault(match, ["kind": "refuse", "code": 7, "reason": "no"])
      await offer(wire, "5")
      #expect(await wire.error() == "7 no")
      try await bench.fault(match, ["kind": "close", "code": 1011])
      await offer(wire, "6")
      #expect(await wire.closure()?.code == 1011)
      let cut = try await bench.signalling()
      try await bench.fault(match, ["kind": "close"])
      await offer(cut, "7")
      #expect(await cut.closure()?.code == 1006)
    }
  }

  /// A call that is cut off, taken up again on another socket, and ended there; what was said against it.
  private static func cutOff(_ sid: String, _ bench: Bench) async throws -> [JSON] {
    let call = try await bench.answered(["callSid": .string(sid)])
    call.wire.socket.startDropping()
    let again = try await bench.signalling()
    let data: JSON = ["candidate": "candidate:1"]
    await again.say(["type": "ice-candidate", "sessionId": .string(call.session), "data": data])
    await again.say(["type": "close", "sessionId": .string(call.session)])
    let heard = await again.heard()
    await again.socket.close(1000, "")
    return heard.filter { $0["type"]?.stringValue == "error" }
  }

  @Test("many calls at once, each cut off, taken up again and ended: nothing is left but what has been")
  func many() async throws {
    try await Bench.running { bench in
      var errors: [JSON] = []
      try await withThrowingTaskGroup(of: [JSON].self) { group in
        for index in 0..<60 { group.addTask { try await Self.cutOff("sid-\(index)", bench) } }
        for try await heard in group { errors += heard }
      }
      #expect(errors.isEmpty)
      let calls = try await bench.control("GET", "calls")["items"]?.arrayValue ?? []
      let reasons = calls.map { $0["end_reason"]?.stringValue ?? "none" }
      #expect(reasons == Array(repeating: "caller", count: 60))
      #expect(calls.map { $0["candidates"]?.integerValue ?? 0 } == Array(repeating: 1, count: 60))
      #expect(try await eventually { try await bench.control("GET", "sockets")["items"] == [] })
      #expect(try await bench.send("GET", "/health")["activeSessions"] == 0)
    }
  }

  @Test("the journal tells which frames came, in their order, and by which socket")
  func journal() async throws {
    try await Bench.running { bench in
      let session = try await bench.session()
      let messaging = try await bench.messaging(session)
      await messaging.say(["type": "EVENT_TYPE_LINK_TO_WEBRTC_CONVERSATION", "payload": ["call_sid": "sid-1"]])
      await messaging.say(["type": "EVENT_TYPE_HEARTBEAT", "payload": [:]])
      #expect(await messaging.frame(of: "EVENT_TYPE_HEARTBEAT") != nil)
      let call = try await bench.answered()
      await call.wire.say(["type": "close", "sessionId": .string(call.session)])
      _ = await call.wire.heard()
      let entries = try await bench.control("GET", "journal")["items"]?.arrayValue ?? []
      #expect(
        entries.compactMap { $0["operation"]?.stringValue } == [
          "CreateAccessToken", "CreateSession", "OpenMessaging", "EVENT_TYPE_LINK_TO_WEBRTC_CONVERSATION",
          "EVENT_TYPE_HEARTBEAT", "OpenSignalling", "offer", "close", "ping",
        ])
      #expect(entries[3]["body"]?["payload"]?["call_sid"] == entries[6]["body"]?["callSid"])
    }
  }
}
