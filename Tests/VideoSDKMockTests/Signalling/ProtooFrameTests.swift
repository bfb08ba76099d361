import JSONCoding
import MockKit
import Testing
import WebSocket

@testable import VideoSDKMock

@Suite("Frames of the signalling")
struct ProtooFrameTests {
  private func read(_ text: String) -> ProtooFrame? { ProtooFrame(Array(text.utf8)) }

  @Test("each kind is read and written as it came")
  func kinds() throws {
    let frames: [(String, ProtooFrame)] = [
      (
        #"{"request":true,"id":7,"method":"join","data":{"a":1}}"#,
        .request(id: 7, method: "join", data: ["a": 1])
      ),
      (
        #"{"request":true,"id":0,"method":"stopRecording","data":null}"#,
        .request(id: 0, method: "stopRecording", data: nil)
      ),
      (#"{"response":true,"id":10000000,"ok":true,"data":{}}"#, .response(id: 10_000_000, .accepted([:]))),
      (
        #"{"response":true,"id":1,"ok":false,"errorCode":403,"errorReason":"no"}"#,
        .response(id: 1, .refused(code: 403, reason: "no"))
      ),
      (
        #"{"notification":true,"method":"newPeer","data":{"id":"a"}}"#,
        .notification(method: "newPeer", data: ["id": "a"])
      ),
    ]
    for (text, frame) in frames {
      #expect(read(text) == frame, "\(text)")
      #expect(try JSON.parse(Array(text.utf8), mode: .strict) == frame.json)
    }
  }

  @Test("a refusal may say nothing of why, a request bring no data")
  func sparse() {
    #expect(read(#"{"response":true,"id":1,"ok":false}"#) == .response(id: 1, .refused(code: 0, reason: "")))
    #expect(read(#"{"request":true,"id":1,"method":"x"}"#) == .request(id: 1, method: "x", data: [:]))
  }

  @Test(
    "what is no frame is none",
    arguments: [
      "", "hello", "[]", "{}", #"{"request":true}"#, #"{"request":true,"id":1}"#, #"{"request":true,"method":"x"}"#,
      #"{"request":true,"id":"1","method":"x"}"#, #"{"request":true,"id":-1,"method":"x"}"#,
      #"{"request":true,"id":10000001,"method":"x"}"#, #"{"request":true,"id":1.5,"method":"x"}"#,
      #"{"request":false,"id":1,"method":"x"}"#, #"{"request":true,"response":true,"id":1,"method":"x","ok":true}"#,
      #"{"response":true,"id":1}"#, #"{"response":true,"ok":true}"#, #"{"notification":true}"#,
      #"{"request":true,"id":1,"method":"x""#, "{\"request\":true,\"id\":1,\"method\":\"\u{0}\"",
    ])
  func garbage(_ text: String) { #expect(read(text) == nil) }

  @Test("the server's own requests have ids within bounds that do not come again soon")
  func ids() {
    var signalling = VideoSDKSignalling(seed: 1)
    var seen: Set<Int64> = []
    for _ in 0..<50_000 { seen.insert(signalling.nextQuestionID()) }
    #expect(seen.count == 50_000)
    #expect(seen.allSatisfy { (0...ProtooFrame.greatestID).contains($0) })
  }
}
