import Cryptography
import JSONCoding
import MeetingCore
import ProgramTesting
import Testing
import WebSocket

@testable import VideoSDKAdapter

@Suite("A signalling session comes in")
struct SessionJoiningTests {
  private static let peers: JSON = [
    ["id": "ana", "displayName": "Ana", "mode": "CONFERENCE"],
    ["id": "me", "displayName": "Me"], ["displayName": "nobody"],
    ["peerId": "bot", "displayName": "Bot", "mode": "VIEWER", "peerType": "agent", "metaData": "{\"a\":1}"],
  ]

  @Test("without media: asks to enter, and joins with empty abilities once it is let in")
  func bare() throws {
    let bench = SessionBench()
    bench.take(.opened)
    #expect(bench.asked == ["requestEntry"])
    #expect(bench.request("requestEntry")?.data == ["name": "Me"])
    bench.hear("entryResponded", ["peerId": "me", "sessionId": "s1", "decision": "allowed"])
    let join = try bench.expect("join")
    #expect(join.data["rtpCapabilities"] == [:] && join.data["sctpCapabilities"] == [:])
    #expect(join.data["secret"] == "token" && join.data["displayName"] == "Me")
    #expect(join.data["autoConsume"] == false && join.data["switchingRoom"] == false)
    #expect(bench.news.isEmpty)
    bench.answer(join.id, ["peers": Self.peers, "messages": [["topic": "CHAT", "senderId": "ana", "message": "hi"]]])
    guard case .joined(let entry)? = bench.news.first else { throw Failure("told something else") }
    #expect(entry.session == "s1" && entry.knowsPeers)
    #expect(entry.peers.map(\.id) == ["ana", "bot"])
    #expect(entry.peers.map(\.mode) == [.sendAndReceive, .signallingOnly])
    #expect(entry.peers.map(\.isAgent) == [false, true])
    #expect(entry.peers.last?.metaData == ["a": 1])
    #expect(entry.messages.map(\.message) == ["hi"])
    #expect(bench.session.nextDeadline != nil, "the entry's own answer is still out")
  }

  @Test("with media: the router's abilities, two transports, the door, and then join, in this order")
  func withTransports() throws {
    let bench = SessionBench(mode: .sendAndReceive)
    bench.take(.opened)
    #expect(bench.asked == ["getRouterRtpCapabilities"])
    bench.accept("getRouterRtpCapabilities", SessionBench.router)
    let sending = try bench.expect("createWebRtcTransport")
    #expect(sending.data["producing"] == true && sending.data["consuming"] == false)
    #expect(bench.asked.isEmpty)
    bench.answer(sending.id, ["id": "send"])
    let receiving = try bench.expect("createWebRtcTransport")
    #expect(receiving.data["producing"] == false && receiving.data["consuming"] == true)
    bench.answer(receiving.id, ["id": "receive"])
    #expect(bench.asked == ["requestEntry"])
    bench.hear("entryResponded", ["id": "me", "decision": "allowed"])
    let join = try bench.expect("join")
    #expect(join.data["rtpCapabilities"] == SessionBench.router && join.data["autoConsume"] == true)
    bench.answer(join.id, ["peers": []])
    #expect(bench.news.contains { if case .joined = $0 { true } else { false } })
    #expect(!bench.asked.contains("connectWebRtcTransport"))
  }

  @Test("refused without transports, it makes them and joins once more")
  func fallback() {
    let bench = SessionBench()
    bench.take(.opened)
    bench.hear("entryResponded", ["decision": "allowed"])
    bench.refuse("join", 400, "there is no transport")
    #expect(bench.asked == ["requestEntry", "getRouterRtpCapabilities"])
    bench.accept("getRouterRtpCapabilities", SessionBench.router)
    bench.accept("createWebRtcTransport", ["id": "send"])
    bench.accept("createWebRtcTransport", ["id": "receive"])
    #expect(bench.asked == ["requestEntry", "join"], "who was let in does not ask again")
    bench.accept("join", ["peers": []])
    #expect(bench.news.count { if case .joined = $0 { true } else { false } } == 1)
  }

