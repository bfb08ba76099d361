import HTTPTypes
import JSONCoding
import MeetingCore
import Testing
import WebSocket

@testable import PolyAdapter

@Suite("A call over the gateway, as a value")
struct GatewayMachineTests {
  @Test("the whole way: tokens, session, socket, link, ICE servers, offer, answer, candidates, connected, hung up")
  func happyPath() throws {
    var bench = try MachineBench()
    bench.toConnected()
    bench.put(.end)
    #expect(
      bench.words == [
        "connecting", "audio", "send access-token", "send sessions", "connect messaging",
        "write messaging EVENT_TYPE_LINK_TO_WEBRTC_CONVERSATION", "send ice-servers", "media makeOffer",
        "microphone true", "connect signalling", "write signalling offer", "started", "media accept", "connected",
        "ended", "release",
      ])
    let release = try #require(bench.release)
    #expect(release.farewell?.frame.json == ["type": "close", "sessionId": .string(MachineBench.signalling)])
    #expect(release.code == 1000 && release.sockets.map(\.role) == [.signalling, .messaging] && release.request == nil)
    #expect(bench.machine.nextDeadline == nil && bench.settled == [nil])
  }

  @Test("the link names the call that the offer names")
  func link() throws {
    var bench = try MachineBench()
    bench.toOffered()
    let linked = try #require(bench.frames(.messaging).first?["payload"]?["call_sid"]?.stringValue)
    #expect(bench.frames(.signalling).first?["callSid"] == .string(linked) && linked.utf8.count == 36)
  }

  @Test("a session's start is found alone, in a batch of two, and without a time", arguments: [0, 1, 2])
  func sessionStart(_ form: Int) throws {
    var bench = try MachineBench()
    bench.toMessaging()
    let start = MachineBench.event("SESSION_START", [:], id: form == 2 ? nil : "e")
    let joined = MachineBench.event("POLY_AGENT_JOINED", [:])
    bench.hear(.messaging, form == 0 ? start : MachineBench.event("EVENT_BATCH", ["events": [joined, start]]))
    #expect(bench.words.last == "send ice-servers" && bench.frames(.messaging).count == 1)
    bench.hear(.messaging, start)
    #expect(bench.frames(.messaging).count == 1)
  }

  @Test("no session's start within 15 s is a time-out")
  func noSessionStart() throws {
    var bench = try MachineBench()
    bench.toMessaging()
    bench.pass(.milliseconds(14_999))
    #expect(bench.status == .connecting)
    bench.pass(.milliseconds(1))
    #expect(bench.error == .voice(.timedOut) && bench.settled.map { $0?.error } == [.voice(.timedOut)])
  }

  @Test("trouble of the REST side is waited out on the clock, and ends the call after four attempts")
  func retries() throws {
    var bench = try MachineBench()
    bench.put(.start)
    bench.answer([:], status: 429, fields: ["Retry-After": "3"])
    #expect(bench.pass(.milliseconds(2_999)).isEmpty && bench.pass(.milliseconds(1)) == ["send access-token"])
    bench.fail(.connectFailed)
    #expect(bench.pass(.seconds(1)) == ["send access-token"])
    bench.answer(["access_token": .string(MachineBench.accessToken)])
    for _ in 1...3 {
      bench.answer([:], status: 500)
      #expect(bench.pass(.seconds(1)) == ["send sessions"])
    }
    bench.answer([:], status: 500)
    #expect(bench.error == .transport(.networkError("HTTP 500")) && bench.count("send sessions") == 4)
  }

  @Test("refused tokens fail the call and its start alike")
  func unauthorized() throws {
    var bench = try MachineBench()
    bench.put(.start)
    #expect(bench.answer([:], status: 401) == ["failed auth.unauthorized", "not started", "release"])
    #expect(bench.settled.map { $0?.error } == [.auth(.unauthorized)] && bench.release?.sockets.isEmpty == true)
  }

  @Test("without ICE servers the usual one is taken, and the call goes on", arguments: [0, 1, 2, 3, 4])
  func iceFallback(_ kind: Int) throws {
    var bench = try MachineBench()
    bench.toMessaging()
    bench.hear(.messaging, MachineBench.sessionStart)
    switch kind {
    case 0: bench.answer([:], status: 500)
    case 1: bench.answer(["iceServers": []])
    case 2: bench.fail(.connectionLost)
    case 3: bench.answer([:], status: 401)
    default: #expect(bench.pass(.seconds(5)) == ["cancel", "media makeOffer"])
    }
    #expect(bench.machine.servers == [ICEServer(urls: ["stun:stun.l.google.com:19302"])])
    #expect(bench.words.last == "media makeOffer" && bench.status == .connecting)
    #expect(bench.effects.contains { if case .tell(.iceFallback) = $0 { true } else { false } })
  }

  @Test("nobody connected within 30 s is a time-out, and a connection forgets that time")
  func connectTimer() throws {
    var bench = try MachineBench()
    bench.toAnswered()
    bench.pass(.milliseconds(29_999))
    #expect(bench.status == .connecting)
    bench.pass(.milliseconds(1))
    #expect(bench.error == .voice(.timedOut) && bench.release?.farewell != nil)
    var other = try MachineBench()
    other.toConnected()
    other.pass(.seconds(3_600))
    #expect(other.status == .connected)
  }

  @Test("candidates of this side wait for the answer, and go in order; the one that ends them is not said")
  func localCandidates() throws {
    var bench = try MachineBench()
    bench.toOffered()
    for number in 1...3 { bench.put(.media(.candidate(ICECandidate("candidate:\(number)")))) }
    bench.put(.media(.candidate(ICECandidate(""))))
    #expect(bench.frames(.signalling).count == 1)
    bench.hear(.signalling, MachineBench.answer)
    bench.put(.media(.candidate(ICECandidate("candidate:4"))))
    let sent = bench.frames(.signalling).dropFirst()
    #expect(sent.map { $0["data"]?["candidate"]?.stringValue } == (1...4).map { "candidate:\($0)" })
    #expect(sent.allSatisfy { $0["sessionId"] == .string(MachineBench.signalling) })
  }

  @Test("candidates that were not sent go first over the next socket")
  func resentCandidates() throws {
    var bench = try MachineBench()
    bench.toAnswered()
    for number in 1...3 { bench.put(.media(.candidate(ICECandidate("candidate:\(number)")))) }
    let key = bench.key(.signalling)
    let last = bench.lastTicket(.signalling)
    bench.put(.socket(key, .sent(ticket: last - 2, true)))
    bench.put(.socket(key, .sent(ticket: last - 1, false)))
    bench.close(.signalling, 1006, .lost)
    bench.put(.media(.candidate(ICECandidate("candidate:4"))))
    bench.pass(.seconds(1))
    bench.open(.signalling)
    let all = bench.frames(.signalling).compactMap { $0["data"]?["candidate"]?.stringValue }
    #expect(all == ["candidate:1", "candidate:2", "candidate:3", "candidate:2", "candidate:3", "candidate:4"])
  }

  @Test("the vendor's candidates wait until its answer is taken, and go on in order; an empty one says nothing")
  func remoteCandidates() throws {
    var bench = try MachineBench()
    bench.toOffered()
    for text in ["candidate:1", "", "candidate:2"] { bench.hear(.signalling, MachineBench.candidate(text)) }
    bench.hear(.signalling, MachineBench.answer)
    bench.hear(.signalling, MachineBench.candidate("candidate:3"))
    #expect(bench.count("media add") == 0)
    bench.put(.negotiated(.accepted(nil)))
    bench.hear(.signalling, MachineBench.candidate("candidate:4"))
    let added = bench.effects.compactMap { effect in
      if case .media(.add(let candidate)) = effect { candidate.candidate } else { nil }
    }
    #expect(added == (1...4).map { "candidate:\($0)" })
    bench.put(.negotiated(.added(MediaTrouble(words: "odd"))))
    #expect(bench.status == .connecting)
  }

  @Test("an answer without a session is taken, and candidates stay here")
  func answerWithoutSession() throws {
    var bench = try MachineBench()
    bench.toOffered()
    bench.put(.media(.candidate(ICECandidate("candidate:1"))))
    bench.hear(.signalling, ["type": "answer", "data": ["sdp": .string(MachineBench.remote)]])
    bench.put(.negotiated(.accepted(nil)))
    bench.media(.connected)
    #expect(bench.status == .connected && bench.frames(.signalling).count == 1)
    bench.put(.end)
    #expect(bench.release.map { $0.farewell == nil } == true)
  }

  @Test("a second answer, and one before the offer, are nothing")
  func strayAnswers() throws {
    var bench = try MachineBench()
    bench.toOffer()
    bench.put(.negotiated(.offer(.success(MachineBench.offer))))
    bench.hear(.signalling, MachineBench.answer)
    #expect(bench.count("media accept") == 0)
    bench.open(.signalling)
    bench.hear(.signalling, MachineBench.answer)
    bench.hear(.signalling, MachineBench.answer)
    #expect(bench.count("media accept") == 1 && bench.settled == [nil])
  }

  @Test("an answer that cannot be taken fails the call, in words without secrets")
  func badAnswer() throws {
    var bench = try MachineBench()
    bench.toOffered()
    bench.hear(.signalling, MachineBench.answer)
    bench.put(.negotiated(.accepted(MediaTrouble(words: "odd line a=ice-pwd:\(MachineBench.remotePassword)"))))
    guard case .voice(.mediaFailed(let text)) = bench.error else { return #expect(Bool(false), "\(bench.status)") }
    #expect(text.hasPrefix("Failed to apply answer: odd line") && !text.contains(MachineBench.remotePassword))
  }

  @Test("an offer that cannot be made fails the call")
  func noOffer() throws {
    var bench = try MachineBench()
    bench.toOffer()
    bench.put(.negotiated(.offer(.failure(MediaTrouble(words: "no microphone")))))
    #expect(bench.error == .voice(.mediaFailed("no microphone")))
  }

  @Test("what the gateway refuses ends the call in its words, keeps its code, and is answered with a goodbye")
  func errorFrame() throws {
    var bench = try MachineBench()
    bench.toConnected()
    bench.hear(
      .signalling,
      ["type": "error", "data": ["code": "AGENT_FAILURE", "message": .string("no \(MachineBench.webToken)")]])
    guard case .failed(let failure) = bench.status else { return #expect(Bool(false), "\(bench.status)") }
    #expect(failure.code == "AGENT_FAILURE" && failure.error == .voice(.signalingFailed("no <redacted>")))
    #expect(bench.release?.farewell != nil)
  }

  @Test("the vendor hangs up by a frame, or by closing its socket: the call is over, and nobody comes back")
  func hungUp() throws {
    for connected in [false, true] {
      for byFrame in [false, true] {
        var bench = try MachineBench()
        if connected { bench.toConnected() } else { bench.toOffered() }
        _ = byFrame ? bench.hear(.signalling, ["type": "close"]) : bench.close(.signalling, 1000)
        #expect(bench.status == .ended(.service) && bench.count("connect signalling") == 1)
        #expect(bench.settled == [nil])
      }
    }
  }

  @Test("a socket that is closed for good fails the call, before and after it was connected")
  func terminal() throws {
    for code in [1008, 4001] as [UInt16] {
      var before = try MachineBench()
      before.toOffered()
      before.close(.signalling, code)
      #expect(before.error == .voice(.signalingFailed("Signaling closed (\(code))")))
      var after = try MachineBench()
      after.toConnected()
      after.close(.signalling, code)
      #expect(after.error == .voice(.disconnected) && after.count("connect signalling") == 1)
    }
  }

  @Test("a lost socket is opened anew once, a second later, and the offer is not said again")
  func reopened() throws {
    var bench = try MachineBench()
    bench.toConnected()
    bench.close(.signalling, 1006, .lost)
    #expect(bench.pass(.milliseconds(999)).isEmpty && bench.status == .connected)
    #expect(bench.pass(.milliseconds(1)) == ["connect signalling"])
    #expect(bench.open(.signalling).isEmpty)
    bench.pass(.seconds(60))
    #expect(bench.count("connect signalling") == 2 && bench.count("write signalling offer") == 1)
    #expect(bench.statuses == [.connecting, .connected])
  }

  @Test("an offer that did not get out is said again over the next socket")
  func offeredAgain() throws {
    var bench = try MachineBench()
    bench.toOffer()
    bench.put(.negotiated(.offer(.success(MachineBench.offer))))
    bench.open(.signalling)
    bench.sent(.signalling, false)
    bench.close(.signalling, 1006, .lost)
    #expect(bench.settled.isEmpty)
    bench.pass(.seconds(1))
    bench.open(.signalling)
    bench.sent(.signalling)
    #expect(bench.count("write signalling offer") == 2 && bench.settled == [nil])
  }

  @Test("three openings that come to nothing are the end, after 22 s at the most", arguments: [false, true])
  func exhausted(_ isConnected: Bool) throws {
    var bench = try MachineBench()
    if isConnected { bench.toConnected() } else { bench.toAnswered() }
    bench.close(.signalling, 1011)
    bench.pass(.milliseconds(21_999))
    #expect(bench.status.isActive && bench.count("connect signalling") == 4 && bench.count("give up signalling") == 2)
    bench.pass(.milliseconds(1))
    #expect(
      bench.error == (isConnected ? .voice(.disconnected) : .voice(.signalingFailed("Signaling connection lost"))))
  }

  @Test("the first opening may fail as well")
  func firstOpening() throws {
    var bench = try MachineBench()
    bench.toOffer()
    bench.put(.negotiated(.offer(.success(MachineBench.offer))))
    for pause in [1, 2, 4] {
      bench.put(.socket(bench.key(.signalling), .refused(.refused(status: 503))))
      #expect(bench.pass(.seconds(pause)) == ["connect signalling"])
    }
    bench.put(.socket(bench.key(.signalling), .refused(.timedOut)))
    #expect(bench.error == .voice(.signalingFailed("Signaling connection lost")))
  }

  @Test("a socket that holds makes the next loss the first again; one that breaks at once does not")
  func attemptsCount() throws {
    var holding = try MachineBench()
    holding.toConnected()
    for _ in 1...6 {
      holding.close(.signalling, 1006, .lost)
      #expect(holding.pass(.seconds(1)) == ["connect signalling"])
      holding.open(.signalling)
      holding.pass(.seconds(5))
    }
    #expect(holding.status == .connected)
    var breaking = try MachineBench()
    breaking.toConnected()
    for pause in [1, 2, 4] {
      breaking.close(.signalling, 1006, .lost)
      breaking.pass(.seconds(pause))
      breaking.open(.signalling)
    }
    breaking.close(.signalling, 1006, .lost)
    #expect(breaking.error == .voice(.disconnected))
  }

  @Test("what an old socket still says is nothing to the new one")
  func generations() throws {
    var bench = try MachineBench()
    bench.toConnected()
    let old = bench.key(.signalling)
    bench.close(.signalling, 1006, .lost)
    bench.pass(.seconds(1))
    bench.put(.socket(old, .message((["type": "close"] as JSON).bytes())))
    bench.put(.socket(old, .opened))
    bench.put(.socket(old, .closed(.init(.peer, code: 4001))))
    #expect(bench.status == .connected && !bench.machine.wants(old) && bench.machine.wants(bench.key(.signalling)))
  }

  @Test("a gap of the media is waited out for 5 s, before and after being connected")
  func grace() throws {
    var bench = try MachineBench()
    bench.toConnected()
    bench.media(.disconnected)
    bench.pass(.milliseconds(4_999))
    bench.media(.connected)
    bench.pass(.seconds(10))
    #expect(bench.statuses == [.connecting, .connected, .connected])
    bench.media(.disconnected)
    bench.pass(.seconds(3))
    bench.media(.disconnected)
    bench.pass(.seconds(2))
    #expect(bench.error == .voice(.disconnected))
    var early = try MachineBench()
    early.toAnswered()
    early.media(.disconnected)
    early.pass(.seconds(5))
    #expect(early.error == .voice(.disconnected))
  }

  @Test("media that fails is one thing before and another after being connected")
  func mediaFailed() throws {
    var before = try MachineBench()
    before.toAnswered()
    before.media(.failed)
    #expect(before.error == .voice(.mediaFailed("Peer connection failed")))
    var after = try MachineBench()
    after.toConnected()
    after.media(.failed)
    #expect(after.error == .voice(.disconnected))
  }

  @Test("the microphone is off for whoever muted or was interrupted; the user's wish outlives an interruption")
  func microphone() throws {
    var bench = try MachineBench()
    #expect(bench.put(.mute(true)).isEmpty && bench.machine.isMuted)
    bench.toConnected()
    #expect(bench.words.filter { $0.hasPrefix("microphone") } == ["microphone false"])
    #expect(bench.put(.media(.interruption(.began))).isEmpty)
    #expect(bench.put(.mute(false)).isEmpty && !bench.machine.isMuted)
    #expect(bench.put(.media(.interruption(.endedResume))) == ["microphone true"])
    #expect(bench.put(.mute(true)) == ["microphone false"] && bench.put(.mute(true)).isEmpty)
    bench.put(.media(.interruption(.endedStop)))
    #expect(bench.error == .voice(.interrupted))
    #expect(bench.count("write signalling offer") == 1)
  }

  @Test("a sign of life goes over the messaging socket as often as the service wants, and its loss ends nothing")
  func heartbeats() throws {
    for (seconds, expected) in [(20, 3), (0, 0)] as [(Int64, Int)] {
      var bench = try MachineBench()
      bench.toMessaging()
      bench.hear(
        .messaging,
        MachineBench.event("SESSION_START", ["capabilities": ["heartbeat_interval_seconds": .integer(seconds)]]))
      bench.answer([:], status: 500)
      bench.put(.negotiated(.offer(.success(MachineBench.offer))))
      bench.open(.signalling)
      bench.hear(.signalling, MachineBench.answer)
      bench.media(.connected)
      bench.pass(.seconds(60))
      #expect(bench.count("write messaging EVENT_TYPE_HEARTBEAT") == expected)
      bench.close(.messaging, 1006, .lost)
      bench.pass(.seconds(600))
      #expect(bench.status == .connected && bench.count("write messaging EVENT_TYPE_HEARTBEAT") == expected)
    }
  }

  @Test("what is said on the messaging socket is told, and a link that cannot be told is no reason to stop")
  func transcript() throws {
    var bench = try MachineBench()
    bench.toConnected()
    bench.hear(.messaging, MachineBench.event("POLY_AGENT_MESSAGE", ["message_id": "m", "text": "Hello"]))
    let lines = bench.effects.compactMap { if case .tell(.transcript(let line)) = $0 { line.text } else { nil } }
    #expect(lines == ["Hello"])
    var other = try MachineBench()
    other.toMessaging()
    other.hear(.messaging, MachineBench.sessionStart)
    other.sent(.messaging, false)
    #expect(other.status == .connecting && other.words.last == "send ice-servers")
  }

  @Test("a messaging socket that is refused or lost before the session's start fails the call")
  func messagingRefused() throws {
    var refused = try MachineBench()
    refused.toMessaging()
    refused.put(.socket(refused.key(.messaging), .refused(.refused(status: 401))))
    #expect(refused.error == .auth(.unauthorized))
    var lost = try MachineBench()
    lost.toMessaging()
    lost.close(.messaging, 1011)
    #expect(lost.error?.isRetryable == true)
  }

  @Test("leaving without hanging up says no goodbye to the vendor")
  func detached() throws {
    var bench = try MachineBench()
    bench.toConnected()
    bench.put(.detach)
    let release = try #require(bench.release)
    #expect(bench.status == .ended(.detached) && release.farewell == nil && release.code == 1001)
  }

  @Test("media that is elsewhere has its times only once it was heard of")
  func relayed() throws {
    var silent = try MachineBench(isRelayed: true)
    silent.toOffered()
    silent.pass(.seconds(30))
    #expect(silent.error == .voice(.timedOut))
    var bench = try MachineBench(isRelayed: true)
    bench.toAnswered()
    bench.pass(.seconds(3_600))
    #expect(bench.status == .connecting)
    bench.media(.disconnected)
    bench.pass(.seconds(4))
    bench.media(.connected)
    #expect(bench.status == .connected)
    bench.media(.disconnected)
    bench.pass(.seconds(5))
    #expect(bench.error == .voice(.disconnected))
  }

  @Test("without media a call cannot be started, and says so")
  func noMedia() throws {
    var bench = try MachineBench(hasMedia: false)
    #expect(bench.put(.start) == ["connecting", "failed voice.notImplemented", "not started", "release"])
  }
}
