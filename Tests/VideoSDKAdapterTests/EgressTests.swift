import HTTPTypes
import JSONCoding
import MeetingCore
import Testing
import VendorTesting

@testable import VideoSDKAdapter

@Suite struct EgressTests {
  private static func words(_ text: String) -> AnsweringTransport.Answer { .json(.string(text)) }

  private static func egress(_ plan: EgressPlan) -> Egress {
    Egress(id: "rec_1", plan: plan, source: .api, createdAt: Fixture.now)
  }

  struct Wish: Sendable, CustomTestStringConvertible {
    let mode: RecordingMode
    var audioOnly: Bool?
    var participant: String?
    var room = Fixture.room
    let path: String
    let body: JSON
    var testDescription: String { "\(mode) \(path)" }
  }

  static let wishes: [Wish] = [
    Wish(mode: .room, path: "start", body: ["roomId": .string(Fixture.roomID), "config": ["mode": "audio"]]),
    Wish(
      mode: .room, room: Fixture.meeting, path: "start",
      body: ["roomId": .string(Fixture.roomID), "config": ["mode": "video-and-audio"]]),
    Wish(
      mode: .room, audioOnly: true, room: Fixture.meeting, path: "start",
      body: ["roomId": .string(Fixture.roomID), "config": ["mode": "audio"]]),
    Wish(
      mode: .participant, participant: "ana", path: "participant/start",
      body: ["roomId": .string(Fixture.roomID), "participantId": "ana", "fileFormat": "mp4"]),
    Wish(
      mode: .track, participant: "ana", path: "participant/track/start",
      body: ["roomId": .string(Fixture.roomID), "participantId": "ana", "kind": "audio"]),
    Wish(
      mode: .track, audioOnly: false, participant: "ana", path: "participant/track/start",
      body: ["roomId": .string(Fixture.roomID), "participantId": "ana", "kind": "video"]),
  ]

  /// Answers are words, without an id.
  @Test(arguments: wishes)
  func recordingsStart(_ wish: Wish) async throws {
    let transport = AnsweringTransport { _, _ in Self.words("Recording started successfully") }
    let start = try await Fixture.provider(transport).startRecording(
      wish.mode, audioOnly: wish.audioOnly, participant: wish.participant, in: wish.room, Fixture.context())
    #expect(start == EgressStart())
    #expect(transport.lines == ["POST /v2/recordings/" + wish.path])
    #expect(transport.asked[0].body == wish.body)
  }

  @Test(arguments: [
    (EgressPlan.recording(.room), "POST /v2/recordings/end"),
    (.recording(.participant, participant: "ana"), "POST /v2/recordings/participant/stop"),
    (.recording(.track, audioOnly: true, participant: "ana"), "POST /v2/recordings/participant/track/stop"),
  ])
  func recordingsStop(_ plan: EgressPlan, _ line: String) async throws {
    let transport = AnsweringTransport { _, _ in Self.words("Recording ended successfully") }
    try await Fixture.provider(transport).stopRecording(Self.egress(plan), in: Fixture.room, Fixture.context())
    #expect(transport.lines == [line])
  }

