import JSONCoding
import MeetingCore
import ProgramTesting
import Testing
import WebSocket

@testable import VideoSDKAdapter

@Suite("A signalling session's requests and its end")
struct SessionEndTests {
  @Test("an answer goes to whoever asked, a refusal with the service's number")
  func answers() throws {
    let bench = SessionBench.joined()
    bench.take(.request(ticket: 1, .disable(.audio, of: "ana"), within: nil))
    bench.take(.request(ticket: 2, .remove("ana"), within: nil))
    bench.take(.request(ticket: 3, .subscribe(topic: "CHAT"), within: nil))
    #expect(bench.asked == ["disablePeerMic", "removePeer", "pubsubSubscribe"])
    bench.accept("pubsubSubscribe", ["messages": []])
    bench.refuse("disablePeerMic", 4068, "not allowed")
    #expect(try bench.settled[3]?.get() == ["messages": []])
    #expect(bench.settled[2] == nil)
    let failure = try #require(throws: ProviderFailure.self) { try bench.settled[1]?.get() }
    #expect(failure.vendorCode == "4068" && failure.operation == "disablePeerMic" && failure.executed == .no)
  }

  @Test("nobody waits longer than they said, and an answer that comes then is nobody's")
  func timeOut() throws {
    let bench = SessionBench.joined()
    bench.take(.request(ticket: 1, .remove("ana"), within: .seconds(3)))
    bench.take(.request(ticket: 2, .remove("leo"), within: nil))
    let (first, second) = (try bench.expect("removePeer"), try bench.expect("removePeer"))
    bench.wait(.seconds(3))
    let failure = try #require(throws: ProviderFailure.self) { try bench.settled[1]?.get() }
    #expect(failure.reason == .timeout && failure.executed == .maybe)
    bench.wait(.milliseconds(11_999))
    #expect(bench.settled[2] == nil)
    bench.wait(.milliseconds(1))
    #expect(bench.settled[2] != nil)
    bench.answer(first.id)
    bench.answer(second.id)
    #expect(throws: ProviderFailure.self) { try bench.settled[1]?.get() }
    #expect(bench.end == nil)
  }

  @Test("a mode that was changed after all is the mode")
  func lateMode() throws {
    let bench = SessionBench.joined()
    bench.take(.changeMode(ticket: 1, .receiveOnly))
    let change = try bench.expect("changeMode")
    bench.wait(.seconds(15))
    #expect(throws: ProviderFailure.self) { try bench.settled[1]?.get() }
    bench.answer(change.id)
    #expect(bench.takeNews() == [.modeChanged(peer: "me", .receiveOnly)])
  }

  @Test("who withdraws is told at once")
  func withdraw() throws {
    let bench = SessionBench.joined()
    bench.take(.request(ticket: 1, .remove("ana"), within: nil))
    bench.take(.withdraw(ticket: 1))
    bench.take(.withdraw(ticket: 9))
    let failure = try #require(throws: ProviderFailure.self) { try bench.settled[1]?.get() }
    #expect(failure.reason == .cancelled && failure.executed == .maybe)
    bench.accept("removePeer")
    #expect(bench.session.nextDeadline == nil)
  }

  @Test("a connection that breaks under a request leaves it open whether it was done")
  func brokenUnderRequest() throws {
    let bench = SessionBench.joined()
    bench.take(.request(ticket: 1, .remove("ana"), within: nil))
    bench.take(.closed(WebSocketClosure(.lost, code: 1006)))
    let failure = try #require(throws: ProviderFailure.self) { try bench.settled[1]?.get() }
    #expect(failure.reason == .unavailable && failure.executed == .maybe)
    guard case .lost? = bench.end else { throw Failure("not lost") }
  }

