import Clocks
import Cryptography
import HTTPClient
import HTTPTypes
import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VideoSDKMock

@testable import VideoSDKAdapter

/// A mock of the service that listens, for meetings of this client's. Nobody may be connected to it at the end.
struct MockBench: Sendable {
  let mock: RunningVideoSDKMock
  private let http = HTTPClient()

  private init(_ mock: RunningVideoSDKMock) { self.mock = mock }

  static func running(
    mock change: (inout VideoSDKMockOptions) -> Void = { _ in }, _ body: (MockBench) async throws -> Void
  ) async throws {
    var options = VideoSDKMockOptions()
    change(&options)
    let bench = MockBench(try await VideoSDKMock.start(VideoSDKMockConfiguration(options: options)))
    let result: Result<Void, any Error>
    do { result = .success(try await body(bench)) } catch { result = .failure(error) }
    let left = try? await eventually { try await bench.sockets().isEmpty }
    #expect(left == true, "a connection is left")
    await bench.mock.stop()
    await bench.http.shutdown()
    try result.get()
  }

  var url: String { mock.url }

  /// A token of the mock's account. Without a room it is good for all.
  func token(_ permissions: [String] = ["allow_join"], room: String? = nil, participant: String? = nil) throws -> String
  {
    var claims = JSONObject()
    claims["apikey"] = .string(mock.apiKey)
    claims["permissions"] = .array(permissions.map(JSON.string))
    claims["version"] = 2
    claims["roomId"] = room.map(JSON.string)
    claims["participantId"] = participant.map(JSON.string)
    let now = SystemTime().wallNanoseconds / 1_000_000_000
    claims["iat"] = .integer(now - 5)
    claims["exp"] = .integer(now + 3_600)
    return try JWT.sign(claims: .object(claims), secret: mock.secret)
  }

  /// A room, made as an app makes one.
  func room() async throws -> String {
    try await VideoSDK.createMeeting(
      token: Secret(token()), customRoomId: nil, options: VideoSDKOptions(restBaseURL: url),
      surroundings: ClientSurroundings())
  }

  func meeting(
    _ participant: String, in room: String, permissions: [String] = ["allow_join"], publishing: Set<PeerMedia> = [],
    mode: MeetingMode = .SEND_AND_RECV, options change: (inout VideoSDKOptions) -> Void = { _ in }
  ) throws -> Meeting {
    var options = VideoSDKOptions(restBaseURL: url)
    change(&options)
    return VideoSDK.meeting(
      room, as: participant, named: participant.capitalized, token: Secret(try token(permissions)),
      publishing: publishing, mode: mode, metaData: [:], options: options, surroundings: ClientSurroundings())
  }

  /// A meeting that is joined, with somebody who hears everything. Leave it.
  func join(
    _ participant: String, in room: String, permissions: [String] = ["allow_join"], publishing: Set<PeerMedia> = [],
    mode: MeetingMode = .SEND_AND_RECV, _ recorder: Recorder = Recorder()
  ) async throws -> (meeting: Meeting, recorder: Recorder) {
    let meeting = try meeting(participant, in: room, permissions: permissions, publishing: publishing, mode: mode)
    meeting.addEventListener(recorder)
    meeting.localParticipant.addEventListener(recorder)
    meeting.join()
    guard await recorder.heard("CONNECTED") else { throw Failure("not joined: \(recorder.lines)") }
    return (meeting, recorder)
  }

  // MARK: The service

  /// Does something to the mock itself.
  @discardableResult
  func control(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
    try await send(method, "/_mock/" + path, body)
  }

  /// Asks as the application's own server.
  @discardableResult
  func server(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
    try await send(method, "/v2/" + path, body)
  }

  private func send(_ method: String, _ path: String, _ body: JSON?) async throws -> JSON {
    let answer = try await http.send(
      HTTPClientRequest(
        method: method, url: url + path,
        fields: ["Authorization": try token(["allow_join", "allow_mod"]), "Content-Type": "application/json"],
        body: method == "GET" ? nil : body?.bytes() ?? []))
    guard (200..<300).contains(answer.status) else {
      throw Failure("\(method) \(path): \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
    }
    return (try? JSON.parse(answer.body, mode: .strict)) ?? .null
  }

  /// Who is connected to the signalling.
  func sockets() async throws -> [JSON] { try await control("GET", "sockets")["items"]?.arrayValue ?? [] }

  /// A device of somebody without a client of ours.
  func enter(_ participant: String, in room: String, audio: Bool = true) async throws {
    try await control(
      "POST", "rooms/\(room)/participants",
      ["participant_id": .string(participant), "name": .string(participant.capitalized), "audio": .bool(audio)])
  }
}

extension String {
  /// `martin` is called Martin.
  var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
