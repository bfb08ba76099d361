import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore
import Testing
import WebSocket

@testable import PolyAdapter

@Suite("A call over the bridge, as a value")
struct BridgeMachineTests {
  private func body(_ request: PolyRequest?) throws -> JSON { try JSON.parse(request?.body ?? [], mode: .strict) }

  @Test("the whole way: session, provision, link, gathered offer, answer, connected, the agent's voice, hung up")
  func happyPath() throws {
    var bench = try MachineBench(.bridge)
    bench.toPulled()
    bench.put(.end)
    #expect(
      bench.words == [
        "connecting", "audio", "send access-token", "send sessions", "send provision", "connect messaging",
        "write messaging EVENT_TYPE_LINK_TO_WEBRTC_CONVERSATION", "media makeOffer", "microphone true", "send sdp",
        "media accept", "started", "connected", "connect events", "send pull", "write events auth", "media answer",
        "send renegotiate", "ended", "release",
      ])
    let release = try #require(bench.release)
    #expect(release.farewell == nil && release.sockets.map(\.role) == [.events, .messaging])
    #expect(release.request?.method == "DELETE" && release.request?.fields["X-Call-Token"] == MachineBench.callToken)
    #expect(
      release.request?.url.revealed
        == "https://webrtc-bridge.us-1.platform.polyai.app/api/v1/call/call-0a1b2c3d")
    #expect(bench.machine.nextDeadline == nil)
  }

  @Test("the token of the account goes with the first request only, the call's with the rest, in no address")
  func tokens() throws {
    var bench = try MachineBench(.bridge)
    bench.toPulled()
    let sent = bench.effects.compactMap { if case .send(_, let request, _) = $0 { request } else { nil } }.dropFirst(2)
    #expect(sent.map(\.operation) == ["provision", "sdp", "pull", "renegotiate"])
    #expect(sent.map { $0.fields["Authorization"] != nil } == [true, false, false, false])
    #expect(sent.map { $0.fields["X-Call-Token"] != nil } == [false, true, true, true])
    for request in sent { #expect(!request.url.revealed.contains(MachineBench.callToken)) }
    #expect(bench.url(.events)?.contains(MachineBench.callToken) == false)
    #expect(bench.frames(.events).first == ["type": "auth", "token": .string(MachineBench.callToken)])
    #expect(bench.frames(.messaging).first?["payload"]?["call_sid"] == "call-0a1b2c3d")
  }

  @Test("the offer is sent with its candidates, 0.2 s after the last of them, and after 2 s in any case")
  func gathering() throws {
    var bench = try MachineBench(.bridge)
    bench.toOffer()
    bench.put(.negotiated(.offer(.success(MachineBench.offer))))
    bench.put(.media(.candidate(ICECandidate("candidate:1 x ufrag local1", mid: "0"))))
    for number in 2...20 {
      #expect(bench.pass(.milliseconds(100)).isEmpty)
      bench.put(.media(.candidate(ICECandidate("candidate:\(number)"))))
    }
    bench.put(.media(.candidate(ICECandidate("candidate:0 ufrag other"))))
    #expect(bench.pass(.milliseconds(99)).isEmpty && bench.pass(.milliseconds(1)) == ["send sdp"])
    let sent = try body(bench.lastSent)
    let sdp = try #require(sent["sdp"]?.stringValue)
    #expect(
      sent["mid"] == "0" && sdp.contains("a=candidate:1 x ufrag local1\r\n") && sdp.contains("a=candidate:20\r\n"))
    #expect(!sdp.contains("other"))
  }

  @Test("a gathering that says it is over is not waited for", arguments: [false, true])
  func gathered(_ inside: Bool) throws {
    var bench = try MachineBench(.bridge)
    bench.toOffer()
    let offer = inside ? MachineBench.offer + "a=candidate:1\r\na=end-of-candidates\r\n" : MachineBench.offer
    let words = bench.put(.negotiated(.offer(.success(offer))))
    if inside { return #expect(words == ["microphone true", "send sdp"]) }
    #expect(bench.put(.media(.candidate(ICECandidate("")))) == ["send sdp"])
    var early = try MachineBench(.bridge)
    early.toOffer()
    early.put(.media(.candidate(ICECandidate("candidate:1"))))
    early.put(.media(.candidate(ICECandidate(""))))
    #expect(early.put(.negotiated(.offer(.success(MachineBench.offer)))) == ["microphone true", "send sdp"])
    #expect(try body(early.lastSent)["sdp"]?.stringValue?.contains("a=candidate:1") == true)
  }

  @Test("servers come with the call, or else the usual one is taken")
  func servers() throws {
    var bench = try MachineBench(.bridge)
    bench.toOffer()
    #expect(bench.machine.servers == [ICEServer(urls: ["stun:stun.cloudflare.com:3478"])])
    #expect(bench.count("send ice-servers") == 0)
  }

  @Test("a request that fails ends the call, untried again", arguments: [401, 403, 409, 500, 503])
  func refused(_ status: Int) throws {
    let text = status == 401 ? "rejected the call credentials (401)" : "failed (\(status))"
    var bench = try MachineBench(.bridge)
    bench.put(.start)
    bench.answer(["access_token": "a.b.c"])
    bench.answer(["session_id": "s"])
    bench.answer([:], status: status)
    #expect(bench.error == .voice(.signalingFailed("Bridge provision \(text)")) && bench.count("send provision") == 1)
    #expect(bench.release.map { $0.request == nil } == true)
    var other = try MachineBench(.bridge)
    other.toOffered()
    other.answer([:], status: status)
    #expect(other.error == .voice(.signalingFailed("Bridge sdp \(text)")) && other.release?.request != nil)
    #expect(other.settled.count == 1 && other.settled[0]?.error == other.error)
  }

  @Test("a request gets 15 s; an answer that cannot be read is none")
  func silence() throws {
    var bench = try MachineBench(.bridge)
    bench.toOffered()
    bench.pass(.milliseconds(14_999))
    #expect(bench.status == .connecting)
    bench.pass(.milliseconds(1))
    #expect(bench.error == .voice(.signalingFailed("Bridge sdp failed (timeout)")))
    var odd = try MachineBench(.bridge)
    odd.toOffered()
    odd.answer(["sdp": ""])
    #expect(odd.error == .voice(.signalingFailed("Bridge sdp failed (the answer cannot be read)")))
  }

  @Test("without the agent's voice there is no call, the first time; later it is only told")
  func pulls() throws {
    var first = try MachineBench(.bridge)
    first.toConnected()
    first.answer([:], status: 502)
    #expect(first.error == .voice(.signalingFailed("Bridge pull failed (502)")))
    var later = try MachineBench(.bridge)
    later.toPulled()
    #expect(later.hear(.events, ["event": "repull"]) == ["send pull"])
    later.answer([:], status: 502)
    #expect(later.status == .connected)
    #expect(later.hear(.events, ["event": "repull"]) == ["send pull"])
    later.pass(.seconds(15))
    #expect(later.status == .connected)
  }

  @Test("fetches of the agent's voice that come together are done one after the other, and all of them")
  func chainedPulls() throws {
    var bench = try MachineBench(.bridge)
    bench.toPulled()
    for _ in 1...5 { bench.hear(.events, ["event": "repull"]) }
    for number in 2...6 {
      #expect(bench.count("send pull") == number)
      bench.answer(["sdp": .string(MachineBench.remote)])
      bench.put(.negotiated(.answer(.success(MachineBench.offer))))
      #expect(bench.count("send renegotiate") == number)
      bench.answer([:])
    }
    #expect(bench.count("send pull") == 6 && bench.machine.nextDeadline == nil || bench.status == .connected)
  }

  @Test("a caller who talks over the agent silences it, on tracks that come later as well")
  func bargeIn() throws {
    var bench = try MachineBench(.bridge)
    bench.toPulled()
    #expect(bench.hear(.events, ["event": "barge-in"]) == ["agent false"])
    bench.hear(.events, ["event": "repull"])
    bench.answer(["sdp": .string(MachineBench.remote)])
    bench.put(.negotiated(.answer(.success(MachineBench.offer))))
    #expect(bench.answer([:]) == ["agent false"])
    #expect(bench.hear(.events, ["event": "unmute"]) == ["agent true"])
    #expect(!bench.words.contains("microphone false"))
  }

  @Test("the events socket closes: the call is over, whatever the code; it breaks: the call is lost")
  func eventsSocket() throws {
    for code in [1000, 1001, 1008, 4000] as [UInt16] {
      var bench = try MachineBench(.bridge)
      bench.toPulled()
      bench.close(.events, code)
      #expect(bench.status == .ended(.service))
    }
    for cause in [WebSocketClosure.Cause.lost, .silent, .violation] {
      var bench = try MachineBench(.bridge)
      bench.toPulled()
      bench.close(.events, 1006, cause)
      #expect(bench.error == .voice(.disconnected))
    }
    var refused = try MachineBench(.bridge)
    refused.toConnected()
    refused.put(.socket(refused.key(.events), .refused(.refused(status: 404))))
    #expect(refused.error == .voice(.disconnected) && refused.release?.request != nil)
  }

  @Test("a gap of the media is the bridge's affair; media that closes is the end")
  func media() throws {
    var bench = try MachineBench(.bridge)
    bench.toPulled()
    bench.media(.disconnected)
    bench.pass(.seconds(60))
    #expect(bench.status == .connected)
    bench.media(.closed)
    #expect(bench.status == .ended(.service))
    var failing = try MachineBench(.bridge)
    failing.toPulled()
    failing.media(.failed)
    #expect(failing.error == .voice(.disconnected))
  }

  @Test("a call without a place for events or for the agent's voice goes on without them")
  func bare() throws {
    var bench = try MachineBench(.bridge)
    bench.put(.start)
    bench.answer(["access_token": "a.b.c"])
    bench.answer(["session_id": "s"])
    bench.answer(["callId": "c", "creds": ["connectUrl": "/x"]])
    bench.open(.messaging)
    bench.hear(.messaging, MachineBench.sessionStart)
    bench.put(.negotiated(.offer(.success(MachineBench.offer))))
    bench.pass(.milliseconds(200))
    bench.answer(["sdp": .string(MachineBench.remote)])
    #expect(bench.media(.connected) == ["connected"])
    bench.pass(.seconds(60))
    #expect(bench.status == .connected)
  }
}
