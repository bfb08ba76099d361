import HTTPTypes
import JSONCoding
import MeetingCore
import ProgramTesting
import ProviderTesting
import Store
import StructuredLogging
import Testing

@testable import RESTFacade

/// Calls over HTTP: the signalling of WHIP, and what is read, reported and wished.
@Suite("Calls over HTTP") struct CallTests {
  private let vendor = BareProvider([.calls])
  private var lines: BareCalls { vendor.switchboard }

  private static let offer = """
    v=0\r
    o=- 1 1 IN IP4 127.0.0.1\r
    s=-\r
    t=0 0\r
    a=group:BUNDLE 0\r
    m=audio 9 UDP/TLS/RTP/SAVPF 111\r
    a=mid:0\r
    a=ice-ufrag:call\r
    a=ice-pwd:callerpasswordcallerpassword\r
    a=fingerprint:sha-256 AA:BB\r
    a=setup:actpass\r

    """
  private static let fragment = """
    a=ice-ufrag:call\r
    a=ice-pwd:callerpasswordcallerpassword\r
    m=audio 9 UDP/TLS/RTP/SAVPF 0\r
    a=mid:0\r
    a=candidate:1 1 udp 2130706431 192.0.2.9 5000 typ host\r
    a=end-of-candidates\r

    """

  private func harness() async throws -> (Harness, String) {
    let harness = try await Harness(bare: vendor)
    let room = await harness.room(["kind": "voice_call", "provider": "bare-main"])
    return (harness, room)
  }

  private func send(
    _ harness: Harness, _ method: String, _ path: String, _ text: String, type: String? = "application/sdp",
    key: String? = nil, _ fields: HTTPFields = [:]
  ) async -> Reply {
    var fields = fields
    fields["Authorization"] = "Bearer " + (key ?? harness.manager)
    if let type { fields["Content-Type"] = type }
    return await harness.send(Harness.request(method, path, Array(text.utf8), fields))
  }

  private func call(_ harness: Harness, _ room: String, key: String? = nil) async -> Reply {
    await send(harness, "POST", "/v1/rooms/\(room)/whip", Self.offer, key: key)
  }

  private func trickle(_ harness: Harness, _ place: String, _ text: String, tag: String?) async -> Reply {
    await send(
      harness, "PATCH", place, text, type: "application/trickle-ice-sdpfrag", tag.map { ["If-Match": $0] } ?? [:])
  }

