import HTTPTypes
import JSONCoding
import MeetingCore
import MockKit
import Testing
import VendorTesting

@testable import VideoSDKAdapter

@Suite struct PresenceTests {
  private static let list = "GET /v2/sessions/"
  private static let active = "GET /v2/sessions/\(Fixture.session)/participants/active"
  private static let byID = "GET /v2/rooms/\(Fixture.roomID)"

  private static func read(_ transport: any HTTPTransport, _ room: ProviderRoom = Fixture.room)
    async
    throws(ProviderFailure) -> RoomSnapshot?
  {
    try await Fixture.provider(transport).snapshots(of: [PresenceQuery(room: room, version: 7)], Fixture.context())[
      Fixture.roomKey]
  }

  private static func read(people: [JSON], in room: ProviderRoom = Fixture.room) async throws(ProviderFailure)
    -> RoomSnapshot?
  {
    try await read(
      AnsweringTransport([
        list: .json(Fixture.page([Fixture.session()])), active: .json(Fixture.active(people)),
      ]), room)
  }

  @Test func whoIsInIsReadByTheSessionThatRuns() async throws {
    let transport = AnsweringTransport([
      Self.list: .json(Fixture.page([Fixture.session(), Fixture.session(status: "ended", id: "s-0")])),
      Self.active: .json(Fixture.active([Fixture.person("ana_mb_dc")])),
    ])
    let snapshot = try #require(try await Self.read(transport))
    #expect(snapshot.asOf == 7)
    #expect(snapshot.stage == .live)
    #expect(snapshot.session == Fixture.session)
    #expect(snapshot.sessionStartedAt == Fixture.time("2026-01-01T00:00:00Z"))
    #expect(snapshot.isComplete)
    let one = try #require(snapshot.participants.first)
    #expect(
      one.joined
        == Fact.Joined(
          connection: "ana_mb_dc", naming: .place, person: "ana@b.c", session: Fixture.session,
          providerRefs: ["participant": "ana_mb_dc"]))
    #expect(one.joinedAt == Fixture.time("2026-01-01T00:00:00.100Z"))
    #expect(transport.lines == [Self.list, Self.active])
    #expect(transport.asked[0].query == "roomId=abcd-efgh-ijkl&status=ongoing&page=1&perPage=100")
  }

  /// Somebody who came again has one row with several stays: the open one counts.
  @Test func aStayIsTheOpenEntryOfTheLog() async throws {
    let stays: [(String, String?)] = [
      ("2026-01-01T00:00:00.000Z", "2026-01-01T00:01:00.000Z"), ("2026-01-01T00:02:00.000Z", nil),
    ]
    let snapshot = try #require(try await Self.read(people: [Fixture.person("ana", stays: stays)]))
    #expect(snapshot.participants.map(\.joinedAt) == [Fixture.time("2026-01-01T00:02:00Z")])
  }

  @Test func whoHasLeftIsNotIn() async throws {
    let left = Fixture.person("ana", stays: [("2026-01-01T00:00:00.000Z", "2026-01-01T00:01:00.000Z")])
    let unlogged: JSON = ["participantId": "bo", "timelog": []]
    let snapshot = try #require(try await Self.read(people: [left, unlogged, ["name": "nobody"]]))
    #expect(snapshot.participants.map(\.joined.connection) == ["bo"])
    #expect(snapshot.participants[0].joinedAt == nil)
  }

  @Test func theSeatIsNobodyAndAgentsAreMarked() async throws {
    var agent = Fixture.person("helper").objectValue ?? [:]
    agent["peerType"] = "agent"
    let anonymous = "_z0123456789abcdef"
    let snapshot = try #require(
      try await Self.read(people: [
        Fixture.person(ParticipantID.seat(in: Fixture.roomKey), mode: "SIGNALLING_ONLY"), .object(agent),
        Fixture.person(anonymous),
      ]))
    #expect(snapshot.participants.map(\.joined.connection) == ["helper", anonymous])
    #expect(snapshot.participants.map(\.joined.role) == [.agent, nil])
    #expect(snapshot.participants.map(\.joined.person) == ["helper", nil])
  }

  @Test func whatIsOnIsTheStretchWithoutAnEnd() async throws {
    let events: JSON = [
      "mic": [
        ["start": "2026-01-01T00:00:01.000Z", "end": "2026-01-01T00:00:05.000Z"],
        ["start": "2026-01-01T00:00:09.000Z", "end": nil],
      ],
      "webcam": [["start": "2026-01-01T00:00:01.000Z", "end": "2026-01-01T00:00:05.000Z"]], "screenShare": [],
    ]
    let person = Fixture.person("ana", events: events)
    let meeting = try #require(try await Self.read(people: [person], in: Fixture.meeting)).participants[0]
    #expect(
      meeting.tracks == [
        .audio: TrackState(publishing: true, asOf: Fixture.time("2026-01-01T00:00:09Z")),
        .video: TrackState(publishing: false, asOf: Fixture.time("2026-01-01T00:00:05Z")),
      ])
    let audio = try #require(try await Self.read(people: [person])).participants[0]
    #expect(audio.tracks.keys.sorted { $0.rawValue < $1.rawValue } == [.audio], "audio rooms have sound alone")
    let silent = try #require(try await Self.read(people: [Fixture.person("ana")])).participants[0]
    #expect(silent.tracks.isEmpty, "what is not told is not known")
  }

  /// The list of people is an array of one session, the list of everybody an object: both are read.
  @Test func peopleAreReadFromEitherShape() async throws {
    let people: JSON = [Fixture.person("ana")]
    for data in [["id": "s", "participants": people], [["id": "s", "participants": people]]] as [JSON] {
      let transport = AnsweringTransport([
        Self.list: .json(Fixture.page([Fixture.session()])), Self.active: .json(["data": data]),
      ])
      #expect(try await Self.read(transport)?.participants.count == 1)
    }
  }

  @Test func allPagesAreReadAndNobodyIsThereTwice() async throws {
    let transport = AnsweringTransport { asked, _ in
      if asked.line == Self.list { return .json(Fixture.page([Fixture.session()])) }
      let number = asked.query.hasPrefix("page=1&") ? 1 : asked.query.hasPrefix("page=2&") ? 2 : 3
      let people = (number * 2 - 2...number * 2).map { Fixture.person("p\($0)") }
      return .json(Fixture.active(people, current: Int64(number), last: 3))
    }
    let snapshot = try #require(try await Self.read(transport))
    #expect(snapshot.participants.map(\.joined.connection) == (0...6).map { "p\($0)" })
    #expect(snapshot.isComplete)
    #expect(transport.requests.count == 4)
  }

  @Test func aListWithoutEndIsCut() async throws {
    let transport = AnsweringTransport { asked, index in
      if asked.line == Self.list { return .json(Fixture.page([Fixture.session()])) }
      return .json(Fixture.active([Fixture.person("p\(index)")], current: Int64(index), last: 1_000_000))
    }
    let snapshot = try #require(try await Self.read(transport))
    #expect(!snapshot.isComplete)
    #expect(snapshot.participants.count == 50)
  }

  @Test func aRoomWithoutASessionIsEmptyAndMayBeClosed() async throws {
    for disabled in [false, true] {
      let transport = AnsweringTransport([
        Self.list: .json(Fixture.page([Fixture.session(status: "ended", end: "2026-01-01T00:10:00.000Z")])),
        Self.byID: .json(Fixture.room(disabled: disabled)),
      ])
      let snapshot = try #require(try await Self.read(transport))
      #expect(snapshot.stage == (disabled ? .ended : .live))
      #expect(snapshot.session == nil && snapshot.participants.isEmpty && snapshot.isComplete)
    }
  }

  @Test(arguments: [400, 404])
  func aSessionThatEndsMeanwhileHasNobodyInIt(_ status: Int) async throws {
    let transport = AnsweringTransport([
      Self.list: .json(Fixture.page([Fixture.session()])),
      Self.active: .error(["error": "Session not found"], status: status),
    ])
    let snapshot = try #require(try await Self.read(transport))
    #expect(snapshot.participants.isEmpty && snapshot.isComplete)
  }

  @Test func aRoomThatIsNotKnownIsMissingAndTheOthersAreRead() async throws {
    let transport = AnsweringTransport { asked, _ in
      if asked.query.contains("roomId=gone") { return .error(["error": "Room not found"], status: 404) }
      if asked.line == Self.list { return .json(Fixture.page([Fixture.session()])) }
      return .json(Fixture.active([Fixture.person("ana")]))
    }
    let queries = (0..<9).map { index in
      PresenceQuery(
        room: ProviderRoom(key: "k\(index)", kind: .audioRoom, refs: ["room": index == 4 ? "gone" : "r\(index)"]),
        version: Int64(index))
    }
    let snapshots = try await Fixture.provider(transport).snapshots(of: queries, Fixture.context())
    #expect(snapshots.keys.sorted() == queries.map(\.room.key).filter { $0 != "k4" })
    for query in queries where query.room.key != "k4" { #expect(snapshots[query.room.key]?.asOf == query.version) }
  }

  @Test(
    arguments: [
      (["pageInfo": [:]], nil, "/data"), (["data": "x"], nil, "/data"),
      (Fixture.page([Fixture.session()]), ["data": 1], "/data"),
      (Fixture.page([Fixture.session()]), ["data": [["id": "s"]]], "/data/0/participants"),
      (Fixture.page([Fixture.session()]), ["data": ["id": "s"]], "/data/participants"),
    ] as [(JSON, JSON?, String)])
  func aListThatCannotBeReadIsNamed(_ row: (list: JSON, people: JSON?, pointer: String)) async {
    let transport = AnsweringTransport([Self.list: .json(row.list), Self.active: .json(row.people ?? [:])])
    let error = await failure { () throws(ProviderFailure) in try await Self.read(transport) }
    #expect(error?.reason == .badResponse(pointer: row.pointer))
  }

  @Test func theCostIsTold() {
    let cost = Fixture.offline().cost(of: .audioRoom)
    #expect(cost.requestsPerReading == 2 && cost.roomsPerRequest == 1 && cost.requestsForTracks == 0)
  }
}