  @Test func stoppingWhatDoesNotRunIsAConflict() async {
    let transport = AnsweringTransport { _, _ in .error(["message": "Track recording is not started"], status: 400) }
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).stopRecording(
        Self.egress(.recording(.track, participant: "ana")), in: Fixture.room, Fixture.context())
    }
    #expect(error?.reason == .conflict)
    #expect(error?.executed == .no)
  }

  @Test(arguments: [RecordingMode.participant, .track])
  func somebodyMustBeNamed(_ mode: RecordingMode) async {
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.offline().startRecording(
        mode, audioOnly: nil, participant: nil, in: Fixture.room, Fixture.context())
    }
    #expect(error?.reason == .invalid)
    #expect(Fixture.offline().singleParticipantModes.contains(mode))
  }

  @Test func startingNeedsASession() async {
    let transport = AnsweringTransport { _, _ in .error(["error": "No active session found"], status: 404) }
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).startRecording(
        .room, audioOnly: nil, participant: nil, in: Fixture.room, Fixture.context())
    }
    #expect(error?.reason == .noActiveSession)
  }

  // MARK: Files

  private static let recording: JSON = [
    "id": "r-1", "roomId": .string(Fixture.roomID), "sessionId": .string(Fixture.session),
    "createdAt": "2026-01-01T00:09:00.000Z",
    "file": [
      "id": "f-1", "filePath": "/recordings/r-1.mp4",
      "fileUrl": "https://cdn.videosdk.live/recordings/r-1.mp4?Expires=1767229200&Signature=x",
    ],
  ]
  private static let part: JSON = [
    "id": "p-1", "roomId": .string(Fixture.roomID), "participantName": "Ana",
    "files": [["fileUrl": "https://cdn.videosdk.live/p/1.webm"], ["fileUrl": "https://cdn.videosdk.live/p/2.webm"]],
    "start": "2026-01-01T00:00:00.000Z", "end": "2026-01-01T00:05:00.000Z",
  ]
  private static let own: JSON = [
    "id": "r-2", "sessionId": .string(Fixture.session), "file": ["filePath": "mine/r-2.mp4", "fileUrl": nil],
  ]

  private static var lists: AnsweringTransport {
    AnsweringTransport([
      "GET /v2/recordings": .json(Fixture.page([recording, own])),
      "GET /v2/recordings/participant": .json(Fixture.page([part])),
      "GET /v2/recordings/participant/track": .json(Fixture.page([])),
      "DELETE /v2/recordings/r-1": words("Room recording deleted successfully"),
      "DELETE /v2/recordings/r-2": words("Room recording deleted successfully"),
      "DELETE /v2/recordings/participant/p-1": words("Participant recording deleted successfully"),
    ])
  }

  @Test func filesAreInThreeLists() async throws {
    let links = try await Fixture.provider(Self.lists).files(of: .recording, in: Fixture.room, Fixture.context())
    #expect(links.map(\.file.name) == ["recordings/r-1.mp4", "p/1.webm", "p/2.webm"], "own storage has no address")
    #expect(links.map(\.mode) == [.room, .participant, .participant])
    #expect(links.map(\.file.session) == [Fixture.session, nil, nil])
    #expect(links[0].expiresAt == Fixture.time("2026-01-01T01:00:00Z"))
    #expect(links[0].file.startedAt == nil, "when a row was made says nothing of the recording")
    #expect(links[1].file.startedAt == Fixture.time("2026-01-01T00:00:00Z"))
    #expect(links[1].file.endedAt == Fixture.time("2026-01-01T00:05:00Z"))
  }

  @Test(arguments: [
    (EgressFile(session: Fixture.session, name: "recordings/r-1.mp4"), "DELETE /v2/recordings/r-1"),
    (EgressFile(session: Fixture.session, name: "mine/r-2.mp4"), "DELETE /v2/recordings/r-2"),
    (EgressFile(session: nil, name: "p/2.webm"), "DELETE /v2/recordings/participant/p-1"),
  ])
  func aFileIsDeletedWithItsRecording(_ file: EgressFile, _ line: String) async throws {
    let transport = Self.lists
    try await Fixture.provider(transport).delete(file, of: .recording, in: Fixture.room, Fixture.context())
    #expect(transport.lines.last == line)
  }

  @Test func whatIsNotThereCannotBeDeleted() async {
    let transport = Self.lists
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).delete(
        EgressFile(session: "s", name: "recordings/r-1.mp4"), of: .recording, in: Fixture.room, Fixture.context())
    }
    #expect(error?.reason == .notFound)
    #expect(!transport.lines.contains { $0.hasPrefix("DELETE") })
  }

  @Test func transcriptsAreFilesOfRecordings() async throws {
    let transport = AnsweringTransport([
      "GET /ai/v1/post-transcriptions": .json(
        Fixture.page([
          [
            "id": "t-1", "status": "completed", "start": "2026-01-01T00:00:00.000Z", "end": nil,
            "transcriptionFilePaths": [
              "json": "https://cdn.videosdk.live/t/1.json", "txt": "https://cdn.videosdk.live/t/1.txt", "srt": nil,
            ], "summarizedFilePaths": ["txt": "https://cdn.videosdk.live/t/1.summary.txt"],
          ], ["id": "t-2", "status": "processing"],
        ]))
    ])
    let links = try await Fixture.provider(transport).files(of: .transcription, in: Fixture.room, Fixture.context())
    #expect(links.map(\.file.name) == ["t/1.json", "t/1.txt", "t/1.summary.txt"])
    #expect(links.map(\.mode) == [nil, nil, nil])
    #expect(!Fixture.offline().leavesTranscripts)
  }

  /// The report of an end and the list name the same file.
  @Test func reportsAndListsAgreeOnNames() throws {
    let report: JSON = [
      "webhookType": "recording-stopped",
      "data": [
        "meetingId": .string(Fixture.roomID), "sessionId": .string(Fixture.session), "filePath": "/recordings/r-1.mp4",
        "fileUrl": "https://cdn.videosdk.live/recordings/r-1.mp4",
      ],
    ]
    let facts = EventReader(event: report, receivedAt: Fixture.now).facts()
    guard case .egress(let told) = facts.last?.detail, case .ready(let file) = told.step else {
      Issue.record("no file")
      return
    }
    let listed = RecordingReading(json: Self.recording, mode: .room)
    #expect(listed.has(file))
    #expect(listed.links[0].file.isSame(as: file))
  }

  // MARK: Broadcasts and transcriptions

  @Test func theStartOfHLSHasAnIDAndAnAddress() async throws {
    let transport = AnsweringTransport([
      "POST /v2/hls/start": .json([
        "id": "h-1", "roomId": .string(Fixture.roomID), "playbackHlsUrl": "https://cdn.videosdk.live/h/1.m3u8",
      ]), "POST /v2/hls/end": Self.words("HLS ended successfully"),
    ])
    let provider = Fixture.provider(transport)
    #expect(
      try await provider.startHLS(in: Fixture.room, Fixture.context())
        == EgressStart(vendorID: "h-1", playbackURL: "https://cdn.videosdk.live/h/1.m3u8"))
    try await provider.stopHLS(Self.egress(.hls), in: Fixture.room, Fixture.context())
    #expect(transport.lines == ["POST /v2/hls/start", "POST /v2/hls/end"])
  }

  @Test(arguments: [["id": ""], ["playbackHlsUrl": "x"], ["id": nil]] as [JSON])
  func aStartWithoutItsIDIsNoSuccess(_ answer: JSON) async {
    let transport = AnsweringTransport { _, _ in .json(answer) }
    let provider = Fixture.provider(transport)
    let hls = await failure { () throws(ProviderFailure) in
      try await provider.startHLS(in: Fixture.room, Fixture.context())
    }
    #expect(hls == ProviderFailure(.badResponse(pointer: "/id"), executed: .yes, operation: "hls.start"))
    let transcription = await failure { () throws(ProviderFailure) in
      try await provider.startTranscription(language: nil, captions: true, in: Fixture.room, Fixture.context())
    }
    #expect(transcription?.reason == .badResponse(pointer: "/id"))
  }

  @Test func aBroadcastGoesToOneDestination() async throws {
    let transport = AnsweringTransport([
      "POST /v2/livestreams/start": Self.words("Livestream started successfully"),
      "POST /v2/livestreams/end": Self.words("Livestream ended successfully"),
    ])
    let provider = Fixture.provider(transport)
    #expect(
      try await provider.startRTMP(
        to: "rtmp://live.example/app/key", key: nil, id: "brd_1", in: Fixture.room, Fixture.context())
        == EgressStart())
    #expect(transport.asked[0].body["outputs"] == [["url": "rtmp://live.example/app", "streamKey": "key"]])
    try await provider.stopRTMP(
      Self.egress(.rtmp(destination: nil, fingerprint: nil)), in: Fixture.room, Fixture.context())
    let error = await failure { () throws(ProviderFailure) in
      try await provider.startRTMP(to: "rtmp://live.example", key: nil, id: "b", in: Fixture.room, Fixture.context())
    }
    #expect(error?.reason == .invalid)
    #expect(transport.requests.count == 2)
  }

  @Test func aTranscriptionHasAnID() async throws {
    let transport = AnsweringTransport([
      "POST /ai/v1/realtime-transcriptions/start": .json(["id": "t-1", "status": "running"]),
      "POST /ai/v1/realtime-transcriptions/end": .json(["id": "t-1", "status": "stopped"]),
    ])
    let provider = Fixture.provider(transport)
    #expect(
      try await provider.startTranscription(language: nil, captions: true, in: Fixture.room, Fixture.context())
        == EgressStart(vendorID: "t-1"))
    try await provider.stopTranscription(
      Self.egress(.transcription(language: nil, captions: true)), in: Fixture.room, Fixture.context())
    #expect(provider.languages == [])
  }
}
