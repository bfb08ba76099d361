import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore
import Testing
import VendorTesting

@testable import StreamAdapter

@Suite struct PermissionTests {
  private static let path = "/video/call/audio_room/\(Fixture.roomKey)"
  private static let bo = Person(externalID: "bo|1", name: "Bo")

  @Test func aHandIsRaisedWithThePersonsOwnToken() async throws {
    let transport = AnsweringTransport { _, _ in .json([:]) }
    let outcome = try await Fixture.provider(transport).raise(
      [.shareScreen, .sendAudio], by: Self.bo, in: Fixture.room, Fixture.context(actor: "nadia"))
    #expect(outcome.isApplied)
    #expect(transport.lines == ["POST \(Self.path)/request_permission"])
    #expect(transport.asked[0].body == ["permissions": ["send-audio", "screenshare"]])
    let token = try #require(transport.requests[0].fields["Authorization"])
    let claims = try JWT.verify(token, secret: Secret(Fixture.secret), now: Fixture.now.seconds)
    #expect(claims["user_id"] == "bo_p1")
    #expect(claims["call_cids"] == [.string(Fixture.cid)])
    #expect(claims["server"] == nil)
  }

  @Test func whoIsUnknownIsMadeKnownBeforeTheyAsk() async throws {
    let transport = AnsweringTransport { asked, index in
      switch asked.line {
      case "GET /users": .json(["users": []], status: 200)
      default: index == 0 ? .error(16, 404, "the user bo_p1 does not exist") : .json([:])
      }
    }
    _ = try await Fixture.provider(transport).raise([.sendAudio], by: Self.bo, in: Fixture.room, Fixture.context())
    let ask = "POST \(Self.path)/request_permission"
    #expect(transport.lines == [ask, "GET /users", "POST /users", ask])
    #expect(transport.asked[2].body["users"]?["bo_p1"]?["name"] == "Bo")
  }

  @Test func givingAndTakingGoInOneRequest() async throws {
    let transport = AnsweringTransport { _, _ in .json([:]) }
    let outcome = try await Fixture.provider(transport).change(
      Self.bo, granting: [.sendAudio], revoking: [.sendVideo, .shareScreen], in: Fixture.meeting, Fixture.context())
    #expect(outcome.isApplied)
    #expect(transport.lines == ["POST /video/call/default/\(Fixture.roomKey)/user_permissions"])
    #expect(
      transport.asked[0].body == [
        "user_id": "bo_p1", "grant_permissions": ["send-audio"], "revoke_permissions": ["send-video", "screenshare"],
      ])
  }

  @Test func aRefusalOfTheServiceIsOne() async {
    let transport = AnsweringTransport { _, _ in .error(17, 403, "requests for send-audio are not enabled") }
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).raise([.sendAudio], by: Self.bo, in: Fixture.room, Fixture.context())
    }
    #expect(error?.reason == .forbidden)
    #expect(error?.executed == .no)
    #expect(transport.requests.count == 1)
  }

  @Test func aRejectionIsToldToTheRoom() async throws {
    let transport = AnsweringTransport { _, _ in .json([:]) }
    _ = try await Fixture.provider(transport).reject(
      "prq_7", of: Self.bo, in: Fixture.room, Fixture.context(actor: "nadia"))
    #expect(transport.lines == ["POST \(Self.path)/event"])
    #expect(
      transport.asked[0].body == [
        "user_id": "nadia", "custom": ["switchboard": ["type": "permission.rejected", "request_id": "prq_7"]],
      ])
  }

  @Test func soundIsAllThatAnAudioRoomHas() {
    #expect(Fixture.offline.grantable(in: .audioRoom) == [.sendAudio])
    #expect(Fixture.offline.grantable(in: .meeting) == Set(Permission.allCases))
  }
}

@Suite struct GrantedJoinTests {
  private static let meeting = Fixture.account.roleMap(.meeting)

  private static func member(_ role: ParticipantRole, _ roles: RoleMap) -> MemberReading? {
    MemberReading(roles.request("bo", role))
  }

  @Test func whatWasGrantedToAListenerIsGrantedAgain() {
    for current in [nil, Self.member(.listener, Fixture.roles), Self.member(.speaker, Fixture.roles)] {
      let plan = JoinPlan(current: current, wanted: .listener, roles: Fixture.roles, permissions: [.sendAudio])
      #expect(plan.grants == ["send-audio"])
      #expect(plan.revokes == [])
    }
  }

  @Test func whatWasTakenFromASpeakerIsNotGivenBack() {
    for current in [nil, Self.member(.speaker, Fixture.roles)] {
      let plan = JoinPlan(current: current, wanted: .speaker, roles: Fixture.roles, permissions: [])
      #expect(plan.grants == [])
      #expect(plan.revokes == ["send-audio"])
    }
    let plan = JoinPlan(current: nil, wanted: .speaker, roles: Self.meeting, permissions: [.sendAudio])
    #expect(plan.grants == [])
    #expect(plan.revokes == ["send-video", "screenshare"])
  }

  @Test func whatTheRoleMayAnywayChangesNothing() {
    for role in ParticipantRole.allCases {
      for roles in [Fixture.roles, Self.meeting] {
        let usual = role.permissions(in: roles.kind)
        #expect(
          JoinPlan(current: nil, wanted: role, roles: roles, permissions: usual)
            == JoinPlan(current: nil, wanted: role, roles: roles))
      }
    }
  }
}
