import Cryptography
import HTTPTypes
import JSONCoding
import ProgramTesting
import Synchronization
import Testing

@testable import VideoSDKAdapter

@Suite("Making a room")
struct CreateMeetingTests {
  private func create(
    _ service: ScriptedService, token: String? = ScriptedService.token, custom: String? = nil, timeout: Duration? = nil
  ) async throws(VideoSDKError) -> String {
    var options = VideoSDKOptions(restBaseURL: service.url)
    if let timeout { options.timeout = timeout }
    return try await VideoSDK.createMeeting(
      token: token.map { Secret($0) }, customRoomId: custom, options: options, surroundings: ClientSurroundings())
  }

  @Test("asks with the bare token and no content, and gives the room's id")
  func works() async throws {
    let room = ScriptedService.json(["roomId": "abcd-efgh-ijkl", "links": ["get_room": "x"], "id": "0123"])
    try await ScriptedService.running([{ _ in }], answering: room) { service in
      let (first, second) = (try await create(service), try await create(service, custom: "ours"))
      #expect(first == "abcd-efgh-ijkl" && second == first)
      let asked = service.requests
      #expect(asked.map(\.head.path) == ["/v2/rooms", "/v2/rooms"] && asked.allSatisfy { $0.head.method == "POST" })
      #expect(asked.allSatisfy { $0.head.fields["Authorization"] == ScriptedService.token })
      #expect(asked[0].body.isEmpty && asked[0].head.fields["Content-Type"] == nil)
      let body = try JSON.parse(asked[1].body, mode: .strict)
      #expect(body == ["customRoomId": "ours"])
    }
  }

  /// The vendor's own sample takes each of these for a room without an id, or never says anything.
  @Test(
    "every answer that is no room is an error",
    arguments: [
      (400, #"{"code":4001,"error":"Token is expired"}"#, .invalidToken, 4001),
      (400, #"{"error":"apikey is wrong"}"#, .invalidParameter("createRoom"), 3073),
      (401, #"{"message":"who"}"#, .invalidToken, 4002), (402, "{}", .notAllowed, 4025),
      (429, "{}", .rateLimited, 0), (500, "{}", .unavailable, 0), (502, "<html>Bad gateway</html>", .unavailable, 0),
      (200, #"{"error":"Token is invalid"}"#, .invalidToken, 4002), (200, "{}", .badResponse, 0),
      (200, #"{"roomId":""}"#, .badResponse, 0), (200, #"{"roomId":7}"#, .badResponse, 0),
      (200, "[]", .badResponse, 0), (200, "", .badResponse, 0), (200, #""abcd-efgh-ijkl""#, .badResponse, 0),
      (302, "{}", .badResponse, 0),
    ] as [(Int, String, VideoSDKError.Kind, Int)])
  func refused(_ status: Int, _ body: String, _ kind: VideoSDKError.Kind, _ code: Int) async throws {
    let answer = HTTPResponse(status: status, body: .bytes(Array(body.utf8)))
    try await ScriptedService.running([{ _ in }], answering: answer) { service in
      let error = try await #require(throws: VideoSDKError.self) { try await create(service) }
      #expect(error.kind == kind && error.code == code)
      #expect(!"\(error)".contains(ScriptedService.token))
    }
  }

  @Test("no token, nobody there, nobody answering, nobody waiting")
  func unreachable() async throws {
    try await ScriptedService.running([{ _ in }]) { service in
      for token in [nil, ""] {
        let error = try await #require(throws: VideoSDKError.self) { try await create(service, token: token) }
        #expect(error == .noToken)
      }
      #expect(service.requests.isEmpty)
      service.answer(HTTPResponse(status: 200, body: .stream(Endless())))
      let late = try await #require(throws: VideoSDKError.self) {
        try await create(service, timeout: .milliseconds(100))
      }
      #expect(late.kind == .timedOut)
      let waiting = Task { try await create(service) }
      #expect(await eventually { service.requests.count == 2 })
      waiting.cancel()
      let error = await #expect(throws: VideoSDKError.self) { try await waiting.value }
      #expect(error?.kind == .cancelled)
    }
    let gone = VideoSDKOptions(restBaseURL: "http://127.0.0.1:1")
    let error = await #expect(throws: VideoSDKError.self) {
      try await VideoSDK.createMeeting(
        token: Secret("t"), customRoomId: nil, options: gone, surroundings: ClientSurroundings())
    }
    #expect(error?.kind == .unavailable)
  }

  /// Says nothing, ever.
  private struct Endless: HTTPBodySource {
    func next() async -> [UInt8]? {
      try? await Task.sleep(for: .seconds(3_600))
      return nil
    }
  }
}
