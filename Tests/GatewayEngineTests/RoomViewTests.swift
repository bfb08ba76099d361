import GatewayEngine
import MeetingCore
import RoomReducer
import Testing

@Suite struct RoomViewTests {
  /// Two devices of ana, the older as a speaker; bo; somebody without a name; one who has left.
  @Test func whoHasTwoDevicesCountsOnceInTheRoleOfTheOlder() throws {
    let participants = [
      participant("a-new", "ana", .listener, at: 5), participant("a-old", "ana", .speaker, at: 1),
      participant("b", "bo", .listener, at: 2), participant("x", nil, .listener, at: 3),
      participant("c", "cy", .host, at: 1, leftAt: 4),
    ]
    let session = try #require(RoomViews.view(state(participants), people: [:]).session)
    #expect(session.participantCount == 4)
    #expect(session.personCount == 2)
    #expect(session.personCountByRole == [.speaker: 1, .listener: 1])
    #expect(session.anonymousCount == 7)
  }

  /// Whose devices came in the same moment: the one with the lower id.
  @Test func ofTwoThatCameTogetherTheFirstByIdCounts() throws {
    let both = [participant("2", "ana", .listener, at: 1), participant("1", "ana", .host, at: 1)]
    for order in [both, both.reversed()] {
      let session = try #require(RoomViews.view(state(order), people: [:]).session)
      #expect(session.personCountByRole == [.host: 1])
    }
  }

  @Test func withoutAnOpenSessionThereIsNothingToCount() {
    var closed = state([participant("a", "ana", .speaker, at: 1)])
    closed.sessions = [:]
    #expect(RoomViews.view(closed, people: [:]).session == nil)
  }

  private func state(_ participants: [Participant]) -> RoomState {
    var room = Room(
      id: "room_1", tenant: "ten_a", kind: .audioRoom, provider: "p", providerKind: "k", createdAt: time(0), host: "h",
      settings: RoomSettings(backstage: false))
    room.anonymousCount = 7
    return RoomState(
      room: room, participants: Dictionary(uniqueKeysWithValues: participants.map { ($0.connection, $0) }),
      sessions: ["ses_1": Session(id: "ses_1", vendorID: "s", startedAt: time(0))])
  }

  private func participant(
    _ id: String, _ person: String?, _ role: ParticipantRole, at joined: Int64, leftAt: Int64? = nil
  ) -> Participant {
    Participant(
      id: "par_\(id)", connection: id, person: person, session: "ses_1", role: role, joinedAt: time(joined),
      leftAt: leftAt.map(time))
  }

  private func time(_ seconds: Int64) -> Timestamp { Timestamp(nanoseconds: seconds * 1_000_000_000) }
}
