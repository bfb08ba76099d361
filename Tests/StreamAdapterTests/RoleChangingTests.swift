import JSONCoding
import MeetingCore
import Testing
import VendorTesting

@testable import StreamAdapter

@Suite struct RoleChangingTests {
  private static let path = "/video/call/audio_room/\(Fixture.roomKey)"
  private static let meetingPath = "/video/call/default/\(Fixture.roomKey)"
  private static let bo = Person(externalID: "bo", name: "Bo")

  @Test(
    arguments: [
      (ParticipantRole.listener, "user", nil, ["send-audio"]), (.speaker, "moderator", ["send-audio"], nil),
      (.coHost, "admin", ["send-audio"], nil), (.host, "admin", ["send-audio"], nil),
    ] as [(ParticipantRole, String, JSON?, JSON?)])
  func aRoleIsAMembershipAndWhatItMaySend(_ role: ParticipantRole, _ member: String, _ grant: JSON?, _ revoke: JSON?)
    async throws
  {
    let transport = AnsweringTransport { _, _ in .json([:]) }
    let outcome = try await Fixture.provider(transport).setRole(
      of: Self.bo, to: role, in: Fixture.room, Fixture.context())
    #expect(
      outcome == .applied([Fact(occurredAt: Fixture.now, source: .api, .memberChanged(person: "bo", role: role))]))
    #expect(transport.lines == ["POST \(Self.path)/members", "POST \(Self.path)/user_permissions"])
    #expect(
      transport.asked[0].body["update_members"] == [
        ["user_id": "bo", "role": .string(member), "custom": ["switchboard_role": .string(role.rawValue)]]
      ])
    #expect(transport.asked[1].body["grant_permissions"] == grant)
    #expect(transport.asked[1].body["revoke_permissions"] == revoke)
  }

  @Test func aRoleThatTheAnswerContradictsIsNotGiven() async throws {
    let transport = AnsweringTransport { _, _ in .json(["members": [["user_id": "bo", "role": "user"]]]) }
    let provider = Fixture.provider(transport)
    let failure = await #expect(throws: ProviderFailure.self) {
      _ = try await provider.setRole(of: Self.bo, to: .coHost, in: Fixture.room, Fixture.context())
    }
    #expect(failure?.reason == .badResponse(pointer: "/members/role"))
    #expect(failure?.executed == .yes)
    #expect(transport.lines == ["POST \(Self.path)/members"])
  }

  @Test func inAMeetingAListenerSendsNothing() async throws {
    let transport = AnsweringTransport { _, _ in .json([:]) }
    _ = try await Fixture.provider(transport).setRole(
      of: Self.bo, to: .listener, in: Fixture.meeting, Fixture.context())
    #expect(transport.lines.last == "POST \(Self.meetingPath)/user_permissions")
    #expect(transport.asked[1].body["revoke_permissions"] == ["send-audio", "send-video", "screenshare"])
  }

  @Test func somebodyTheServiceMissesIsMadeKnownFirst() async throws {
    let transport = AnsweringTransport { asked, index in
      if index == 0 {
        return .error(4, 400, "UpdateCallMembers failed with error: \"the provided users [bo] don't exist\"")
      }
      return asked.method == "GET" ? .json(["users": []], status: 200) : .json([:])
    }
    _ = try await Fixture.provider(transport).setRole(of: Self.bo, to: .speaker, in: Fixture.room, Fixture.context())
    #expect(
      transport.lines == [
        "POST \(Self.path)/members", "GET /users", "POST /users", "POST \(Self.path)/members",
        "POST \(Self.path)/user_permissions",
      ])
  }

  @Test func membersBeyondAHundredAreSentInPages() async throws {
    let transport = AnsweringTransport { asked, _ in
      asked.method == "GET" ? .json(["users": []], status: 200) : .json([:])
    }
    let members = (0..<250).map { RoomSpec.SpecMember(person: Person(externalID: "m\($0)"), role: .listener) }
    _ = try await Fixture.provider(transport).setMembers(members, in: Fixture.room, Fixture.context())
    let sent = transport.asked.filter { $0.line == "POST \(Self.path)/members" }
    #expect(sent.map { $0.body["update_members"]?.arrayValue?.count } == [100, 100, 50])
  }

  /// What was granted or revoked outlives the membership at the service.
  @Test func whoIsNoMemberAnyMoreHasWhatAnybodyHas() async throws {
    let transport = AnsweringTransport { asked, _ in
      asked.body["user_id"] == "cy"
        ? .error(4, 400, "UpdateUserPermissions failed with error: \"the provided users [cy] don't exist\"")
        : .json([:])
    }
    let provider = Fixture.provider(transport)
    _ = try await provider.removeMembers(["bo", "cy"], from: Fixture.room, Fixture.context())
    #expect(transport.lines.first == "POST \(Self.path)/members")
    #expect(transport.asked[0].body == ["remove_members": ["bo", "cy"]])
    #expect(transport.asked[1].body == ["user_id": "bo", "revoke_permissions": ["send-audio"]])
    _ = try await provider.removeMembers(["bo"], from: Fixture.meeting, Fixture.context())
    #expect(
      transport.asked.last?.body == [
        "user_id": "bo", "grant_permissions": ["send-audio", "send-video", "screenshare"],
      ])
  }
}

@Suite struct UnmutingTests {
  private static let path = "/video/call/audio_room/\(Fixture.roomKey)"

  @Test func peopleAreLetSpeakAndAskedTo() async throws {
    let transport = AnsweringTransport { _, _ in .json([:]) }
    let outcome = try await Fixture.provider(transport).unmute(
      [Target(person: "bo|1"), Target(person: nil)], tracks: [.video, .audio], in: Fixture.room,
      Fixture.context(actor: "nadia"))
    #expect(outcome == .requested([]))
    #expect(transport.lines == ["POST \(Self.path)/user_permissions", "POST \(Self.path)/event"])
    #expect(transport.asked[0].body == ["user_id": "bo_p1", "grant_permissions": ["send-audio"]])
    #expect(
      transport.asked[1].body == [
        "user_id": "nadia",
        "custom": ["switchboard": ["type": "unmute.requested", "to": ["bo|1"], "tracks": ["audio", "video"]]],
      ])
  }

  @Test func nobodyKnownIsNobodyAsked() async {
    let transport = AnsweringTransport { _, _ in .json([:]) }
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).unmute(
        [Target(person: nil)], tracks: [.audio], in: Fixture.room, Fixture.context())
    }
    #expect(error?.reason == .participantNotFound)
    #expect(transport.requests.isEmpty)
  }
}
