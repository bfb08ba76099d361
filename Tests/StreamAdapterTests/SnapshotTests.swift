import HTTPTypes
import JSONCoding
import MeetingCore
import Testing
import VendorTesting

@testable import StreamAdapter

@Suite struct SnapshotTests {
  private static func session(_ participants: [JSON], counts: JSON, anonymous: Int64 = 0) -> [(String, JSON)] {
    [
      ("current_session_id", "ses-1"),
      (
        "session",
        [
          "id": "ses-1", "started_at": "2026-01-01T00:00:00Z", "participants": .array(participants),
          "participants_count_by_role": counts, "anonymous_participant_count": .integer(anonymous),
        ]
      ),
    ]
  }

  private static func participant(_ user: String, _ connection: String, role: String = "user") -> JSON {
    [
      "user_session_id": .string(connection), "role": .string(role), "user": ["id": .string(user)],
      "joined_at": 1_767_225_600_000_000_001,
    ]
  }

  @Test func oneQueryReadsManyRooms() async throws {
    let transport = AnsweringTransport { asked, _ in
      .json([
        "calls": [
          ["call": Fixture.call(backstage: false)],
          ["call": Fixture.call(backstage: true, extra: [("cid", "audio_room:room_2")])], ["call": nil], 7,
          ["call": Fixture.call(extra: [("cid", "audio_room:room_unasked")])],
        ]
      ])
    }
    let rooms = [
      Fixture.room, ProviderRoom(key: "room_2", kind: .audioRoom, refs: [:]),
      ProviderRoom(key: "room_gone", kind: .audioRoom, refs: [:]),
    ]
    let queries = rooms.map { PresenceQuery(room: $0, version: 4) }
    let result = try await Fixture.provider(transport).snapshots(of: queries, Fixture.context())
    #expect(result.keys.sorted() == ["room_2", Fixture.roomKey].sorted())
    #expect(result[Fixture.roomKey]?.asOf == 4)
    #expect(result[Fixture.roomKey]?.stage == .live)
    #expect(result["room_2"]?.stage == .backstage)
    #expect(transport.lines == ["POST /video/calls"])
  }

  private static let query = PresenceQuery(room: Fixture.room, version: 0)

  @Test func tracksAreNotReadUnlessAskedFor() async throws {
    let call = Fixture.call(extra: Self.session([Self.participant("bo", "c-1")], counts: ["user": 1]))
    let transport = AnsweringTransport { _, _ in .json(["calls": [["call": call]]]) }
    let provider = Fixture.provider(transport)
    let plain = PresenceQuery(room: Fixture.room, version: 0, withTracks: false)
    let result = try await provider.snapshots(of: [plain], Fixture.context())
    #expect(result[Fixture.roomKey]?.participants.map(\.joined.connection) == ["c-1"])
    #expect(transport.lines == ["POST /video/calls"])
    #expect(provider.cost(of: .audioRoom) == PresenceCost(roomsPerRequest: 100, requestsForTracks: 1))
    #expect(provider.cost(of: .meeting) == PresenceCost(roomsPerRequest: 100, requestsForTracks: 3))
  }

  @Test func moreThanAHundredRoomsTakeSeveralQueries() async throws {
    let transport = AnsweringTransport { _, _ in .json(["calls": []]) }
    let rooms = (0..<201).map { ProviderRoom(key: "room_\($0)", kind: .meeting, refs: [:]) }
    let queries = rooms.map { PresenceQuery(room: $0, version: 1) }
    _ = try await Fixture.provider(transport).snapshots(of: queries, Fixture.context())
    let sizes = transport.asked.map { $0.body["filter_conditions"]?["cid"]?["$in"]?.arrayValue?.count }
    #expect(sizes == [100, 100, 1])
  }

  @Test func whoPublishesIsReadByFilter() async throws {
    let people = [
      Self.participant("nadia", "c-1", role: "admin"), Self.participant("bo__1", "c-2"), Self.participant("!x", "c-3"),
    ]
    let call = Fixture.call(
      backstage: false, extra: Self.session(people, counts: ["user": 2, "admin": 1], anonymous: 5))
    let transport = AnsweringTransport { asked, _ in
      asked.path.hasSuffix("/participants")
        ? .json(["participants": [["user_session_id": "c-2"]], "total_participants": 1])
        : .json(["calls": [["call": call]]])
    }
    let result = try await Fixture.provider(transport).snapshots(of: [Self.query], Fixture.context())
    let snapshot = try #require(result[Fixture.roomKey])
    #expect(snapshot.session == "ses-1")
    #expect(snapshot.isComplete)
    #expect(snapshot.anonymousCount == 5)
    #expect(snapshot.participants.map(\.joined.person) == ["nadia", "bo_1", nil])
    #expect(snapshot.participants.map(\.joined.role) == [.host, nil, nil])
    #expect(snapshot.participants[2].joined.providerRefs["user"] == "!x")
    #expect(snapshot.participants[0].joinedAt == Timestamp(nanoseconds: 1_767_225_600_000_000_001))
    #expect(snapshot.participants[0].tracks == [.audio: TrackState(publishing: false)])
    #expect(snapshot.participants[1].tracks == [.audio: TrackState(publishing: true, muted: false)])
    #expect(transport.asked[1].body["filter_conditions"] == ["published_tracks": ["$eq": "audio"]])
    #expect(transport.asked[1].parameters?["limit"] == "100")
  }

  @Test func presenceDoesNotFailForTracks() async throws {
    let call = Fixture.call(extra: Self.session([Self.participant("bo", "c-1")], counts: ["user": 1]))
    let transport = AnsweringTransport { asked, _ in
      asked.path.hasSuffix("/participants") ? .error(9, 429, "slow") : .json(["calls": [["call": call]]])
    }
    let result = try await Fixture.provider(transport).snapshots(of: [Self.query], Fixture.context())
    #expect(result[Fixture.roomKey]?.participants.map(\.tracks) == [[:]])
  }

  @Test func aListThatWasCutIsNotWhole() {
    let cut = Fixture.call(extra: Self.session([Self.participant("bo", "c-1")], counts: ["user": 2]))
    #expect(snapshot(cut)?.isComplete == false)
    let none = Fixture.call(extra: Self.session([], counts: ["user": 1]))
    #expect(snapshot(none)?.isComplete == false)
    let huge = Fixture.call(extra: Self.session([], counts: ["user": .integer(.max), "admin": .integer(.max)]))
    #expect(snapshot(huge)?.isComplete == false)
  }

  @Test func aSessionThatEndedIsNotOpen() {
    let last: JSON = [
      "id": "ses-1", "participants": [Self.participant("bo", "c-1")], "ended_at": "2026-01-01T00:00:00Z",
    ]
    let closed = snapshot(Fixture.call(extra: [("session", last)]))
    #expect(closed?.session == nil)
    #expect(closed?.participants == [])
    #expect(closed?.isComplete == true)
    #expect(snapshot(Fixture.call(endedAt: 1_767_225_600_000_000_000))?.stage == .ended)
  }

  @Test func aListOfPublishersThatWasCutSaysNothingOfTheRest() {
    var reading = TrackReading()
    reading.take(.audio, ["participants": [["user_session_id": "c-1"]], "total_participants": 300])
    #expect(reading.states(of: "c-1")[.audio]?.publishing == true)
    #expect(reading.states(of: "c-2") == [:])
  }

  private func snapshot(_ call: JSON) -> RoomSnapshot? {
    CallReading(call).snapshot(asOf: 1, roles: Fixture.roles)
  }
}
