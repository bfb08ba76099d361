import HTTPTypes
import JSONCoding
import MeetingCore
import MockKit
import Testing

@testable import VideoSDKAdapter

/// The exact form of every request.
@Suite struct RequestTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let request: VideoSDKRequest
    let method: String
    let target: String
    var body: String?
    var testDescription: String { "\(method) \(target)" }
  }

  private static let room = Fixture.roomID
  private static let paging = "page=1&perPage=100"

  static let rows: [Row] = [
    Row(
      request: .createRoom(["customRoomId": "room_1"]), method: "POST", target: "/v2/rooms",
      body: #"{"customRoomId":"room_1"}"#),
    Row(request: .room("room_1"), method: "GET", target: "/v2/rooms/room_1"),
    Row(request: .anyRoom, method: "GET", target: "/v2/rooms?page=1&perPage=1"),
    Row(
      request: .deactivate(room), method: "POST", target: "/v2/rooms/deactivate",
      body: #"{"roomId":"abcd-efgh-ijkl"}"#),
    Row(
      request: .openSessions(of: room), method: "GET",
      target: "/v2/sessions/?roomId=abcd-efgh-ijkl&status=ongoing&" + paging),
    Row(
      request: .active(in: "s1", page: 2), method: "GET",
      target: "/v2/sessions/s1/participants/active?page=2&perPage=100"),
    Row(
      request: .endSession(room, session: nil), method: "POST", target: "/v2/sessions/end",
      body: #"{"roomId":"abcd-efgh-ijkl"}"#),
    Row(
      request: .endSession(room, session: "s1"), method: "POST", target: "/v2/sessions/end",
      body: #"{"roomId":"abcd-efgh-ijkl","sessionId":"s1"}"#),
    Row(
      request: .remove("ana", from: room), method: "POST", target: "/v2/sessions/participants/remove",
      body: #"{"participantId":"ana","roomId":"abcd-efgh-ijkl"}"#),
    Row(
      request: .startRecording(room, config: ["mode": "audio"]), method: "POST", target: "/v2/recordings/start",
      body: #"{"roomId":"abcd-efgh-ijkl","config":{"mode":"audio"}}"#),
    Row(
      request: .stopRecording(room), method: "POST", target: "/v2/recordings/end",
      body: #"{"roomId":"abcd-efgh-ijkl"}"#),
    Row(
      request: .startRecording(of: "ana", in: room, format: "mp4"), method: "POST",
      target: "/v2/recordings/participant/start",
      body: #"{"roomId":"abcd-efgh-ijkl","participantId":"ana","fileFormat":"mp4"}"#),
    Row(
      request: .stopRecording(of: "ana", in: room), method: "POST", target: "/v2/recordings/participant/stop",
      body: #"{"roomId":"abcd-efgh-ijkl","participantId":"ana"}"#),
    Row(
      request: .startTrackRecording(of: "ana", kind: "audio", in: room), method: "POST",
      target: "/v2/recordings/participant/track/start",
      body: #"{"roomId":"abcd-efgh-ijkl","participantId":"ana","kind":"audio"}"#),
    Row(
      request: .stopTrackRecording(of: "ana", kind: "video", in: room), method: "POST",
      target: "/v2/recordings/participant/track/stop",
      body: #"{"roomId":"abcd-efgh-ijkl","participantId":"ana","kind":"video"}"#),
    Row(
      request: .recordings(of: room, .room, page: 1), method: "GET",
      target: "/v2/recordings?roomId=abcd-efgh-ijkl&" + paging),
    Row(
      request: .recordings(of: room, .participant, page: 1), method: "GET",
      target: "/v2/recordings/participant?roomId=abcd-efgh-ijkl&" + paging),
    Row(
      request: .recordings(of: room, .track, page: 1), method: "GET",
      target: "/v2/recordings/participant/track?roomId=abcd-efgh-ijkl&" + paging),
    Row(request: .deleteRecording("r1", .room), method: "DELETE", target: "/v2/recordings/r1"),
    Row(request: .deleteRecording("r1", .participant), method: "DELETE", target: "/v2/recordings/participant/r1"),
    Row(request: .deleteRecording("r1", .track), method: "DELETE", target: "/v2/recordings/participant/track/r1"),
    Row(
      request: .startHLS(room, config: ["mode": "audio"]), method: "POST", target: "/v2/hls/start",
      body: #"{"roomId":"abcd-efgh-ijkl","config":{"mode":"audio"}}"#),
    Row(request: .stopHLS(room), method: "POST", target: "/v2/hls/end", body: #"{"roomId":"abcd-efgh-ijkl"}"#),
    Row(
      request: .startRTMP(
        room, BroadcastOutput(url: "rtmp://live.example/app", key: "k")!, config: ["mode": "audio"]), method: "POST",
      target: "/v2/livestreams/start",
      body:
        #"{"roomId":"abcd-efgh-ijkl","outputs":[{"url":"rtmp://live.example/app","streamKey":"k"}],"config":{"mode":"audio"}}"#
    ),
    Row(
      request: .stopRTMP(room), method: "POST", target: "/v2/livestreams/end", body: #"{"roomId":"abcd-efgh-ijkl"}"#),
    Row(
      request: .startTranscription(room), method: "POST", target: "/ai/v1/realtime-transcriptions/start",
      body: #"{"roomId":"abcd-efgh-ijkl"}"#),
    Row(
      request: .stopTranscription(room), method: "POST", target: "/ai/v1/realtime-transcriptions/end",
      body: #"{"roomId":"abcd-efgh-ijkl"}"#),
    Row(
      request: .transcripts(of: room, page: 1), method: "GET",
      target: "/ai/v1/post-transcriptions?roomId=abcd-efgh-ijkl&" + paging),
    Row(request: .publicKey, method: "GET", target: "/v2/public/rsa-public-key"),
  ]

  @Test(arguments: rows)
  func everyRequestHasItsForm(_ row: Row) {
    #expect(row.request.method == row.method)
    #expect(row.request.target == row.target)
    #expect(row.request.body?.text() == row.body)
  }

  @Test func noRequestIsMadeFromAMissingID() {
    #expect(VideoSDKRequest.room("").target == nil)
    #expect(VideoSDKRequest.active(in: "", page: 1).target == nil)
    #expect(VideoSDKRequest.deleteRecording("", .room).target == nil)
  }

  @Test func whatStandsInAnAddressIsEncoded() {
    #expect(VideoSDKRequest.room("a/../b?c#d e").target == "/v2/rooms/a%2F..%2Fb%3Fc%23d%20e")
    #expect(VideoSDKRequest.openSessions(of: "a&b=c").target?.contains("roomId=a%26b%3Dc&") == true)
  }

  @Test(
    arguments: [
      ("rtmp://live.example/app", "k", "rtmp://live.example/app", "k"),
      ("rtmp://live.example/app/key", nil, "rtmp://live.example/app", "key"),
      ("rtmps://live.example:443/app/sub/key?x=1", nil, "rtmps://live.example:443/app/sub", "key?x=1"),
    ] as [(String, String?, String, String)])
  func theKeyOfABroadcastIsApart(_ row: (given: String, key: String?, url: String, stream: String)) {
    let output = BroadcastOutput(url: row.given, key: row.key)
    #expect(output?.url == row.url)
    #expect(output?.key == row.stream)
  }

  @Test(arguments: ["rtmp://live.example/app", "rtmp://live.example/app/", "rtmp://live.example", "live.example/a/b"])
  func aBroadcastWithoutAKeyIsNone(_ url: String) { #expect(BroadcastOutput(url: url, key: nil) == nil) }
}
