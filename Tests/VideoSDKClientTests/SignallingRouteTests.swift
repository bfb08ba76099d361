import Cryptography
import JSONCoding
import Testing

@testable import VideoSDKAdapter

@Suite("The way to a room's signalling")
struct SignallingRouteTests {
  @Test(
    "is the full address where there is one, and the host otherwise",
    arguments: [
      (["baseUrl": "eu.example.test"], "wss://eu.example.test"),
      (["baseUrl": "eu.example.test:8443", "signalingUrl": ""], "wss://eu.example.test:8443"),
      (["baseUrl": "x", "signalingUrl": "ws://127.0.0.1:9000/"], "ws://127.0.0.1:9000"),
      (["signalingUrl": "wss://eu.example.test/path", "iceServers": "garbage"], "wss://eu.example.test/path"),
    ] as [(JSON, String)])
  func addresses(_ data: JSON, _ address: String) throws {
    #expect(try SignallingRoute(["data": data]).address == address)
  }

  @Test(
    "what cannot be one is named",
    arguments: [
      ([:], "/data/baseUrl"), (["data": [:]], "/data/baseUrl"), (["data": ["baseUrl": ""]], "/data/baseUrl"),
      (["data": ["baseUrl": "a/b"]], "/data/baseUrl"), (["data": ["baseUrl": "user@host"]], "/data/baseUrl"),
      (["data": ["baseUrl": "https://host"]], "/data/baseUrl"), ("text", "/data/baseUrl"),
      (["data": ["signalingUrl": "https://host"]], "/data/signalingUrl"),
      (["data": ["signalingUrl": "ws://host/?a=b"]], "/data/signalingUrl"),
      (["data": ["signalingUrl": "ws://ho st"]], "/data/signalingUrl"),
    ] as [(JSON, String)])
  func missing(_ answer: JSON, _ pointer: String) {
    let error = #expect(throws: SignallingRoute.Missing.self) { try SignallingRoute(answer) }
    #expect(error?.pointer == pointer)
  }

  @Test("the address names room, participant, token and mode, whatever is in them")
  func url() throws {
    let route = try SignallingRoute(["data": ["signalingUrl": "ws://host"]])
    let identity = SignallingIdentity(
      room: "a b", peer: "p&q", displayName: "x", mode: .receiveOnly, token: Secret("s=e"))
    #expect(
      route.url(for: identity)
        == "ws://host/?roomId=a%20b&peerId=p%26q&secret=s%3De&mode=RECV_ONLY&peerType=normal")
  }

  @Test(
    "a token that only lets one ask is known as such",
    arguments: [
      (["ask_join"], true), (["allow_join"], false), (["ask_join", "allow_join"], false), ([:], false),
    ] as [(JSON, Bool)])
  func permissions(_ permissions: JSON, _ asks: Bool) throws {
    let token = try JWT.sign(claims: ["permissions": permissions], secret: Secret("secret"))
    let identity = SignallingIdentity(room: "r", peer: "p", displayName: "x", token: Secret(token))
    #expect(identity.asksToJoin == asks)
    #expect(!SignallingIdentity(room: "r", peer: "p", displayName: "x", token: Secret("opaque")).asksToJoin)
  }
}
