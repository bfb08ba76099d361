import JSONCoding
import MeetingCore
import Testing
import VendorTesting

@testable import StreamAdapter

@Suite struct EventReaderTests {
  private static let created = "2026-01-01T00:00:00.123456789Z"
  private static let at = Timestamp(nanoseconds: 1_767_225_600_123_456_789)

  struct Row: Sendable, CustomTestStringConvertible {
    let type: String
    let members: JSON
    let expected: [Fact.Detail]
    var testDescription: String { type }
  }

  private static let bo: JSON = [
    "user_session_id": "ps-1", "user": ["id": "bo_p1"], "role": "moderator", "joined_at": .string(created),
  ]
  private static let refs = ["user_session_id": "ps-1", "user": "bo_p1"]

  /// What a leave of his tells.
  private static func left(_ reason: LeaveReason?, session: String? = nil) -> Fact.Detail {
    let joined = Fact.Joined(
      connection: "ps-1", person: "bo|1", role: .speaker, session: session, providerRefs: refs)
    return .left(connection: "ps-1", person: "bo|1", reason: reason, stay: Fact.Stay(joined: joined, since: at))
  }

  static let rows: [Row] = [
    Row(
      type: "call.created", members: ["call": Fixture.call(backstage: true)],
      expected: [.roomObserved(stage: .backstage, endedAt: nil, endedBy: nil, reason: nil)]),
    Row(
      type: "call.updated", members: ["call": Fixture.call(backstage: false)],
      expected: [.roomObserved(stage: .live, endedAt: nil, endedBy: nil, reason: nil)]),
    Row(
      type: "call.updated", members: ["call": Fixture.call(endedAt: .string(created))],
      expected: [.roomObserved(stage: .ended, endedAt: at, endedBy: nil, reason: "vendor")]),
    Row(
      type: "call.live_started", members: [:],
      expected: [.roomObserved(stage: .live, endedAt: nil, endedBy: nil, reason: nil)]),
    Row(
      type: "call.ended", members: ["user": ["id": "ana"], "call": Fixture.call(endedAt: .string(created))],
      expected: [.roomObserved(stage: .ended, endedAt: at, endedBy: "ana", reason: "host")]),
    Row(
      type: "call.ended",
      members: ["call": Fixture.call(extra: [("session", ["timer_ends_at": "2026-01-01T00:00:00Z"])])],
      expected: [.roomObserved(stage: .ended, endedAt: at, endedBy: nil, reason: "max_duration")]),
    Row(
      type: "call.ended", members: ["user": nil, "members": nil],
      expected: [.roomObserved(stage: .ended, endedAt: at, endedBy: nil, reason: "vendor")]),
    Row(
      type: "call.deleted", members: [:],
      expected: [.roomObserved(stage: .ended, endedAt: at, endedBy: nil, reason: "vendor")]),
    Row(
      type: "call.permission_request",
      members: ["user": ["id": "bo_p1"], "permissions": ["send-audio", "screenshare", "fly"]],
      expected: [.permissionRequested(person: "bo|1", permissions: [.sendAudio, .shareScreen])]),
    Row(
      type: "call.permissions_updated",
      members: ["user": ["id": "bo_p1"], "own_capabilities": ["join-call", "send-video", "end-call"]],
      expected: [.permissionsChanged(person: "bo|1", effective: [.sendVideo], by: nil)]),
    Row(
      type: "custom", members: ["user": ["id": "ana"], "custom": Signal.rejection(of: "prq_1")], expected: []),
    Row(type: "call.session_started", members: ["session_id": "s-1"], expected: [.sessionStarted(vendorID: "s-1")]),
    Row(
      type: "call.session_ended", members: ["session_id": "s-1"],
      expected: [.sessionEnded(vendorID: "s-1", reason: nil)]),
    Row(
      type: "call.session_participant_joined", members: ["session_id": "s-1", "participant": bo],
      expected: [
        .joined(.init(connection: "ps-1", person: "bo|1", role: .speaker, session: "s-1", providerRefs: refs))
      ]),
    Row(
      type: "call.session_participant_left",
      members: ["session_id": "s-1", "participant": bo, "duration_seconds": 4, "num_participants": 5],
      expected: [left(.left, session: "s-1")]),
    Row(
      type: "call.session_participant_left", members: ["participant": bo, "reason": "KICKED"],
      expected: [left(.removed)]),
    Row(
      type: "call.session_participant_left", members: ["participant": bo, "reason": "LIVE_ENDED"],
      expected: [left(.roomEnded)]),
    Row(
      type: "call.session_participant_left", members: ["participant": bo, "reason": "something new"],
      expected: [left(nil)]),
    Row(
      type: "call.session_participant_count_updated", members: ["anonymous_participant_count": 9],
      expected: [.anonymousCount(9)]),
    Row(
      type: "call.user_muted", members: ["from_user_id": "ana", "muted_user_ids": ["bo", "!x", 4, "cy"]],
      expected: [
        .muted(person: "bo", tracks: [.audio], by: "ana"), .muted(person: "cy", tracks: [.audio], by: "ana"),
      ]),
    Row(
      type: "call.kicked_user", members: ["user": ["id": "bo"], "kicked_by_user": ["id": "ana"]],
      expected: [.removed(person: "bo", by: "ana")]),
    Row(
      type: "call.blocked_user", members: ["user": ["id": "bo"], "blocked_by_user": nil],
      expected: [.banned(person: "bo", until: nil, by: nil)]),
    Row(type: "call.unblocked_user", members: ["user": ["id": "bo"]], expected: [.unbanned(person: "bo", by: nil)]),
    Row(
      type: "call.member_added",
      members: [
        "call": Fixture.call(creator: "nadia"),
        "members": [
          ["user_id": "nadia", "role": "admin"], ["user": ["id": "bo"], "role": "admin"],
          ["user_id": "cy", "role": "user"], ["user_id": "di"],
        ],
      ],
      expected: [
        .memberChanged(person: "nadia", role: .host), .memberChanged(person: "bo", role: .coHost),
        .memberChanged(person: "cy", role: .listener), .memberChanged(person: "di", role: nil),
      ]),
    Row(
      type: "call.member_removed", members: ["members": ["bo", ["user_id": "cy"], nil]],
      expected: [.memberRemoved(person: "bo"), .memberRemoved(person: "cy")]),
    Row(
      type: "custom", members: ["user": ["id": "bo_p1"], "custom": ["text": "hi"]],
      expected: [.message(RoomMessage(from: "bo|1", payload: JSONText(#"{"text":"hi"}"#)), id: nil)]),
    Row(
      type: "call.reaction_new",
      members: ["reaction": ["type": "clap", "emoji_code": ":clap:", "custom": nil, "user": ["id": "ana"]]],
      expected: [.reaction(RoomReaction(from: "ana", type: "clap", emoji: ":clap:"), id: nil)]),
  ]

  @Test(arguments: rows)
  func eventsBecomeFacts(_ row: Row) {
    let delivery = read(row.type, row.members)
    #expect(delivery.facts.map(\.detail) == row.expected)
    #expect(delivery.roomKey == Fixture.roomKey)
    #expect(delivery.occurredAt == Self.at)
    #expect(
      delivery.facts.allSatisfy { $0.occurredAt == Self.at && $0.source == .webhook && $0.vendorType == row.type })
  }

  @Test(arguments: [
    "call.reaction_new", "custom", "call.recording_ready", "call.permission_request", "brand.new", "call.ring",
  ])
  func everythingElseIsKeptAsItIs(_ type: String) throws {
    let facts = read(type, ["token": "abc", "n": 1]).facts
    guard case .unknown(type, let payload) = try #require(facts.first).detail else {
      Issue.record("not kept: \(facts)")
      return
    }
    #expect(facts.count == 1)
    #expect(facts[0].key != nil)
    #expect(!payload.text.contains("abc") && payload.text.contains("\"n\":1"))
  }

  @Test func aRepeatOfAnUnknownEventHasTheSameKeyAndAnotherOneNot() {
    let first = read("custom", ["n": 1]).facts[0].key
    #expect(first == read("custom", ["n": 1]).facts[0].key)
    #expect(first != read("custom", ["n": 2]).facts[0].key)
  }

  @Test(arguments: [
    "call.created", "call.updated", "call.session_participant_joined", "call.session_participant_left",
    "call.user_muted", "call.kicked_user", "call.blocked_user", "call.unblocked_user", "call.member_added",
    "call.member_removed", "call.session_participant_count_updated", "call.session_started", "call.ended",
    "call.live_started", "custom", "call.reaction_new",
  ])
  func noShapeIsAProblem(_ type: String) {
    let odd: [JSON] = [nil, 1, 1.5, "x", [], [nil], [[]], [:], true, ["id": 1], .integer(.min), ["user": 4]]
    for value in odd {
      let members = [
        "call", "participant", "session_id", "user", "members", "muted_user_ids", "from_user_id",
        "anonymous_participant_count", "reason", "created_at", "custom", "reaction",
      ]
      var event = JSONObject()
      for name in members { event[name] = value }
      #expect(read(type, .object(event)).isReadable)
    }
  }

  @Test func aMuteInAMeetingDoesNotSayWhichTracks() {
    let facts = read("call.user_muted", ["muted_user_ids": ["bo"]], cid: "default:\(Fixture.roomKey)").facts
    #expect(facts.count == 1)
    if case .unknown = facts[0].detail {} else { Issue.record("claims to know: \(facts)") }
  }

  @Test(arguments: [
    "room-7", ":", "default:", "", "default:16:23", "livestream:\(Fixture.roomKey)", "audio_room:room_A",
  ])
  func callsThatAreNotOursAreNobodysRoom(_ cid: String) {
    let delivery = read("call.ended", [:], cid: cid)
    #expect(delivery.roomKey == nil)
    #expect(delivery.facts.isEmpty)
    #expect(delivery.isReadable)
  }

  @Test func theServicesClockNeverRunsAheadOfOurs() {
    let delivery = read("call.live_started", ["created_at": "2031-01-01T00:00:00Z"])
    #expect(delivery.facts.map(\.occurredAt) == [Fixture.now])
  }

  @Test func timesAreNumbersToo() {
    let delivery = read("call.live_started", ["created_at": 1_767_225_600_000_000_005])
    #expect(delivery.facts.map(\.occurredAt.nanoseconds) == [1_767_225_600_000_000_005])
  }

  @Test func aBrokenNameDoesNotLoseTheEvent() {
    let text =
      #"{"type":"call.kicked_user","call_cid":"\#(Fixture.cid)","user":{"id":"bo","name":"\ud800"},"type":"call.blocked_user"}"#
    let delivery = Fixture.offline.read(Array(text.utf8), receivedAt: Fixture.now)
    #expect(delivery.facts.map(\.detail) == [.banned(person: "bo", until: nil, by: nil)])
  }

  private func read(_ type: String, _ members: JSON, cid: String = Fixture.cid) -> WebhookDelivery {
    var event = JSONObject()
    event["type"] = .string(type)
    event["call_cid"] = .string(cid)
    event["created_at"] = .string(Self.created)
    for (key, value) in members.objectValue?.pairs ?? [] { event[key] = value }
    return Fixture.offline.read(JSON.object(event).bytes(), receivedAt: Fixture.now)
  }
}