  @Test("refused a second time, that is the answer")
  func fallbackRefused() {
    let bench = SessionBench()
    bench.take(.opened)
    bench.hear("entryResponded", ["decision": "allowed"])
    bench.refuse("join", 400, "there is no transport")
    bench.accept("getRouterRtpCapabilities", SessionBench.router)
    bench.accept("createWebRtcTransport", ["id": "send"])
    bench.accept("createWebRtcTransport", ["id": "receive"])
    bench.refuse("join", 400, "still not")
    #expect(bench.refusal?.reason == .invalid && bench.isClosed)
  }

  @Test(
    "refused for who asks, it does not try again",
    arguments: [
      (4001, ProviderFailure.Reason.credentials), (4002, .credentials), (4003, .notFound), (4004, .invalid),
      (4005, .conflict), (4008, .forbidden), (4009, .conflict), (4022, .forbidden), (4023, .forbidden),
    ])
  func finalRefusal(_ code: Int, _ reason: ProviderFailure.Reason) {
    let bench = SessionBench()
    bench.take(.opened)
    bench.hear("entryResponded", ["decision": "allowed"])
    bench.refuse("join", code, "no, for token")
    #expect(bench.refusal?.reason == reason && bench.refusal?.vendorCode == String(code))
    #expect(bench.refusal?.operation == "join")
    #expect(bench.refusal?.vendorMessage?.text.contains("token") == false, "the token is not repeated")
    #expect(bench.session.nextDeadline == nil)
  }

  @Test("somebody decides against it")
  func denied() {
    let bench = SessionBench()
    bench.take(.opened)
    bench.hear("entryResponded", ["peerId": "me", "decision": "denied"])
    #expect(bench.refusal?.reason == .forbidden && bench.refusal?.operation == "requestEntry")
    #expect(bench.isClosed)
  }

  @Test("decisions on others open no door")
  func foreignDecision() {
    let bench = SessionBench()
    bench.take(.opened)
    bench.hear("entryResponded", ["peerId": "ana", "decision": "allowed"])
    #expect(bench.asked == ["requestEntry"])
    bench.hear("entryResponded", ["peerId": "me", "decision": "allowed"])
    #expect(bench.asked.contains("join"))
  }

  @Test("an answer without peers is told as such, and whoever comes later is seen")
  func withoutPeers() throws {
    let bench = SessionBench()
    bench.take(.opened)
    bench.hear("entryResponded", ["decision": "allowed"])
    bench.hear("newPeer", ["id": "ana", "displayName": "Ana"])
    bench.hear("newPeer", ["id": "leo", "displayName": "Leo"])
    bench.hear("peerClosed", ["peerId": "leo"])
    bench.accept("join", ["messages": []])
    guard case .joined(let entry)? = bench.news.first else { throw Failure("told something else") }
    #expect(!entry.knowsPeers && entry.peers.map(\.id) == ["ana"])
    #expect(bench.news.count == 1)
  }

  @Test("what is told of the room before the answer to join comes behind it")
  func early() throws {
    let bench = SessionBench()
    bench.take(.opened)
    bench.hear("entryResponded", ["decision": "allowed"])
    bench.hear("activeSpeaker", ["peerId": "ana"])
    bench.accept("join", ["peers": [["id": "ana"]]])
    guard case .joined? = bench.news.first else { throw Failure("told something else") }
    #expect(bench.news.contains(.speaker("ana")))
  }

  @Test("a room that says nothing is given up in time, whichever step it is silent about", arguments: 0...4)
  func silence(_ step: Int) {
    let bench = SessionBench(mode: .sendAndReceive)
    bench.take(.opened)
    if step > 0 { bench.accept("getRouterRtpCapabilities", SessionBench.router) }
    if step > 1 { bench.accept("createWebRtcTransport", ["id": "send"]) }
    if step > 2 { bench.accept("createWebRtcTransport", ["id": "receive"]) }
    if step > 3 { bench.accept("requestEntry") }
    bench.wait(.milliseconds(14_999))
    #expect(bench.end == nil)
    bench.wait(.milliseconds(1))
    #expect(bench.refusal?.reason == .timeout)
    #expect(bench.isClosed && bench.session.nextDeadline == nil)
  }