  @Test(
    "the service's goodbyes",
    arguments: [
      (WebSocketClosure(.peer, code: 1000), SignallingEnd.dismissed(.unsaid)),
      (WebSocketClosure(.peer, code: 1000, reason: "1010"), .dismissed(SignallingDeparture(code: 1010, words: "1010"))),
      (WebSocketClosure(.peer, code: 4005, reason: "x"), .dismissed(.duplicate)),
      (WebSocketClosure(.peer, code: 4001, reason: "bye"), .dismissed(SignallingDeparture(code: nil, words: "bye"))),
    ])
  func goodbyes(_ closure: WebSocketClosure, _ end: SignallingEnd) {
    let bench = SessionBench.joined()
    bench.take(.closed(closure))
    #expect(bench.end == end && bench.session.nextDeadline == nil)
  }

  @Test(
    "everything else is a connection that broke",
    arguments: [
      WebSocketClosure(.peer, code: 1001), WebSocketClosure(.peer, code: 1011), WebSocketClosure(.peer, code: 1012),
      WebSocketClosure(.peer, code: 1005), WebSocketClosure(.lost, code: 1006), WebSocketClosure(.silent, code: 1006),
      WebSocketClosure(.violation, code: 1002),
    ])
  func breaks(_ closure: WebSocketClosure) throws {
    let bench = SessionBench.joined()
    bench.take(.closed(closure))
    guard case .lost(let failure)? = bench.end else { throw Failure("\(closure) is no loss") }
    #expect(failure.reason == .unavailable)
  }

  @Test("sent away by a request, it says goodbye and answers nothing")
  func close() {
    let bench = SessionBench.joined()
    #expect(bench.ask("close", ["reasonCode": 1009]) == nil)
    #expect(bench.isClosed && bench.end == .dismissed(SignallingDeparture(code: 1009, words: "")))
  }

  @Test("somebody else as the same participant pushes it out, however that is told")
  func evicted() {
    let told = SessionBench.joined()
    told.hear("error", ["code": 4005, "message": "duplicate"])
    #expect(told.isClosed && told.end == .dismissed(.duplicate))
    let named = SessionBench.joined()
    named.hear("peerClosed", ["peerId": "me", "reasonCode": 1011])
    #expect(named.end == .dismissed(.duplicate))
  }

  @Test("other troubles are told and end nothing; they say why the connection breaks next")
  func trouble() throws {
    let bench = SessionBench.joined()
    bench.hear("error", ["code": 5001, "message": "for token"])
    guard case .trouble(5001, let words)? = bench.news.last else { throw Failure("not told") }
    #expect(!words.text.contains("token"))
    bench.take(.closed(WebSocketClosure(.lost, code: 1006)))
    guard case .lost(let failure)? = bench.end else { throw Failure("no loss") }
    #expect(failure.vendorCode == "5001")
  }

  @Test("its words for the service are the service's")
  func words() {
    #expect(SignallingRequest.ask("ana", toEnable: .audio).method == "enablePeerMic")
    #expect(SignallingRequest.ask("ana", toEnable: .video).method == "enablePeerWebcam")
    #expect(SignallingRequest.disable(.video, of: "ana").method == "disablePeerWebcam")
    #expect(SignallingRequest.closeRoom.data == [:])
    let message = SignallingRequest.publish(
      topic: "CHAT", message: "hi", payload: ["a": 1], isPersisted: true, to: ["ana"])
    #expect(
      message.data == [
        "topic": "CHAT", "message": "hi", "options": ["persist": true, "sendOnly": ["ana"]], "payload": ["a": 1],
      ])
    #expect(SignallingRequest.publish(topic: "T", message: "m").data["options"] == ["persist": false])
    #expect(SignallingRequest.start(.recording, config: [:]).method == "startRecording")
    #expect(SignallingRequest.stop(.recording).data == .null && SignallingRequest.stop(.hls).method == "stopHls")
    #expect(SignallingRequest.unsubscribe(topic: "T").method == "pubsubUnsubscribe")
  }

  @Test("nothing shows the token", arguments: [PeerMode.sendAndReceive, .signallingOnly])
  func secrecy(_ mode: PeerMode) {
    let bench = SessionBench.joined(mode: mode)
    #expect("\(bench.session.identity)".contains("<redacted>"))
    #expect(!"\(bench.session.identity)".contains("\"token\""))
  }
}
