import HTTPTypes
import JSONCoding
import MeetingCore
import Testing
import VendorTesting

@testable import StreamAdapter

@Suite struct EgressTests {
  private static let path = "/video/call/audio_room/\(Fixture.roomKey)"

  private static func egress(_ plan: EgressPlan, vendorID: String? = nil) -> Egress {
    Egress(id: "brd_1", plan: plan, source: .api, createdAt: Fixture.now, vendorID: vendorID)
  }

  // MARK: Requests

  @Test(arguments: [(RecordingMode.room, "composite"), (.participant, "individual"), (.track, "raw")])
  func eachModeHasItsOwnRoute(_ mode: RecordingMode, _ name: String) async throws {
    let transport = AnsweringTransport { _, _ in .json(["duration": "1ms"]) }
    let provider = Fixture.provider(transport)
    let start = try await provider.startRecording(
      mode, audioOnly: nil, participant: nil, in: Fixture.room, Fixture.context())
    #expect(start == EgressStart(), "the service names no id")
    try await provider.stopRecording(Self.egress(.recording(mode)), in: Fixture.room, Fixture.context())
    #expect(
      transport.lines == ["POST \(Self.path)/recordings/\(name)/start", "POST \(Self.path)/recordings/\(name)/stop"])
  }

  @Test func soundAloneIsASettingOfTheCall() async throws {
    let settings: JSON = ["recording": ["mode": "auto-on", "audio_only": false, "quality": "1080p"]]
    let transport = AnsweringTransport { asked, _ in
      asked.method == "GET" ? .json(["call": Fixture.call(extra: [("settings", settings)])], status: 200) : .json([:])
    }
    let provider = Fixture.provider(transport)
    _ = try await provider.startRecording(
      .room, audioOnly: true, participant: nil, in: Fixture.room, Fixture.context())
    #expect(transport.asked.map(\.method) == ["GET", "PATCH", "POST"])
    #expect(
      transport.asked[1].body["settings_override"]?["recording"] == ["mode": "auto-on", "audio_only": true])
    _ = try await provider.startRecording(
      .room, audioOnly: false, participant: nil, in: Fixture.room, Fixture.context())
    #expect(transport.asked.suffix(2).map(\.method) == ["GET", "POST"], "as it is already")
  }

  @Test func aBroadcastBearsOurIdAsItsName() async throws {
    let transport = AnsweringTransport { _, _ in .json(["duration": "1ms"]) }
    let provider = Fixture.provider(transport)
    let start = try await provider.startRTMP(
      to: "rtmps://x.example/live", key: "k", id: "brd_1", in: Fixture.room, Fixture.context())
    #expect(start.vendorID == "brd_1")
    let plan = EgressPlan.rtmp(destination: nil, fingerprint: nil)
    try await provider.stopRTMP(Self.egress(plan, vendorID: "brd_1"), in: Fixture.room, Fixture.context())
    #expect(
      transport.asked[0].body["broadcasts"] == [
        ["name": "brd_1", "stream_url": "rtmps://x.example/live", "stream_key": "k"]
      ])
    #expect(transport.lines.last == "POST \(Self.path)/rtmp_broadcasts/brd_1/stop")
  }

  @Test func aPlaylistComesWithTheAnswer() async throws {
    let transport = AnsweringTransport { _, _ in .json(["playlist_url": "https://x/p.m3u8"]) }
    let start = try await Fixture.provider(transport).startHLS(in: Fixture.room, Fixture.context())
    #expect(start.playbackURL == "https://x/p.m3u8")
  }

  @Test func captionsGoWithTheTranscription() async throws {
    let transport = AnsweringTransport { _, _ in .json([:]) }
    let provider = Fixture.provider(transport)
    _ = try await provider.startTranscription(
      language: "nl", captions: true, in: Fixture.room, Fixture.context())
    try await provider.stopTranscription(
      Self.egress(.transcription(language: "nl", captions: true)), in: Fixture.room, Fixture.context())
    #expect(
      transport.asked.map(\.body) == [
        ["language": "nl", "enable_closed_captions": true], ["stop_closed_captions": true],
      ])
  }

  @Test func whatIsKeptOfALiveRoomIsNamed() async throws {
    let transport = AnsweringTransport { _, _ in .json(["call": Fixture.call(backstage: true)]) }
    _ = try await Fixture.provider(transport).stopLive(
      Fixture.room, keeping: [.broadcast, .transcription], Fixture.context())
    #expect(
      transport.asked[0].body == [
        "continue_hls": true, "continue_rtmp_broadcasts": true, "continue_transcription": true,
        "continue_closed_caption": true,
      ])
  }

  @Test(
    arguments: [
      (400, 4, "there is no active session", .noActiveSession),
      (400, 4, "call egress is not running", .conflict), (400, 4, "call is not being transcribed", .conflict),
      (400, 4, "call egress is already running", .conflict), (404, 16, "transcription doesn't exist", .notFound),
    ] as [(Int, Int64, String, ProviderFailure.Reason)])
  func refusalsAreToldApart(_ status: Int, _ code: Int64, _ text: String, _ reason: ProviderFailure.Reason) async {
    let transport = AnsweringTransport { _, _ in .error(code, status, text) }
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).startHLS(in: Fixture.room, Fixture.context())
    }
    #expect(error?.reason == reason)
    #expect(error?.executed == .no)
  }

  // MARK: Files

  @Test func aListHasFreshAddressesAndWhenTheyEnd() async throws {
    let rows: JSON = [
      [
        "filename": "a.mp4", "session_id": "s-1", "url": "https://x/a?Expires=1767229200&Signature=s",
        "start_time": 1_767_225_500_000_000_000, "end_time": 1_767_225_600_000_000_000, "recording_type": "raw",
      ],
      [
        "filename": "b.mp4", "session_id": "s-1",
        "url": "https://x/b?X-Amz-Date=20260101T000000Z&X-Amz-Expires=60&X-Amz-Signature=s",
        "start_time": "2026-01-01T00:00:00Z", "end_time": nil,
      ],
      ["filename": "c.mp4", "session_id": "", "url": "https://x/c"], ["filename": "", "url": "https://x/d"],
      ["filename": "e.mp4", "url": ""], "odd",
    ]
    let transport = AnsweringTransport { _, _ in .json(["recordings": rows], status: 200) }
    let links = try await Fixture.provider(transport).files(of: .recording, in: Fixture.room, Fixture.context())
    #expect(links.map(\.file.name) == ["a.mp4", "b.mp4", "c.mp4"])
    #expect(links.map(\.mode) == [.track, nil, nil])
    #expect(links.map { $0.expiresAt?.seconds } == [1_767_229_200, 1_767_225_660, nil])
    #expect(links.map(\.file.session) == ["s-1", "s-1", nil])
    #expect(links[0].file.startedAt?.seconds == 1_767_225_500)
  }

  @Test func aListThatIsNoneIsABadResponse() async {
    let transport = AnsweringTransport { _, _ in .json(["recordings": nil], status: 200) }
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).files(of: .recording, in: Fixture.room, Fixture.context())
    }
    #expect(error?.reason == .badResponse(pointer: "/recordings"))
  }

  @Test func aFileIsDeletedBySessionAndName() async throws {
    let transport = AnsweringTransport { _, _ in .json([:], status: 200) }
    let provider = Fixture.provider(transport)
    let file = EgressFile(session: "s 1", name: "a b.mp4")
    try await provider.delete(file, of: .recording, in: Fixture.room, Fixture.context())
    #expect(transport.requests[0].url.contains("/s%201/recordings/a%20b.mp4"))
    let nameless = EgressFile(session: nil, name: "x")
    let error = await failure { () throws(ProviderFailure) in
      try await provider.delete(nameless, of: .recording, in: Fixture.room, Fixture.context())
    }
    #expect(error?.reason == .notFound)
    #expect(transport.requests.count == 1)
  }

  // MARK: Events

  private static func facts(_ type: String, _ members: [(String, JSON)]) -> [Fact] {
    var event = JSONObject()
    event["type"] = .string(type)
    event["call_cid"] = .string(Fixture.cid)
    event["created_at"] = "2026-01-01T00:00:00.1Z"
    for (name, value) in members { event[name] = value }
    return EventReader(event: .object(event), roles: Fixture.roles, receivedAt: Fixture.now).facts()
  }

  private static let row: JSON = [
    "filename": "a.mp4", "session_id": "s-1", "url": "https://x/a?Signature=secret", "start_time": nil,
    "end_time": "2026-01-01T00:00:00Z",
  ]
  private static let file = EgressFile(
    session: "s-1", name: "a.mp4", endedAt: Timestamp(nanoseconds: 1_767_225_600_000_000_000))

  @Test(
    arguments: [
      (
        "call.recording_started", [("egress_id", "e-1"), ("recording_type", "individual")],
        EgressReport(.recording(.participant), .started, vendorID: "e-1")
      ),
      ("call.recording_stopped", [("egress_id", "e-1")], EgressReport(.recording(.room), .stopped, vendorID: "e-1")),
      (
        "call.recording_failed", [("egress_id", "e-1"), ("recording_type", "raw")],
        EgressReport(.recording(.track), .failed(reason: nil), vendorID: "e-1")
      ),
      (
        "call.recording_ready", [("egress_id", "e-1"), ("recording_type", "composite"), ("call_recording", row)],
        EgressReport(.recording(.room), .ready(file), vendorID: "e-1", session: "s-1")
      ),
      (
        "call.transcription_ready", [("egress_id", "e-2"), ("call_transcription", row)],
        EgressReport(
          .transcription(language: nil, captions: false), .ready(file), vendorID: "e-2", session: "s-1")
      ),
      (
        "call.transcription_failed", [("egress_id", "e-2"), ("error", "no words")],
        EgressReport(.transcription(language: nil, captions: false), .failed(reason: "no words"), vendorID: "e-2")
      ),
      (
        "call.hls_broadcasting_started", [("hls_playlist_url", "https://x/p")],
        EgressReport(.hls, .started, playbackURL: "https://x/p")
      ),
      ("call.hls_broadcasting_stopped", [], EgressReport(.hls, .stopped)),
      (
        "call.rtmp_broadcast_failed", [("name", "brd_1")],
        EgressReport(.rtmp(destination: nil, fingerprint: nil), .failed(reason: nil), vendorID: "brd_1")
      ),
    ] as [(String, [(String, JSON)], EgressReport)])
  func eventsAreReports(_ type: String, _ members: [(String, JSON)], _ report: EgressReport) {
    let facts = Self.facts(type, members)
    #expect(facts.map(\.detail) == [.egress(report)])
    #expect(facts.allSatisfy { $0.key == nil && $0.vendorType == type })
  }

  @Test(arguments: [
    "call.recording_started", "call.recording_ready", "call.transcription_ready", "call.rtmp_broadcast_started",
    "call.closed_caption", "call.frame_recording_started", "call.closed_captions_started",
  ])
  func whatTellsNothingIsKeptAsItIs(_ type: String) {
    let facts = Self.facts(type, [("egress_id", .null), ("call_recording", ["url": "https://x/a?Signature=secret"])])
    guard case .unknown(type, let payload)? = facts.first?.detail else {
      Issue.record("\(type) is \(facts)")
      return
    }
    #expect(!payload.text.contains("secret"))
  }

  @Test func aCaptionIsToldOnce() {
    let caption: JSON = [
      "id": "cc-1", "text": "Hello", "speaker_id": "ana", "user": ["id": "ana"], "language": "en",
      "start_time": "2026-01-01T00:00:00Z", "end_time": "2026-01-01T00:00:00Z",
    ]
    let at = Timestamp(nanoseconds: 1_767_225_600_000_000_000)
    let facts = Self.facts("call.closed_caption", [("closed_caption", caption)])
    let read = Caption(
      id: "cc-1", person: "ana", text: "Hello", language: "en", isFinal: nil, startedAt: at, endedAt: at)
    #expect(facts.map(\.detail) == [.caption(read)])
    #expect(facts.first?.key == "caption:cc-1")
  }

  // MARK: What runs

  @Test(
    arguments: [
      ([("egress", ["rtmps": [], "hls": nil])], []),
      ([("recording", true), ("egress", ["rtmps": nil, "hls": nil])], [EgressReport(.recording(.room), .started)]),
      (
        [("recording", true), ("egress", ["individual_recording": ["status": "running"]])],
        [EgressReport(.recording(.participant), .started)]
      ),
      (
        [("egress", ["composite_recording": ["status": "stopped"], "raw_recording": [:]])],
        [EgressReport(.recording(.track), .started)]
      ),
      (
        [("egress", ["hls": ["playlist_url": "u", "status": "running"], "rtmps": [["name": "brd_1"], ["name": 1]]])],
        [
          EgressReport(.hls, .started, playbackURL: "u"),
          EgressReport(.rtmp(destination: nil, fingerprint: nil), .started, vendorID: "brd_1"),
        ]
      ),
      (
        [("transcribing", true), ("captioning", true), ("egress", [:])],
        [EgressReport(.transcription(language: nil, captions: true), .started)]
      ),
      ([("recording", true)], nil),
    ] as [([(String, JSON)], [EgressReport]?)])
  func aCallTellsWhatRuns(_ members: [(String, JSON)], _ expected: [EgressReport]?) {
    let snapshot = CallReading(Fixture.call(extra: members)).snapshot(asOf: 1, roles: Fixture.roles)
    #expect(snapshot?.egress == expected)
  }
}
