import Clocks
import Cryptography
import HTTPServer
import HTTPTypes
import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VendorTesting
import WebSocket

@testable import PolyMock

@Suite("The control plane")
struct ControlTests {
  @Test("every option can be read, set and taken back; what is none, or no value of one, is refused by name")
  func options() async throws {
    try await Bench.running { bench in
      let before = try await bench.control("GET", "options")
      #expect(before.json.objectValue?.keys == PolyKnobs.all.map(\.name))
      // Whatever is read can be set again.
      #expect(try await bench.control("PATCH", "options", before.json).json == before.json)
      let changes: JSON = [
        "answer": "never", "answer_after_ms": 7, "sends_binary": true, "greeting": "Hi", "media_timeout_seconds": 9,
        "drop": ["at": "answer", "code": 1011, "times": 3], "offer_error": ["code": "X", "message": "y"],
        "junk_sdp_status": 400,
      ]
      let changed = try await bench.control("PATCH", "options", changes)
      for (name, value) in changes.objectValue?.pairs ?? [] { #expect(changed[name] == value, "\(name)") }
      let refused: [(JSON, String)] = [
        (["color": 1], "color"), (["answer": "sometimes"], "answer"), (["answer": nil], "answer"),
        (["answer_after_ms": -1], "answer_after_ms"), (["sends_binary": "yes"], "sends_binary"),
        (["drop": ["at": "noon"]], "drop.at"), (["drop": ["at": "open", "code": 7]], "drop.code"),
        (["drop": ["at": "open", "code": 5000]], "drop.code"), (["junk_sdp_status": 99], "junk_sdp_status"),
        (["offer_error": ["message": "x"]], "offer_error.code"),
        (["candidates_after_answer": 1_001], "candidates_after_answer"),
        (["session_idle_seconds": .integer(.max)], "session_idle_seconds"),
        (["media_timeout_seconds": .integer(.max)], "media_timeout_seconds"),
        (["conversations_per_page": 0], "conversations_per_page"),
      ]
      for (body, field) in refused {
        let answer = try await bench.control("PATCH", "options", body)
        #expect(answer.status == 400)
        #expect(answer["error", "field"]?.stringValue == field)
      }
      #expect(try await bench.control("GET", "options").json == changed.json, "what is refused changes nothing")
      #expect(try await bench.control("DELETE", "options").json == before.json)
    }
  }

  @Test("media is what the control plane says; a blip passes by the vendor's clock")
  func media() async throws {
    try await Bench.running { bench in
      _ = try await bench.answered()
      #expect(try await bench.call()["media"] == "new")
      #expect(try await bench.media("connected") == 204)
      #expect(try await bench.media("disconnected", ["for_ms": 4_000]) == 204)
      try await bench.advance(seconds: 3.9)
      #expect(try await bench.call()["media"] == "disconnected")
      try await bench.advance(seconds: 0.1)
      #expect(try await bench.call()["media"] == "connected")
      // Somebody else has said something meanwhile: the blip's end is none.
      try await bench.media("disconnected", ["for_ms": 4_000])
      try await bench.media("failed")
      try await bench.advance(seconds: 5)
      #expect(try await bench.call()["media"] == "failed")
      #expect(try await bench.media("new") == 400)
      #expect(try await bench.media("connected", ["for_ms": 1]) == 400)
      #expect(try await bench.media("disconnected", ["for_ms": .integer(.max)]) == 400)
      #expect(try await bench.media("connected", of: "nobody") == 404)
      #expect(try await bench.control("POST", "calls/latest/shout", [:]).status == 404)
      #expect(try await bench.control("POST", "calls/latest/repull", [:]).status == 409)
    }
  }

  @Test("media can come by itself, and a call can end where it does not")
  func mediaByItself() async throws {
    try await Bench.running { bench in
      try await bench.set(["media_connects_after_ms": 500, "media_timeout_seconds": 20])
      _ = try await bench.answered(["callSid": "1"])
      try await bench.advance(seconds: 0.5)
      #expect(try await bench.call()["media"] == "connected")
      try await bench.set(["media_connects_after_ms": nil])
      let waiting = try await bench.answered(["callSid": "2"])
      try await bench.advance(seconds: 20)
      #expect(await waiting.wire.error() == "MEDIA_BRIDGE_FAILURE Media did not connect in time")
      #expect(try await bench.call("1")["state"] == "answered")
    }
  }

  @Test("sockets are closed, silenced and spoken on: all, those of a kind, or those of a call")
  func sockets() async throws {
    try await Bench.running { bench in
      let messaging = try await bench.messaging(try await bench.session())
      _ = await messaging.next()
      let (one, two) = (try await bench.answered(["callSid": "1"]), try await bench.answered(["callSid": "2"]))
      let items = try await bench.control("GET", "sockets")["items"]?.arrayValue ?? []
      #expect(items.map { $0["kind"]?.stringValue }.sorted { $0! < $1! } == ["messaging", "signalling", "signalling"])
      try await bench.control("POST", "sockets/silence", ["call": "1"])
      await one.wire.say(["type": "ping"])
      #expect(await two.wire.heard().count == 2)
      try await bench.control("POST", "sockets/silence", ["call": "1", "on": false])
      #expect(await one.wire.heard().count == 2, "the pong is lost")
      try await bench.control("POST", "sockets/close", ["call": "2", "code": 4001, "reason": "because"])
      #expect(await two.wire.closure()?.reason == "because")
      try await bench.control("POST", "sockets/drop", ["kind": "messaging"])
      #expect(await messaging.closure()?.code == 1006)
      #expect(await one.wire.heard().isEmpty)
      for (path, body) in [("shout", [:]), ("close", ["call": "9"])] as [(String, JSON)] {
        #expect(try await bench.control("POST", "sockets/" + path, body).status == 404)
      }
      for body in [["kind": "x"], ["code": 5000], ["color": 1]] as [JSON] {
        #expect(try await bench.control("POST", "sockets/close", body).status == 400)
      }
      #expect(try await bench.control("POST", "sockets/send", ["base64": "?"]).status == 400)
    }
  }

  @Test("state tells everything but tokens, and reset forgets it")
  func state() async throws {
    try await Bench.running { bench in
      let session = try await bench.session()
      let call = try await bench.answered()
      let provisioned = try await bench.provision()
      let state = try await bench.control("GET", "state")
      #expect(state["calls"]?.arrayValue?.count == 2)
      #expect(state["sessions", "0", "id"]?.stringValue == session.id)
      let text = state.json.text()
      let account = bench.mock.account
      for secret in [
        session.token, provisioned.token, account.connectorToken.revealed, account.webCallingToken.revealed,
        account.apiKey.revealed,
      ] { #expect(!text.contains(secret)) }
      try await bench.set(["answer": "never"])
      #expect(try await bench.control("POST", "reset").status == 204)
      #expect(await call.wire.closure()?.code == 1001)
      #expect(try await bench.control("GET", "calls")["items"] == [])
      #expect(try await bench.control("GET", "options")["answer"] == "usual")
    }
  }

  @Test("the same seed and the same requests give the same ids and tokens")
  func seeds() async throws {
    func play(_ seed: UInt64) async throws -> [String] {
      var seen: [String] = []
      try await Bench.running(seed: seed) { bench in
        let session = try await bench.session()
        let bridged = try await bench.provision()
        seen = [session.id, session.token, bridged.id, bridged.token]
      }
      return seen
    }
    #expect(try await play(3) == play(3))
    #expect(try await play(3) != play(4))
  }

  @Test("alerts are sent to whoever wants them, signed over time and bytes")
  func alerts() async throws {
    let mock = PolyMock(time: ManualTime())
    let taken = try mock.addWebhook(WebhookTarget(url: "http://127.0.0.1:9/hook", events: ["alerts.triggered"]))
    #expect(taken["tenant"] == "ws-mock0001")
    let now = mock.now
    let events = mock.work { model in
      for type in PolyModel.alerts { model.alert(type, ["metric": "call_crashes"], account: "ws-mock0001", at: now) }
    }.events
    #expect(events.map(\.type) == ["alerts.triggered"])
    #expect(events[0].deliveries.map(\.url) == ["http://127.0.0.1:9/hook"])
    mock.removeWebhooks()
    #expect(mock.webhooks == [])
  }

  @Test("an alert arrives with the vendor's headers, and its signature holds")
  func delivery() async throws {
    try await Bench.running { bench in
      let listener = HookListener()
      let server = try HTTPServer.start(HTTPServerConfiguration(), handler: listener)
      let url = "http://127.0.0.1:\(server.port)/hook"
      #expect(try await bench.control("POST", "webhooks", ["url": .string(url)]).status == 201)
      #expect(try await bench.control("POST", "alerts", ["type": "alerts.of.mine"]).status == 400)
      try await bench.control("POST", "alerts", ["type": "alerts.resolved", "data": ["metric": "api_errors"]])
      #expect(await eventually { !listener.requests.isEmpty })
      let request = try #require(listener.requests.first)
      let stamp = request.head.fields["X-PolyAI-Timestamp"] ?? ""
      let signed = Array("\(stamp).".utf8) + request.body
      let key = bench.mock.account.webhookSecret.bytes
      #expect(request.head.fields["X-PolyAI-Signature"] == Hex.encode(HMACSHA256.sign(signed, key: key)))
      #expect(request.head.fields["X-PolyAI-Event-ID"]?.isEmpty == false)
      #expect(try JSON.parse(request.body, mode: .strict)["type"] == "alerts.resolved")
      await server.stop(drain: .zero)
    }
  }

  @Test("it listens on a free port and says how it is reached; everything says what it rests on")
  func ready() async throws {
    try await Bench.running { bench in
      let document = bench.mock.readyDocument
      #expect(document["vendor"] == "poly")
      #expect(document["url"]?.stringValue == bench.mock.url)
      let account = bench.mock.account
      #expect(document["connector_token"]?.stringValue == account.connectorToken.revealed)
      #expect(document["web_calling_token"]?.stringValue == account.webCallingToken.revealed)
      #expect(document["host_identifier"]?.stringValue == account.hostIdentifier)
      #expect(bench.mock.socketURL.hasPrefix("ws://127.0.0.1:"))
      #expect(bench.mock.socketURL == "ws://\(bench.mock.signalingHost)/ws")
      let rows = bench.mock.mock.provenance
      for operation in PolyOperation.allCases {
        #expect(rows.contains { $0.kind == .route && $0.name.hasSuffix("(\(operation.rawValue))") }, "\(operation)")
      }
      for knob in PolyKnobs.all { #expect(rows.contains { $0.kind == .option && $0.name == knob.name }) }
      #expect(Set(rows.map { "\($0.kind) \($0.name)" }).count == rows.count)
      let nowhere = try await bench.send("GET", "/nowhere")
      #expect(nowhere.status == 404)
      let plain = try await bench.send("GET", "/api/v1/webrtc/signal")
      #expect(plain.status == 426)
    }
  }
}