  @Test("silence about join is given up in time, counted from the open door")
  func silentJoin() {
    let bench = SessionBench()
    bench.take(.opened)
    bench.wait(.seconds(10))
    bench.hear("entryResponded", ["decision": "allowed"])
    bench.wait(.milliseconds(14_999))
    #expect(bench.end == nil)
    bench.wait(.milliseconds(2))
    #expect(bench.refusal?.reason == .timeout && bench.refusal?.operation == "join")
  }

  @Test("whose token only lets them ask waits in the lobby, longer than for an answer, and not for ever")
  func lobby() throws {
    let token = try JWT.sign(claims: ["permissions": ["ask_join"]], secret: Secret("secret"))
    let bench = SessionBench(token: token, patience: SignallingPatience(lobby: .seconds(100)))
    bench.take(.opened)
    bench.wait(.seconds(99))
    #expect(bench.end == nil)
    bench.wait(.seconds(1))
    #expect(bench.refusal?.reason == .timeout && bench.refusal?.operation == "requestEntry")
  }

  @Test("whoever is let in from the lobby has the usual time from then on")
  func lobbyOpens() throws {
    let token = try JWT.sign(claims: ["permissions": ["ask_join"]], secret: Secret("secret"))
    let bench = SessionBench(token: token)
    bench.take(.opened)
    bench.wait(.seconds(500))
    bench.hear("entryResponded", ["peerId": "me", "decision": "allowed"])
    #expect(bench.takeNews() == [.entryResponded(peer: "me", decision: "allowed")])
    #expect(bench.asked.contains("join"))
    bench.wait(.seconds(15))
    #expect(bench.refusal?.operation == "join")
  }

  @Test("a transport without an id is told by its place in the answer")
  func badTransport() {
    let bench = SessionBench(mode: .receiveOnly)
    bench.take(.opened)
    bench.accept("getRouterRtpCapabilities", SessionBench.router)
    bench.accept("createWebRtcTransport", [:])
    #expect(bench.refusal?.reason == .badResponse(pointer: "/data/id"))
  }

  @Test("a socket that goes before the room is entered was no entry")
  func lostBefore() {
    let bench = SessionBench()
    bench.take(.opened)
    bench.take(.closed(WebSocketClosure(.peer, code: 1000, reason: "bye")))
    #expect(bench.refusal?.reason == .unavailable)
    let told = SessionBench()
    told.take(.opened)
    told.hear("error", ["code": 4001, "message": "token"])
    #expect(told.refusal?.reason == .credentials && told.refusal?.vendorCode == "4001")
    let closed = SessionBench()
    closed.take(.opened)
    _ = closed.ask("close")
    #expect(closed.refusal?.reason == .forbidden)
  }

  @Test("garbage on the way in changes nothing")
  func garbage() {
    let bench = SessionBench()
    bench.take(.opened)
    for text in ["", "{", "[]", #"{"response":true,"id":1,"ok":true}"#, #"{"notification":true,"method":"join"}"#] {
      bench.take(.text(Array(text.utf8)))
    }
    bench.take(.text([0xff, 0xfe, 0x00]))
    bench.hear("entryResponded", ["decision": 7])
    #expect(bench.asked == ["requestEntry"] && bench.end == nil)
  }

  @Test("nobody asks anything before it is in, nor when it is over")
  func notIn() {
    let bench = SessionBench()
    bench.take(.request(ticket: 1, .closeRoom, within: nil))
    #expect(throws: ProviderFailure.self) { try bench.settled[1]?.get() }
    #expect(bench.asked.isEmpty)
    bench.take(.leave)
    #expect(bench.end == .left)
    bench.take(.changeMode(ticket: 2, .receiveOnly))
    bench.take(.opened)
    bench.hear("newPeer", ["id": "ana"])
    #expect(throws: ProviderFailure.self) { try bench.settled[2]?.get() }
    #expect(bench.asked.isEmpty && bench.news.count == 1)
  }
}
