import JSONCoding
import MeetingCore
import MockKit
import Testing
import VendorTesting

@testable import VideoSDKAdapter

/// What each event of the service means.
@Suite struct EventReaderTests {
  private static func event(_ type: String, _ more: JSON = [:]) -> JSON {
    var data: JSONObject = ["meetingId": .string(Fixture.roomID), "sessionId": .string(Fixture.session)]
    for (name, value) in more.objectValue?.pairs ?? [] { data[name] = value }
    return ["webhookType": .string(type), "data": .object(data)]
  }

  private static func facts(_ type: String, _ more: JSON = [:]) -> [Fact] {
    EventReader(event: event(type, more), receivedAt: Fixture.now).facts()
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let type: String
    var data: JSON = [:]
    let details: [Fact.Detail]
    var testDescription: String { type }
  }

  private static func report(
    _ plan: EgressPlan, _ step: EgressReport.Step, vendorID: String? = nil, playbackURL: String? = nil
  ) -> Fact.Detail {
    .egress(EgressReport(plan, step, vendorID: vendorID, session: Fixture.session, playbackURL: playbackURL))
  }

  private static let ana = EgressPlan.recording(.participant, participant: "ana")
  private static let sound = EgressPlan.recording(.track, audioOnly: true, participant: "ana")
  private static let picture = EgressPlan.recording(.track, audioOnly: false, participant: "ana")
  private static let rtmp = EgressPlan.rtmp(destination: nil, fingerprint: nil)
  private static let writing = EgressPlan.transcription(language: nil, captions: false)

  static let rows: [Row] = [
    Row(
      type: "session-started", data: ["start": "2026-01-01T00:00:00.000+00:00"],
      details: [.sessionStarted(vendorID: Fixture.session)]),
    Row(
      type: "participant-joined", data: ["participantId": "ana_mb_dc", "participantName": "Ana"],
      details: [
        .joined(
          .init(
            connection: "ana_mb_dc", naming: .place, person: "ana@b.c", session: Fixture.session,
            providerRefs: ["participant": "ana_mb_dc"]))
      ]),
    Row(
      type: "participant-left", data: ["participantId": "ana_mb_dc"],
      details: [.left(connection: "ana_mb_dc", person: "ana@b.c", reason: nil)]),
    Row(
      type: "participant-joined", data: ["participantId": "_z0123456789abcdef"],
      details: [
        .joined(
          .init(
            connection: "_z0123456789abcdef", naming: .place, person: nil, session: Fixture.session,
            providerRefs: ["participant": "_z0123456789abcdef"]))
      ]),
    Row(type: "participant-joined", data: ["participantId": "sb-seat-room_1"], details: []),
    Row(type: "participant-left", data: ["participantId": "sb-seat-room_1"], details: []),
    Row(type: "recording-started", details: [report(.recording(.room), .started)]),
    Row(type: "recording-stopped", details: [report(.recording(.room), .stopped)]),
    Row(
      type: "recording-stopped", data: ["filePath": "/a/r.mp4", "fileUrl": "https://cdn.videosdk.live/a/r.mp4"],
      details: [
        report(.recording(.room), .stopped),
        report(.recording(.room), .ready(EgressFile(session: Fixture.session, name: "a/r.mp4"))),
      ]),
    Row(
      type: "recording-stopped", data: ["filePath": "/a/r.mp4", "fileUrl": nil],
      details: [
        report(.recording(.room), .stopped),
        report(.recording(.room), .ready(EgressFile(session: Fixture.session, name: "a/r.mp4"))),
      ]),
    Row(type: "recording-failed", details: [report(.recording(.room), .failed(reason: nil))]),
    Row(type: "participant-recording-started", data: ["participantId": "ana"], details: [report(ana, .started)]),
    Row(
      type: "participant-recording-stopped",
      data: [
        "participantId": "ana", "fileDetails": [["filePath": "/1.webm", "fileUrl": nil], ["filePath": "/2.webm"]],
      ],
      details: [
        report(ana, .stopped), report(ana, .ready(EgressFile(session: nil, name: "1.webm"))),
        report(ana, .ready(EgressFile(session: nil, name: "2.webm"))),
      ]),
    Row(
      type: "participant-track-recording-started", data: ["participantId": "ana", "kind": "audio"],
      details: [report(sound, .started)]),
    Row(
      type: "participant-track-recording-stopped", data: ["participantId": "ana", "kind": "screen_video"],
      details: [report(picture, .stopped)]),
    Row(
      type: "participant-track-recording-failed",
      data: ["participantId": "ana", "kind": "audio", "message": "no track"],
      details: [report(sound, .failed(reason: "no track"))]),
    Row(
      type: "hls-started", data: ["playbackHlsUrl": "https://c/p.m3u8"],
      details: [report(.hls, .started, playbackURL: "https://c/p.m3u8")]),
    Row(
      type: "hls-playable", data: ["playbackHlsUrl": "https://c/p.m3u8", "livestreamUrl": "https://c/l.m3u8"],
      details: [report(.hls, .started, playbackURL: "https://c/p.m3u8")]),
    Row(type: "hls-stopped", details: [report(.hls, .stopped)]),
    Row(type: "hls-failed", details: [report(.hls, .failed(reason: nil))]),
    Row(type: "livestream-started", details: [report(rtmp, .started)]),
    Row(type: "livestream-stopped", details: [report(rtmp, .stopped)]),
    Row(type: "livestream-failed", details: [report(rtmp, .failed(reason: nil))]),
    Row(
      type: "transcription-started", data: ["id": "t-1", "type": "realtime"],
      details: [report(writing, .started, vendorID: "t-1")]),
    Row(
      type: "transcription-stopped", data: ["id": "t-1", "type": "realtime"],
      details: [report(writing, .stopped, vendorID: "t-1")]),
    Row(
      type: "transcription-failed", data: ["id": "t-1", "type": "realtime"],
      details: [report(writing, .failed(reason: nil), vendorID: "t-1")]),
  ]

