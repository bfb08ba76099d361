import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore
import Testing

@testable import PolyAdapter

@Suite("What the voice services say, read")
struct WireTests {
  private func servers(_ json: JSON, status: Int = 200) -> [MeetingCore.ICEServer]? {
    ICEServerReading.read(.success(HTTPClientResponse(status: status, body: json.bytes())))
  }

  @Test("ICE servers: one address or many, credentials only as a pair, whatever has no address left out")
  func iceServers() {
    let read = servers([
      "iceServers": [
        ["urls": ["stun:a:1", "turn:b:2"]], ["urls": "turn:c:3", "username": "u", "credential": "c"],
        ["urls": "turn:d:4", "username": "u"], ["urls": "turn:e:5", "username": "", "credential": "c"],
        ["username": "u"], ["urls": []], ["urls": "stun.example.com:3478"], "x",
      ]
    ])
    #expect(
      read == [
        ICEServer(urls: ["stun:a:1", "turn:b:2"]), ICEServer(urls: ["turn:c:3"], username: "u", credential: "c"),
        ICEServer(urls: ["turn:d:4"]), ICEServer(urls: ["turn:e:5"]), ICEServer(urls: ["stun:stun.example.com:3478"]),
      ])
  }

  @Test("whatever is no list of ICE servers is none")
  func noServers() {
    for body in [[:], ["iceServers": []], ["iceServers": [[:]]], ["iceServers": "x"], []] as [JSON] {
      #expect(servers(body) == nil)
    }
    #expect(servers(["iceServers": [["urls": "stun:a:1"]]], status: 401) == nil)
    #expect(ICEServerReading.read(.success(HTTPClientResponse(status: 200, body: Array("<p>".utf8)))) == nil)
    #expect(ICEServerReading.read(.failure(HTTPClientFailure(.tls, requestMayHaveBeenSent: false))) == nil)
  }

  @Test("frames of the gateway are read, and what is unknown or broken is ignored")
  func frames() {
    func read(_ json: JSON) -> GatewayFrame? { GatewayFrame.read(json.bytes()) }
    #expect(read(MachineBench.answer) == .answer(session: MachineBench.signalling, sdp: MachineBench.remote))
    #expect(read(["type": "answer", "sessionId": 7, "data": ["sdp": "v=0"]]) == .answer(session: nil, sdp: "v=0"))
    #expect(read(["type": "answer", "sessionId": "", "data": ["sdp": "v=0"]]) == .answer(session: nil, sdp: "v=0"))
    #expect(read(["type": "answer", "sessionId": "s", "data": [:]]) == nil)
    #expect(
      read(["type": "ice-candidate", "data": ["candidate": "candidate:1", "sdpMid": "0", "sdpMLineIndex": 0]])
        == .candidate(ICECandidate("candidate:1", mid: "0", mediaLine: 0)))
    #expect(
      read(["type": "ice-candidate", "data": ["candidate": "candidate:1", "sdpMid": 0, "sdpMLineIndex": "0"]])
        == .candidate(ICECandidate("candidate:1")))
    #expect(read(["type": "ice-candidate", "data": [:]]) == nil)
    #expect(read(["type": "close", "sessionId": "s"]) == .close)
    #expect(
      read(["type": "error", "data": ["code": "FORBIDDEN", "message": "no"]])
        == .error(code: "FORBIDDEN", message: "no"))
    #expect(read(["type": "error"]) == .error(code: nil, message: "Connection failed"))
    for json in [["type": "pong"], ["type": 1], [:], [], "x", ["data": [:]]] as [JSON] { #expect(read(json) == nil) }
    #expect(GatewayFrame.read([0xff, 0x00]) == nil)
  }

  @Test("the offer names the call, the mode, both ends and the token, and no session")
  func offer() throws {
    let bench = try MachineBench()
    let json = GatewayRequests(account: bench.machine.account).offer("v=0", call: "call-1")
    #expect(
      json == [
        "type": "offer", "sessionId": nil, "data": ["type": "offer", "sdp": "v=0"], "mode": "end-to-end",
        "authToken": .string(MachineBench.webToken), "callSid": "call-1", "caller": "Polyphone", "callee": "Polyphone",
      ])
    #expect("\(OutgoingFrame(json))" == "offer")
    #expect(
      GatewayRequests.candidate(ICECandidate("candidate:1"), session: "s")
        == ["type": "ice-candidate", "sessionId": "s", "data": ["candidate": "candidate:1"]])
  }

  @Test("web calling tokens are percent-encoded where they stand in an address")
  func iceAddress() throws {
    let account = try PolyAccount(
      connectorToken: Secret("c"), webCallingToken: Secret("a&b=c/+"), hostIdentifier: "h")
    let url = GatewayRequests(account: account).iceServers.url.revealed
    #expect(
      url == "https://webrtc-gateway.us-1.platform.polyai.app/api/v1/ice-servers?token=a%26b%3Dc%2F%2B")
  }

  @Test(
    "a bridge call is read, and its token goes nowhere but to the bridge",
    arguments: [
      "https://elsewhere.example.com/x", "//elsewhere.example.com/x", "", "/a b", "/\\elsewhere",
    ])
  func provision(_ url: String) throws {
    let call = try #require(BridgeCall(MachineBench.provision.bytes()))
    #expect(call.id == "call-0a1b2c3d" && call.token?.revealed == MachineBench.callToken && call.servers.isEmpty)
    #expect(call.pullPath == "/api/v1/call/call-0a1b2c3d/sdp/pull")
    let bare = BridgeCall((["callId": "c", "creds": ["connectUrl": "api/x"]] as JSON).bytes())
    #expect(bare?.connectPath == "/api/x" && bare?.token == nil && bare?.eventsPath == nil)
    #expect(BridgeCall((["callId": "c", "creds": ["connectUrl": .string(url)]] as JSON).bytes()) == nil)
    #expect(BridgeCall((["callId": "", "creds": ["connectUrl": "/x"]] as JSON).bytes()) == nil)
    #expect(BridgeCall(Array("nothing".utf8)) == nil)
  }

  @Test("events of the bridge; every barge-in is one, however it is called")
  func events() {
    func read(_ name: JSON) -> BridgeEvent? { BridgeEvent.read((["event": name] as JSON).bytes()) }
    #expect(read("repull") == .repull && read("unmute") == .unmute)
    #expect(read("barge-in") == .bargeIn && read("barge-in-v2") == .bargeIn)
    #expect(read("other") == nil && read(1) == nil && BridgeEvent.read([]) == nil)
  }

  @Test("what a bridge request's failure is told as")
  func bridgeFailures() {
    func text(_ route: BridgeRoute, _ status: Int) -> PolyError? {
      route.failure(.success(HTTPClientResponse(status: status)))?.error
    }
    #expect(text(.provision, 401) == .voice(.signalingFailed("Bridge provision rejected the call credentials (401)")))
    #expect(text(.connect, 502) == .voice(.signalingFailed("Bridge sdp failed (502)")))
    #expect(text(.pull, 204) == nil)
    let lost = HTTPClientFailure(.connectionLost, requestMayHaveBeenSent: true)
    #expect(
      BridgeRoute.renegotiate.failure(.failure(lost))?.error
        == .voice(.signalingFailed("Bridge renegotiate failed (connectionLost)")))
  }

  @Test("which closes are the end, which are for good, and after which a new socket may go on")
  func closures() {
    #expect(SignallingClosure(code: 1000) == .graceful)
    for code in [1002, 1003, 1007, 1008, 1009, 4000, 4001, 4999] as [UInt16] {
      #expect(SignallingClosure(code: code) == .terminal)
    }
    for code in [1001, 1005, 1006, 1011, 1012, 1015, 3000, 5000] as [UInt16] {
      #expect(SignallingClosure(code: code) == .transient)
    }
  }

  @Test("candidates are put into the section they are of, once, and never as more than a line")
  func descriptions() {
    let sdp = SDPText(MachineBench.offer)
    #expect(sdp.text == MachineBench.offer && sdp.audioMid == "0" && sdp.usernameFragment == "local1")
    #expect(sdp.passwords == [MachineBench.localPassword] && sdp.hasAudio && !sdp.isGathered)
    let two = SDPText("v=0\nm=audio 9 X 111\na=mid:a\nm=video 9 X 96\na=mid:b\n")
    let added = two.adding([
      ICECandidate("candidate:1 x", mid: "a"), ICECandidate("candidate:2 x", mediaLine: 1),
      ICECandidate("candidate:1 x", mid: "a"), ICECandidate(""), ICECandidate("a=candidate:3 x\r\na=evil", mid: "b"),
    ])
    #expect(
      added.lines == [
        "v=0", "m=audio 9 X 111", "a=mid:a", "a=candidate:1 x", "m=video 9 X 96", "a=mid:b", "a=candidate:2 x",
        "a=candidate:3 x",
      ])
    #expect(!SDPText("").hasAudio && !SDPText("hello").hasAudio && SDPText("").audioMid == nil)
    #expect(ICECandidate("candidate:1 1 udp 1 a 1 typ host ufrag abcd").fragment == "abcd")
    #expect(ICECandidate("candidate:1", usernameFragment: "u").fragment == "u" && ICECandidate("ufrag").fragment == nil)
  }

  @Test("which errors a new call may be placed after")
  func retryable() {
    let retryable: [PolyError] = [
      .transport(.networkError("x")), .transport(.protocolError("x")), .transport(.notConnected),
      .voice(.disconnected), .voice(.interrupted), .session(.unexpectedDisconnect(code: 1006, reason: "")),
      .session(.maxReconnectAttemptsExceeded),
    ]
    let final: [PolyError] = [
      .auth(.tokenAcquisitionFailed), .auth(.unauthorized), .session(.sessionCreationFailed(.unknown)),
      .session(.sessionExpired), .session(.sessionEnded(reason: "x")), .message(.deliveryFailed(draftId: "d")),
      .message(.payloadTooLarge(maxBytes: 1)), .voice(.notImplemented), .voice(.signalingFailed("x")),
      .voice(.mediaFailed("x")), .voice(.timedOut), .invalidConfiguration("x"),
    ]
    #expect(retryable.allSatisfy(\.isRetryable) && final.allSatisfy { !$0.isRetryable })
  }
}
