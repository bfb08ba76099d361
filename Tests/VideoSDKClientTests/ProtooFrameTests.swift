import Cryptography
import JSONCoding
import ProgramTesting
import Testing

@testable import VideoSDKAdapter

@Suite("Frames of the signalling")
struct ProtooFrameTests {
  @Test("are read as they are written")
  func roundTrip() {
    let frames: [ProtooFrame] = [
      .request(id: 7, method: "join", data: ["a": 1]), .accepted(id: 0, data: ["peers": []]),
      .refused(id: 10_000_000, code: 4008, reason: "no"), .refused(id: 1, code: nil, reason: ""),
      .notification(method: "activeSpeaker", data: ["peerId": .null]),
    ]
    for frame in frames { #expect(ProtooFrame.read(frame.json.bytes()) == frame) }
  }

  @Test("are as the protocol has them")
  func shapes() {
    let request = ProtooFrame.request(id: 3, method: "join", data: ["x": true])
    #expect(request.json.text() == #"{"request":true,"id":3,"method":"join","data":{"x":true}}"#)
    let refusal = ProtooFrame.refused(id: 4, code: 403, reason: "no")
    #expect(refusal.json.text() == #"{"response":true,"id":4,"ok":false,"errorCode":403,"errorReason":"no"}"#)
  }

  @Test("missing data is an empty object, ids may be written as other clients do")
  func lenient() {
    #expect(
      ProtooFrame.read(Array(#"{"notification":true,"method":"close"}"#.utf8))
        == .notification(method: "close", data: [:]))
    #expect(
      ProtooFrame.read(Array(#"{"response":true,"id":"12","ok":true}"#.utf8)) == .accepted(id: 12, data: [:]))
    #expect(
      ProtooFrame.read(Array(#"{"response":true,"id":3.0,"ok":false}"#.utf8))
        == .refused(id: 3, code: nil, reason: ""))
  }

  @Test(
    "what is none is none",
    arguments: [
      "", "null", "[]", "7", "\"close\"", "{", "{}", #"{"request":true,"method":"x"}"#, #"{"request":true,"id":1}"#,
      #"{"request":"true","id":1,"method":"x"}"#, #"{"response":true,"ok":true}"#, #"{"response":true,"id":1.5}"#,
      #"{"notification":true}"#, #"{"notification":true,"method":7}"#, #"{"request":false,"id":1,"method":"x"}"#,
    ])
  func garbage(_ text: String) {
    #expect(ProtooFrame.read(Array(text.utf8)) == nil)
  }

  @Test("an answer belongs to one request, and only once; a late one is known as such")
  func exchange() throws {
    var exchange = ProtooExchange<Int>(SeededRandom(seed: 3))
    var ids: Set<Int64> = []
    for purpose in 0..<200 {
      let frame = exchange.ask("m", [:], for: purpose, until: Int64(purpose))
      guard case .request(let id, _, _) = frame else { throw Failure("no request") }
      #expect(ids.insert(id).inserted && (0...10_000_000).contains(id))
    }
    #expect(exchange.nextDeadline == 0)
    #expect(exchange.expire(99).map(\.purpose) == Array(0..<100))
    var late = 0
    for id in ids {
      if case .late? = exchange.answer(id) { late += 1 }
      if exchange.answer(id) != nil { Issue.record("answered twice") }
    }
    #expect(late == 100)
    #expect(exchange.nextDeadline == nil)
  }

  @Test("many given up requests are not remembered for ever")
  func bounded() throws {
    var exchange = ProtooExchange<Int>(SeededRandom(seed: 4))
    var first: Int64?
    for purpose in 0..<1_000 {
      guard case .request(let id, _, _) = exchange.ask("m", [:], for: purpose, until: 1) else { continue }
      first = first ?? id
      exchange.giveUp { _ in true }
    }
    if exchange.answer(try #require(first)) != nil { Issue.record("remembered") }
  }
}