  @Test(arguments: rows)
  func eachEventHasItsMeaning(_ row: Row) {
    let facts = Self.facts(row.type, row.data)
    #expect(facts.map(\.detail) == row.details)
    #expect(facts.allSatisfy { $0.vendorType == row.type && $0.source == .webhook && $0.key == nil })
  }

  /// They are shown as they are, and none is an error.
  @Test(arguments: [
    "recording-starting", "recording-stopping", "participant-recording-starting", "hls-starting", "hls-stopping",
    "livestream-starting", "merge-recording-completed", "composite-recording-started", "composite-merge-failed",
    "translation-started", "resource-acquired", "agent-session-started", "ai-deployment-session-started",
    "knowledgebase-ready", "call-answered", "switch-room-completed", "something-new", "recording-", "hls-odd",
  ])
  func everythingElseIsKept(_ type: String) throws {
    let facts = Self.facts(type, ["id": "x", "participantId": "ana", "token": "hidden"])
    let fact = try #require(facts.first)
    #expect(facts.count == 1 && fact.key != nil)
    guard case .unknown(let kept, let payload) = fact.detail else {
      Issue.record("was read as \(fact.detail)")
      return
    }
    #expect(kept == type)
    #expect(payload.text.contains(Fixture.roomID) && !payload.text.contains("hidden"))
  }

  /// A known type that lacks what it is about tells nothing of its own.
  @Test(arguments: [
    "participant-joined", "participant-left", "participant-recording-started", "participant-track-recording-stopped",
  ])
  func aKnownTypeWithoutItsSubjectIsKept(_ type: String) {
    let facts = Self.facts(type)
    #expect(facts.count == 1)
    if case .unknown(let kept, _) = facts.first?.detail { #expect(kept == type) } else { Issue.record("was read") }
  }

  @Test func aTranscriptOfARecordingIsNoTranscriptionOfOurs() {
    for step in ["started", "stopped", "completed", "failed"] {
      let facts = Self.facts("transcription-" + step, ["id": "t-1", "type": "post"])
      if case .unknown = facts.first?.detail {} else { Issue.record("was read") }
    }
  }

  // MARK: Times

  @Test func sessionsTellWhenAndAllElseIsWhenItCame() throws {
    let started = try #require(Self.facts("session-started", ["start": "2025-12-31T23:59:00.000+00:00"]).first)
    #expect(started.occurredAt == Fixture.time("2025-12-31T23:59:00Z") && started.isTimed)
    let ended = try #require(
      Self.facts("session-ended", ["start": "2025-12-31T23:00:00+00:00", "end": "2025-12-31T23:59:30+00:00"]).first)
    #expect(ended.occurredAt == Fixture.time("2025-12-31T23:59:30Z"))
    #expect(
      ended.detail
        == .sessionEnded(vendorID: Fixture.session, startedAt: Fixture.time("2025-12-31T23:00:00Z"), reason: nil))
    let joined = try #require(Self.facts("participant-joined", ["participantId": "ana"]).first)
    #expect(joined.occurredAt == Fixture.now && !joined.isTimed)
  }

  /// The service's own pages have a time in the sixtieth minute.
  @Test(arguments: ["2025-12-31T23:60:00+00:00", "yesterday", "", "2025-12-31T23:59:00"])
  func aTimeThatIsNoneLosesNoEvent(_ text: String) throws {
    let started = try #require(Self.facts("session-started", ["start": .string(text)]).first)
    #expect(started.detail == .sessionStarted(vendorID: Fixture.session))
    #expect(started.occurredAt == Fixture.now && !started.isTimed)
    let ended = try #require(
      Self.facts("session-ended", ["start": .string(text), "end": .string(text)]).first)
    #expect(ended.detail == .sessionEnded(vendorID: Fixture.session, startedAt: nil, reason: nil))
    #expect(ended.occurredAt == Fixture.now)
  }

  @Test func nothingHappensAfterItWasTold() throws {
    let started = try #require(Self.facts("session-started", ["start": "2027-01-01T00:00:00Z"]).first)
    #expect(started.occurredAt == Fixture.now)
  }

  @Test(
    arguments: [
      ("auto-close", "auto_close"), ("Session Timeout", "session_timeout"), ("<script>", nil), ("", nil),
      ("\u{e9}", nil),
    ] as [(String, String?)])
  func theReasonOfAnEndIsAWord(_ told: String, _ expected: String?) {
    let facts = Self.facts("session-ended", ["reason": .string(told)])
    guard case .sessionEnded(_, _, let reason) = facts.first?.detail else {
      Issue.record("no end")
      return
    }
    #expect(reason == expected)
  }

  // MARK: Which room

  @Test func aDeliveryNamesTheRoomByTheServicesID() {
    let provider = Fixture.offline()
    for name in ["meetingId", "roomId"] {
      let body = (["webhookType": "session-started", "data": [name: "abcd-efgh-ijkl", "sessionId": "s"]] as JSON)
        .bytes()
      let delivery = provider.read(body, receivedAt: Fixture.now)
      #expect(delivery.roomKey == nil)
      #expect(delivery.refs == Fixture.room.refs)
      #expect(delivery.concerns(Fixture.room.refs))
      #expect(!delivery.concerns(["room": "other"]))
    }
  }
}
