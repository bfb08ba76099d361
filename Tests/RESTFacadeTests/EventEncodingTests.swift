import GatewayEngine
import JSONCoding
import MeetingCore
import Testing

@testable import RESTFacade

@Suite("Events as they are written")
struct EventEncodingTests {
  private static let start = Timestamp(nanoseconds: 1_767_225_600_000_000_000)
  private static let later = start.advanced(bySeconds: 90)
  private static let participant = Participant(
    id: "par_1", connection: "c1", person: "ana", session: "ses_1", role: .speaker, joinedAt: start)

  private static let hand = PermissionRequest(
    id: "prq_1", requester: "ana", permissions: [.shareScreen, .sendAudio], source: .webhook, createdAt: start)
  private static let change = PermissionChange(
    request: nil, person: "ana", permissions: [.sendAudio], effective: [.sendAudio], by: "nadia",
    clientAction: .enablePublishing)
  private static let changeMembers = ["request_id", "person", "permissions", "effective", "by", "client_action"]

  private static func encode(_ detail: RoomEvent.Detail) throws -> JSON {
    let room = Room(
      id: "room_1", tenant: "ten_1", kind: .meeting, provider: "test-main", providerKind: "testkind", createdAt: start,
      title: "Line\u{2028}end", phase: .live, host: "nadia", settings: RoomSettings(backstage: false))
    let view = RoomView(room: room, host: Person(externalID: "nadia"), session: nil, joinableAt: nil)
    let people = ["ana": Person(externalID: "ana", name: "Ana\u{202e}", imageURL: "https://x.example/a.png")]
    let frame = EventFrame(id: "evt_1", sequence: 7, recordedAt: later, view: view, people: people)
    let event = RoomEvent(occurredAt: start, source: .webhook, vendorType: "v.type", session: "ses_1", detail)
    let bytes = WireEventEncoder().encode(event, in: frame)
    #expect(!bytes.contains(10))
    #expect(!bytes.contains(13))
    #expect(String(validating: bytes, as: UTF8.self) != nil)
    return try JSON.parse(bytes, mode: .strict)
  }