  @Test("an offer is answered with place, tag and servers, quoted")
  func offered() async throws {
    let (harness, room) = try await harness()
    lines.open(
      with: .iceServers([
        ICEServer(urls: ["stun:s.example:3478"]),
        ICEServer(urls: ["turn:t.example:3478?transport=udp"], username: "u\"1", credential: "c\\2"),
        ICEServer(urls: ["turn:bad.example"], username: "u", credential: "line\r\nSet-Cookie: x"),
        ICEServer(urls: ["turn:a>b", "javascript:x"]),
      ]), .answered(SessionText(BareCalls.answer)), .candidatesEnded)
    let reply = await call(harness, room)
    #expect(reply.status == 201)
    #expect(reply.fields["Content-Type"] == "application/sdp")
    #expect(reply.fields["Cache-Control"] == "no-store")
    #expect(reply.fields["Location"] == "/v1/rooms/\(room)/whip/\(lines.calls[0])")
    #expect(reply.fields["ETag"]?.hasPrefix("\"") == true)
    #expect(
      reply.fields.values(of: "Link") == [
        #"<stun:s.example:3478>; rel="ice-server""#,
        #"<turn:t.example:3478?transport=udp>; rel="ice-server"; username="u\"1"; credential="c\\2"; "#
          + #"credential-type="password""#,
      ])
    #expect(reply.text.hasPrefix("v=0\r\n") && reply.text.hasSuffix("a=end-of-candidates\r\n"))
    #expect(lines.line(lines.calls[0])?.offer.sdp.text == Self.offer)
    #expect(lines.line(lines.calls[0])?.offer.caller?.externalID == "switchboard")
  }

  @Test("a second call names the first")
  func second() async throws {
    let (harness, room) = try await harness()
    _ = await call(harness, room)
    let reply = await call(harness, room)
    #expect(reply.status == 409 && reply.code == "already_running")
    #expect(reply.json["existing_id"]?.stringValue == lines.calls.first)
  }

  @Test("other types are told which one is taken")
  func types() async throws {
    let (harness, room) = try await harness()
    for type in ["application/json", "text/plain", nil, "application/sdp, application/sdp"] {
      let reply = await send(harness, "POST", "/v1/rooms/\(room)/whip", Self.offer, type: type)
      #expect(reply.status == 415 && reply.fields["Accept-Post"] == "application/sdp")
    }
    let place = "/v1/rooms/\(room)/whip/cal_00000000000000000000000000"
    let reply = await send(harness, "PATCH", place, Self.fragment)
    #expect(reply.status == 415 && reply.fields["Accept-Patch"] == "application/trickle-ice-sdpfrag")
    let picky = await send(
      harness, "POST", "/v1/rooms/\(room)/whip", Self.offer, ["Accept": "application/json"])
    #expect(picky.status == 406 && picky.code == "not_acceptable")
    #expect(lines.calls.isEmpty)
  }

  @Test(
    "what is wrong with a description is named, and never shown",
    arguments: [
      ("a=ice-pwd:callerpasswordcallerpassword\r\n", "", "sdp:media[0]/ice-pwd", "required"),
      ("a=ice-pwd:callerpasswordcallerpassword", "a=ice-pwd:short!", "sdp:media[0]/ice-pwd", "invalid"),
      ("a=ice-ufrag:call", "a=ice-ufrag:x", "sdp:media[0]/ice-ufrag", "invalid"),
      ("a=fingerprint:sha-256 AA:BB\r\n", "", "sdp:media[0]/fingerprint", "required"),
      ("v=0", "v=1", "sdp:v", "invalid"), ("o=- 1 1 IN IP4 127.0.0.1\r\n", "", "sdp:o", "required"),
      ("m=audio", "m=video", "sdp:media", "required"), ("m=audio 9 ", "m=audio nine ", "sdp:media[0]", "invalid"),
      ("s=-", "s", "sdp:", "invalid"),
    ])
  func badDescription(_ part: String, _ other: String, _ pointer: String, _ code: String) async throws {
    let (harness, room) = try await harness()
    let bad = Self.offer.replacing(part, with: other)
    let reply = await send(harness, "POST", "/v1/rooms/\(room)/whip", bad)
    #expect(reply.status == 400 && reply.code == "invalid_request")
    #expect(reply.pointers == [pointer])
    #expect(reply.json["errors"]?.arrayValue?.first?["code"]?.stringValue == code)
    #expect(!reply.text.contains("short!") && !reply.text.contains("callerpassword"))
    #expect(lines.calls.isEmpty)
  }

  @Test("a description has its limit")
  func tooLong() async throws {
    let (harness, room) = try await harness()
    let long = Self.offer + String(repeating: "a=x:0123456789\r\n", count: 5_000)
    #expect(await send(harness, "POST", "/v1/rooms/\(room)/whip", long).status == 413)
  }

  @Test("candidates are passed on with the call's tag only")
  func trickled() async throws {
    let (harness, room) = try await harness()
    let made = await call(harness, room)
    let place = try #require(made.fields["Location"])
    let tag = try #require(made.fields["ETag"])
    #expect(await trickle(harness, place, Self.fragment, tag: nil).status == 428)
    for stale in ["\"other\"", "W/\(tag)"] {
      let reply = await trickle(harness, place, Self.fragment, tag: stale)
      #expect(reply.status == 412 && reply.code == "precondition_failed")
    }
    #expect(await trickle(harness, place, Self.fragment, tag: tag).status == 204)
    #expect(await trickle(harness, place, Self.fragment, tag: "\"x\", \(tag)").status == 204)
    let call = lines.calls[0]
    let candidate = ICECandidate(
      "candidate:1 1 udp 2130706431 192.0.2.9 5000 typ host", mid: "0", mediaLine: 0)
    #expect(
      await eventually {
        lines.line(call)?.requests == [
          .candidate(candidate), .candidatesEnded, .candidate(candidate), .candidatesEnded,
        ]
      })
    let restart = Self.fragment.replacing("a=ice-ufrag:call", with: "a=ice-ufrag:anew")
    #expect(await trickle(harness, place, restart, tag: "*").status == 422)
    let stranger = Self.fragment.replacing("a=mid:0", with: "a=mid:7")
    #expect(await trickle(harness, place, stranger, tag: tag).status == 400)
    let broken = await trickle(harness, place, "a=candidate:nonsense\r\n", tag: tag)
    #expect(broken.status == 400 && broken.pointers == ["sdp:candidate"])
  }

  @Test("hanging up is safe at any time, and what is over is not found")
  func hungUp() async throws {
    let (harness, room) = try await harness()
    let made = await call(harness, room)
    let place = try #require(made.fields["Location"])
    for _ in 0..<2 { #expect(await harness.send("DELETE", place).status == 200) }
    #expect(await trickle(harness, place, Self.fragment, tag: "*").status == 404)
    #expect(await harness.send("DELETE", "/v1/rooms/\(room)/whip/cal_00000000000000000000000000").status == 404)
    #expect(await eventually { lines.line(lines.calls[0])?.isHungUp == true })
    #expect(await call(harness, room).status == 201)
  }

  @Test("a call is read, reported of and asked for something")
  func control() async throws {
    let (harness, room) = try await harness()
    let path = "/v1/rooms/\(room)/call"
    let idle = await harness.send("GET", path)
    #expect(idle.json["state"]?.stringValue == "idle" && idle.json["id"]?.isNull == true)
    #expect(await harness.send("PUT", path + "/report", ["muted": true]).status == 409)
    _ = await call(harness, room)
    let devices: JSON = [["id": "builtin.speaker", "kind": "speakerphone", "name": "Speaker"], ["id": "x"]]
    let report: JSON = [
      "connection": "connected", "muted": true,
      "audio": ["available_devices": devices, "selected_device": "builtin.speaker"],
    ]
    #expect(await harness.send("PUT", path + "/report", report).status == 204)
    let read = await harness.send("GET", path)
    #expect(read.fields["Cache-Control"] == "no-store")
    #expect(read.json["state"]?.stringValue == "connected" && read.json["muted"]?.boolValue == true)
    #expect(read.json["audio"]?["selected_device"]?.stringValue == "builtin.speaker")
    let document = await harness.send("GET", "/openapi.json").json
    let schema = document["components"]?["schemas"]?["Call"] ?? .null
    #expect(SchemaChecker(document).faults(in: read.json, schema: schema).isEmpty && !schema.isNull)
    let wish = await harness.send("PATCH", path, ["muted": false, "audio_device": .null])
    #expect(wish.status == 202 && wish.json["outcome"]?.stringValue == "requested")
    #expect(await harness.send("GET", path).json["muted"]?.boolValue == true)
    let unknown = await harness.send("PATCH", path, ["audio_device": "headset"])
    #expect(unknown.status == 400 && unknown.pointers == ["/audio_device"])
    #expect(await harness.send("PATCH", path, [:]).status == 400)
    let bad = await harness.send(
      "PUT", path + "/report", ["connection": "fine", "audio": ["selected_device": "x"], "level": 1])
    #expect(Set(bad.pointers) == ["/connection", "/audio/selected_device", "/level"])
  }

  @Test("an offer of the vendor's is read where it waits, answered once, and kept nowhere")
  func renegotiated() async throws {
    let (harness, room) = try await harness()
    _ = await call(harness, room)
    await lines.tell(.offered(SessionText(BareCalls.answer)), of: lines.calls[0])
    let path = "/v1/rooms/\(room)/call"
    let offer = await harness.send("GET", path).json["offer"]
    #expect(offer?["sdp"]?.stringValue == BareCalls.answer)
    let log = "/v1/rooms/\(room)/events?types=call.offer"
    #expect(await offered(harness, log, harness.manager) == BareCalls.answer)
    let stranger = await harness.clientToken(room, person: "bo")
    #expect(await offered(harness, log, stranger) == nil)
    let feed = await harness.send("GET", log + "&after_sequence=0", fields: ["Accept": "text/event-stream"])
    let source = try #require(feed.stream)
    var told = ""
    while !told.contains("call.offer"), let bytes = await source.next() {
      told += String(decoding: bytes, as: UTF8.self)
    }
    #expect(told.contains("a=ice-pwd:vendorpassword"))
    let kept = try await harness.store.events(EventQuery(scope: .room(room), after: 0, limit: 100))
    #expect(kept.contains { $0.type == "call.offer" })
    #expect(!kept.contains { String(decoding: $0.body, as: UTF8.self).contains("vendorpassword") })
    #expect(await send(harness, "PUT", path + "/answer", Self.offer).pointers == ["?generation"])
    #expect(await send(harness, "PUT", path + "/answer?generation=9", Self.offer).status == 409)
    let two = Self.offer + "m=audio 0 UDP/TLS/RTP/SAVPF 111\r\n"
    #expect(await send(harness, "PUT", path + "/answer?generation=1", two).status == 400)
    #expect(await send(harness, "PUT", path + "/answer?generation=1", Self.offer).status == 204)
    #expect(await send(harness, "PUT", path + "/answer?generation=1", Self.offer).status == 409)
    #expect(await offered(harness, log, harness.manager) == nil)
    let events = await harness.send("GET", log)
    #expect(events.json["items"]?.arrayValue?.first?["data"]?["generation"]?.integerValue == 1)
  }

  /// What the first `call.offer` of the log says is offered.
  private func offered(_ harness: Harness, _ log: String, _ key: String) async -> String? {
    await harness.send("GET", log, key: key).json["items"]?.arrayValue?.first?["data"]?["sdp"]?.stringValue
  }

  @Test("a join token is what a caller needs, and good for the own call only")
  func joinToken() async throws {
    let (harness, room) = try await harness()
    lines.set([ICEServer(urls: ["stun:s.example"])])
    let body: JSON = ["person": ["external_id": "ana", "name": "Ana"]]
    let grant = await harness.send("POST", "/v1/rooms/\(room)/join-tokens", body)
    #expect(grant.status == 201)
    #expect(grant.json["connect"]?["whip_url"]?.stringValue == "/v1/rooms/\(room)/whip")
    #expect(grant.json["connect"]?["ice_servers"]?.arrayValue?.count == 1)
    let token = try #require(grant.json["token"]?.stringValue)
    let made = await call(harness, room, key: token)
    #expect(made.status == 201)
    #expect(lines.line(lines.calls[0])?.offer.caller == Person(externalID: "ana", name: "Ana"))
    let report = await harness.send("PUT", "/v1/rooms/\(room)/call/report", ["muted": true], key: token)
    #expect(report.status == 204)
    let other = await harness.clientToken(room, person: "bo")
    #expect(await harness.send("DELETE", made.fields["Location"] ?? "", key: other).status == 403)
    let elsewhere = await harness.room(["kind": "voice_call", "provider": "bare-main"])
    #expect(await call(harness, elsewhere, key: token).status == 403)
    #expect(await call(harness, room, key: harness.reader).status == 403)
    #expect(await call(harness, room, key: harness.stranger).status == 404)
    let acting = await send(
      harness, "POST", "/v1/rooms/\(elsewhere)/whip", Self.offer, ["On-Behalf-Of": "cy"])
    #expect(acting.status == 201)
    #expect(lines.line(lines.calls[1])?.offer.caller?.externalID == "cy")
  }

  @Test("what no provider of the room has is said")
  func unsupported() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let reply = await call(harness, room)
    #expect(reply.status == 422 && reply.json["capability"]?.stringValue == "whip")
    #expect(await harness.send("GET", "/v1/rooms/\(room)/call").json["capability"]?.stringValue == "call")
  }

  @Test("a page's browser is told what it may send")
  func preflight() async throws {
    let (harness, room) = try await harness()
    let reply = await harness.send(
      Harness.request(
        "OPTIONS", "/v1/rooms/\(room)/whip", [],
        ["Origin": "https://one.example", "Access-Control-Request-Method": "POST"]))
    #expect(reply.status == 204 && reply.fields["Access-Control-Allow-Methods"]?.contains("POST") == true)
    let made = await send(
      harness, "POST", "/v1/rooms/\(room)/whip", Self.offer, ["Origin": "https://one.example"])
    #expect(made.fields["Access-Control-Allow-Origin"] == "https://one.example")
    #expect(made.fields["Access-Control-Expose-Headers"]?.contains("Link") == true)
  }

  @Test("no password, credential or token is in a log, an event or a row")
  func secrecy() async throws {
    let (harness, room) = try await harness()
    let secret = ICEServer(urls: ["turn:t.example"], username: "turnuser", credential: "turnsecret")
    lines.set([secret])
    lines.open(with: .iceServers([secret]), .answered(SessionText(BareCalls.answer)))
    let grant = await harness.send(
      "POST", "/v1/rooms/\(room)/join-tokens", ["person": ["external_id": "ana"]], fields: ["Idempotency-Key": "k"])
    let token = grant.json["token"]?.stringValue ?? ""
    let made = await call(harness, room, key: token)
    #expect(made.text.contains("vendorpassword") && made.fields["Link"]?.contains("turnsecret") == true)
    let place = made.fields["Location"] ?? ""
    _ = await trickle(harness, place, Self.fragment, tag: made.fields["ETag"])
    _ = await trickle(harness, place, Self.fragment, tag: "\"stale\"")
    _ = await trickle(harness, place, Self.fragment + "a=candidate:bad\r\n", tag: made.fields["ETag"])
    await lines.tell(.offered(SessionText(BareCalls.answer)), of: lines.calls[0])
    _ = await send(harness, "PUT", "/v1/rooms/\(room)/call/answer?generation=1", Self.offer, key: token)
    let fault = ProviderFailure(.unavailable, executed: .yes, operation: "call")
    lines.close(lines.calls[0], CallFault(CallError(.disconnected, "lost", isRetryable: true), fault))
    let path = "/v1/rooms/\(room)/call"
    #expect(await eventually { await harness.send("GET", path).json["state"]?.stringValue == "failed" })
    let events = await harness.send("GET", "/v1/rooms/\(room)/events?limit=100").text
    let rows = try #require(try await harness.store.rows(ofRoom: room, leftAfter: 0))
    let stored = rows.resources.map { String(decoding: $0.body, as: UTF8.self) }.joined()
    let logs = harness.logs.lines.joined(separator: "\n")
    #expect(events.contains("call.state_changed") && !stored.isEmpty && !logs.isEmpty)
    for word in ["vendorpassword", "callerpassword", "turnsecret", "turnuser", token, "192.0.2.9"] {
      #expect(!word.isEmpty && !events.contains(word) && !stored.contains(word) && !logs.contains(word), "\(word)")
    }
    let printed = String(describing: secret) + String(reflecting: lines.line(lines.calls[0])?.requests)
    #expect(!printed.contains("turnsecret") && !printed.contains("callerpassword") && !printed.contains("192.0.2.9"))
  }
}