  @Test("the frame of every event")
  func frame() throws {
    let event = try Self.encode(.locked(by: nil))
    #expect(
      event.objectValue?.keys == [
        "id", "type", "room_id", "session_id", "sequence", "occurred_at", "recorded_at", "provider", "provider_kind",
        "source", "data", "provider_event",
      ])
    #expect(event["id"] == "evt_1")
    #expect(event["type"] == "room.locked")
    #expect(event["room_id"] == "room_1")
    #expect(event["session_id"] == "ses_1")
    #expect(event["sequence"] == 7)
    #expect(event["occurred_at"] == "2026-01-01T00:00:00.000Z")
    #expect(event["recorded_at"] == "2026-01-01T00:01:30.000Z")
    #expect(event["source"] == "webhook")
    #expect(event["provider_event"] == ["type": "v.type"])
  }

  @Test("an event of no room says so in the same frame")
  func condition() throws {
    let change = ConditionChange(
      account: "test-main", operations: .events, at: Self.start, change: .degraded(.feedLost))
    let bytes = WireEventEncoder().encode(change, kind: "testkind", id: "evt_9", recordedAt: Self.later)
    let event = try JSON.parse(bytes, mode: .strict)
    #expect(event.objectValue?.keys == (try Self.encode(.locked(by: nil))).objectValue?.keys)
    #expect(event["type"] == "provider.degraded")
    for name in ["room_id", "session_id", "sequence", "provider_event"] { #expect(event[name] == .null) }
    #expect(event["provider_kind"] == "testkind")
    #expect(event["data"] == ["operation_class": "events", "reason": "feed_lost"])
    #expect(WireEventEncoder().conditionChange(in: bytes) == change)
    let other = try Self.encode(.locked(by: nil)).bytes()
    #expect(WireEventEncoder().conditionChange(in: other) == nil)
    #expect(WireEventEncoder().conditionChange(in: Array("{".utf8)) == nil)
  }

  @Test(
    "what happened to the room",
    arguments: [
      (.roomCreated(by: "ana"), "room.created", []),
      (.roomUpdated(changed: ["title"], by: "ana"), "room.updated", ["title"]),
      (.wentLive(by: "ana"), "room.went_live", []), (.stoppedLive(by: "ana"), "room.stopped_live", []),
      (.unlocked(by: "ana"), "room.unlocked", []),
    ] as [(RoomEvent.Detail, String, [String])])
  func rooms(_ detail: RoomEvent.Detail, _ type: String, _ changed: [String]) throws {
    let event = try Self.encode(detail)
    #expect(event["type"]?.stringValue == type)
    #expect(event["data"]?.objectValue?.keys == ["room", "changed", "by"])
    #expect(event["data"]?["room"]?["title"] == "Line\u{2028}end")
    #expect(event["data"]?["changed"] == .array(changed.map(JSON.string)))
    #expect(
      event["data"]?["by"]
        == ["external_id": "ana", "name": "Ana\u{202e}", "image_url": "https://x.example/a.png"])
  }

  @Test("somebody of whom only the id is known")
  func unnamed() throws {
    #expect(try Self.encode(.locked(by: "zed"))["data"]?["by"] == ["external_id": "zed"])
    #expect(try Self.encode(.locked(by: nil))["data"]?["by"] == .null)
  }

  @Test(
    "each other event has the data of its type",
    arguments: [
      (.roomEnded(endedAt: later, reason: "api", by: nil), ["ended_at", "reason", "by"]),
      (.sessionStarted(Session(id: "ses_1", vendorID: "v", startedAt: start)), ["session", "reason"]),
      (
        .sessionEnded(Session(id: "ses_1", vendorID: "v", startedAt: start, endedAt: later), reason: nil),
        ["session", "reason"]
      ),
      (.participantJoined(participant), ["participant", "changed"]),
      (.participantUpdated(participant, changed: ["role"]), ["participant", "changed"]),
      (.participantLeft(participant), ["participant_id", "person", "left_at", "duration_seconds", "reason"]),
      (
        .participantMuted(participant: "par_1", person: "ana", tracks: [.audio], by: nil),
        ["participant_id", "person", "tracks", "by"]
      ),
      (
        .participantUnmuted(participant: "par_1", person: nil, tracks: [.audio], by: nil),
        ["participant_id", "person", "tracks", "by"]
      ),
      (
        .participantRemoved(participants: ["par_1"], person: "ana", rejoin: "none", by: nil),
        ["participant_ids", "person", "rejoin", "by"]
      ),
      (.speakerChanged(participant: "par_1", person: "ana"), ["participant_id", "person"]),
      (.operationFinished(operation), ["operation"]),
      (.banned(person: "ana", until: later, by: nil), ["person", "until", "by"]),
      (.unbanned(person: "ana", by: nil), ["person", "until", "by"]),
      (.egress(egress, .started), ["recording", "reason", "by"]),
      (
        .captionReceived(
          Caption(
            id: nil, person: "ana", text: "Hi", language: nil, isFinal: nil, startedAt: nil, endedAt: nil)),
        ["id", "person", "text", "language", "final", "started_at", "ended_at"]
      ),
      (.providerEvent(type: "odd", payload: JSONText(#"{"a":1}"#)), ["type", "payload"]),
      (.permissionRequested(hand), ["request"]), (.permissionCancelled(hand), ["request"]),
      (.permissionExpired(hand), ["request"]), (.permissionGranted(change), changeMembers),
      (.permissionRejected(change), changeMembers), (.permissionRevoked(change), changeMembers),
    ] as [(RoomEvent.Detail, [String])])
  func data(_ detail: RoomEvent.Detail, _ keys: [String]) throws {
    #expect(try Self.encode(detail)["data"]?.objectValue?.keys == keys)
  }

  private static var operation: Operation {
    var operation = Operation(
      id: "op_1", room: "room_1", purpose: .mute([.audio]), by: "nadia", createdAt: start, deadline: later)
    operation.progress = .init(done: 1, total: 2)
    return operation.failed(.providerTimeout, "not in time")
  }

  @Test("an operation in an event is the operation of the API")
  func operationForm() throws {
    let told = try Self.encode(.operationFinished(Self.operation))["data"]?["operation"]
    #expect(
      told?.objectValue?.keys == ["id", "kind", "room_id", "state", "progress", "result", "error", "created_at"])
    #expect(told?["kind"] == "mute")
    #expect(told?["state"] == "failed")
    #expect(told?["progress"] == ["done": 1, "total": 2])
    #expect(told?["error"]?["code"] == "provider_timeout")
    #expect(told?["error"]?["detail"] == "not in time")
  }

  @Test("nobody who speaks is told as null")
  func silence() throws {
    let told = try Self.encode(.speakerChanged(participant: nil, person: nil))
    #expect(told["type"] == "speaker.changed")
    #expect(told["data"] == ["participant_id": .null, "person": .null])
  }

  private static let egress = Egress(
    id: "rec_1", plan: .recording(.room), source: .api, createdAt: start, startedBy: "ana")

  @Test("what leaves a room is told without an address")
  func addresses() throws {
    var broadcast = Egress(
      id: "brd_1", plan: .hls, source: .api, createdAt: Self.start, playbackURL: "https://play.test/1")
    broadcast.files = [EgressFile(session: "s-1", name: "a.mp4")]
    let event = try Self.encode(.egress(broadcast, .ready))
    #expect(event["type"] == "broadcast.ready")
    #expect(event["data"]?["broadcast"]?["id"] == "brd_1")
    #expect(!event.text().contains("play.test"))
  }

  @Test("durations are counted, and never negative")
  func durations() throws {
    var gone = Self.participant
    gone.leftAt = Self.later
    gone.leaveReason = .notAdmitted
    let left = try Self.encode(.participantLeft(gone))["data"]
    #expect(left?["duration_seconds"] == 90)
    #expect(left?["reason"] == "not_admitted")
    let backwards = Session(id: "ses_1", vendorID: nil, startedAt: Self.later, endedAt: Self.start, peakParticipants: 3)
    let session = try Self.encode(.sessionEnded(backwards, reason: "empty"))["data"]?["session"]
    #expect(session?["duration_seconds"] == 0)
    #expect(session?["peak_participants"] == 3)
  }

  @Test("raised hands and their decisions are written in full")
  func permissions() throws {
    #expect(
      try Self.encode(.permissionRequested(Self.hand))["data"]?["request"] == [
        "id": "prq_1",
        "person": ["external_id": "ana", "name": "Ana\u{202e}", "image_url": "https://x.example/a.png"],
        "permissions": ["send_audio", "share_screen"], "state": "pending", "source": "webhook",
        "created_at": "2026-01-01T00:00:00.000Z", "decided_at": .null, "decided_by": .null,
      ])
    let granted = try Self.encode(.permissionGranted(Self.change))
    #expect(granted["type"] == "permission.granted")
    #expect(granted["data"]?["request_id"] == .null)
    #expect(granted["data"]?["effective"] == ["send_audio"])
    #expect(granted["data"]?["by"] == ["external_id": "nadia"])
    #expect(granted["data"]?["client_action"] == "enable_publishing")
  }

  @Test("a participant in an event is the participant of the API")
  func participantForm() throws {
    let inside = try Self.encode(.participantJoined(Self.participant))["data"]?["participant"]
    #expect(
      inside?.objectValue?.keys == [
        "id", "person", "session_id", "role", "permissions", "connection", "tracks", "speaking", "audio_level",
        "joined_at", "left_at", "provider_refs",
      ])
    #expect(inside?["person"]?["name"] == "Ana\u{202e}")
  }
}
