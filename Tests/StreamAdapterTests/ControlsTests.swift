import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore
import Testing
import VendorTesting

@testable import StreamAdapter

@Suite struct StagingTests {
  private static let path = "/video/call/audio_room/\(Fixture.roomKey)"

  @Test func goingLiveIsConfirmedByTheAnswer() async throws {
    let transport = AnsweringTransport { _, _ in .json(["call": Fixture.call(backstage: false)]) }
    let outcome = try await Fixture.provider(transport).goLive(Fixture.room, Fixture.context())
    let live = Fact.Detail.roomObserved(stage: .live, endedAt: nil, endedBy: nil, reason: nil)
    #expect(outcome == .applied([Fact(occurredAt: Fixture.now, source: .api, live)]))
  }

  @Test func anAnswerThatSaysOtherwiseIsNoSuccess() async {
    let transport = AnsweringTransport { _, _ in .json(["call": Fixture.call(backstage: true)]) }
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).goLive(Fixture.room, Fixture.context())
    }
    #expect(error?.reason == .badResponse(pointer: "/call/backstage"))
  }

  @Test func beingLiveAlreadyIsDone() async throws {
    let transport = AnsweringTransport { asked, _ in
      asked.method == "GET"
        ? .json(["call": Fixture.call(backstage: false)], status: 200) : .error(4, 400, "already live")
    }
    let outcome = try await Fixture.provider(transport).goLive(Fixture.room, Fixture.context())
    #expect(outcome.isApplied)
  }

  @Test func whoeverStaysBackstageWithoutRightIsThrownOut() async throws {
    let transport = Self.stopped([
      ("c-1", "nadia", "user"), ("c-2", "co", "admin"), ("c-3", "sp", "moderator"), ("c-4", "li", "user"),
      ("c-5", "li", "user"),
    ])
    let outcome = try await Fixture.provider(transport).stopLive(Fixture.room, Fixture.context())
    #expect(outcome.isApplied)
    let kicks = transport.asked.filter { $0.line == "POST \(Self.path)/kick" }
    #expect(kicks.map { $0.body["user_id"]?.stringValue } == ["li", "sp"])
    #expect(kicks.allSatisfy { $0.body["block"] == false })
  }

  @Test func earlyListenersStayWhileTheRoomOpensAhead() async throws {
    let transport = Self.stopped(
      [("c-4", "li", "user")],
      extra: [("starts_at", "2026-01-01T00:05:00Z"), ("join_ahead_time_seconds", 300)])
    _ = try await Fixture.provider(transport).stopLive(Fixture.room, Fixture.context())
    #expect(transport.lines == ["POST \(Self.path)/stop_live"])
  }

  @Test func aFailedClearanceDoesNotUndoTheStage() async throws {
    let transport = AnsweringTransport { asked, index in
      index == 0 ? .json(["call": Fixture.call(extra: [("current_session_id", "s-1")])]) : .error(-1, 500, "no")
    }
    let outcome = try await Fixture.provider(transport).stopLive(Fixture.room, Fixture.context())
    #expect(outcome.isApplied)
  }

  private static func stopped(_ people: [(String, String, String)], extra: [(String, JSON)] = [])
    -> AnsweringTransport
  {
    let call = Fixture.call(extra: [("current_session_id", "s-1")] + extra)
    let rows = people.map { row -> JSON in
      ["user_session_id": .string(row.0), "user": ["id": .string(row.1)], "role": .string(row.2)]
    }
    return AnsweringTransport { asked, _ in
      asked.path.hasSuffix("/participants") ? .json(["participants": .array(rows)]) : .json(["call": call])
    }
  }
}

@Suite struct ModerationTests {
  private static let path = "/video/call/audio_room/\(Fixture.roomKey)"

  @Test func peopleAreMutedByName() async throws {
    let transport = AnsweringTransport { _, _ in .json([:]) }
    let targets = [Target(person: "bo"), Target(person: nil), Target(person: "a.b"), Target(person: "bo")]
    let outcome = try await Fixture.provider(transport).mute(
      targets, tracks: [.audio], in: Fixture.room, Fixture.context(actor: "nadia"))
    #expect(
      transport.asked.map(\.body) == [
        [
          "user_ids": ["a_db", "bo"], "muted_by_id": "nadia", "audio": true, "video": false, "screenshare": false,
          "screenshare_audio": false,
        ]
      ])
    let muted = ["a.b", "bo"].map { person in
      Fact(occurredAt: Fixture.now, source: .api, .muted(person: person, tracks: [.audio], by: "nadia"))
    }
    #expect(outcome == .applied(muted))
  }

  @Test func mutingNobodyKnownAsksNobody() async {
    let transport = AnsweringTransport { _, _ in .json([:]) }
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).mute(
        [Target(person: nil)], tracks: [.audio], in: Fixture.room, Fixture.context())
    }
    #expect(error?.reason == .participantNotFound)
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: [RejoinPolicy.none, .untilSessionEnds, .forever])
  func removingBlocksWhenTheyMustNotComeBack(_ rejoin: RejoinPolicy) async throws {
    let transport = AnsweringTransport { _, _ in .json([:]) }
    _ = try await Fixture.provider(transport).remove(
      Target(person: "bo"), rejoin: rejoin, from: Fixture.room, Fixture.context())
    #expect(transport.lines == ["POST \(Self.path)/kick"])
    #expect(
      transport.asked[0].body == [
        "user_id": "bo", "block": .bool(rejoin != .none), "kicked_by_id": "switchboard",
      ])
  }

  @Test(arguments: [
    (16, 404, "KickUser failed with error: \"the user bo does not exist\"", ProviderFailure.Reason.participantNotFound),
    (4, 400, "KickUser failed with error: \"the user bo is not in the call\"", .participantNotFound),
    (16, 404, "KickUser failed with error: \"Can't find call with id x\"", .notFound), (-1, 503, "down", .unavailable),
  ])
  func whatIsAbsentIsToldApart(_ code: Int64, _ status: Int, _ message: String, _ reason: ProviderFailure.Reason) async
  {
    let transport = AnsweringTransport { asked, _ in
      asked.line == "GET /users" ? .json(["users": [["id": "nadia"]]], status: 200) : .error(code, status, message)
    }
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).remove(
        Target(person: "bo"), rejoin: .none, from: Fixture.room, Fixture.context(actor: "nadia"))
    }
    #expect(error?.reason == reason)
  }

  @Test func anActorWhomTheServiceDoesNotKnowIsMade() async throws {
    let transport = AnsweringTransport { asked, index in
      switch asked.line {
      case "GET /users": .json(["users": []], status: 200)
      default: index == 0 ? .error(4, 400, "the provided users [di] don't exist") : .json([:])
      }
    }
    _ = try await Fixture.provider(transport).mute(
      [Target(person: "bo")], tracks: [.audio], in: Fixture.room, Fixture.context(actor: "di"))
    #expect(
      transport.lines == [
        "POST \(Self.path)/mute_users", "GET /users", "POST /users", "POST \(Self.path)/mute_users",
      ])
  }

  @Test func aBanHoldsForSomebodyNeverSeen() async throws {
    let transport = AnsweringTransport { asked, index in
      switch asked.line {
      case "GET /users": .json(["users": []], status: 200)
      default: index == 0 ? .error(4, 400, "the provided users [bo] don't exist") : .json([:])
      }
    }
    _ = try await Fixture.provider(transport).ban("bo", in: Fixture.room, Fixture.context())
    #expect(
      transport.lines == ["POST \(Self.path)/block", "GET /users", "POST /users", "POST \(Self.path)/block"])
  }

  @Test func nobodyNeverSeenIsBanned() async throws {
    let transport = AnsweringTransport { _, _ in .error(4, 400, "the provided users [bo] don't exist") }
    let outcome = try await Fixture.provider(transport).unban("bo", in: Fixture.room, Fixture.context())
    #expect(outcome.isApplied)
    #expect(transport.lines == ["POST \(Self.path)/unblock"])
  }
}

@Suite struct JoiningTests {
  private static let path = "/video/call/audio_room/\(Fixture.roomKey)"

  @Test func rightsAreInPlaceBeforeTheToken() async throws {
    let transport = Self.service(member: nil)
    let credentials = try await Fixture.provider(transport).credentials(
      for: Self.admission("github|42", .speaker), to: Fixture.room, Fixture.context())
    #expect(Set(transport.lines.prefix(2)) == ["GET /users", "POST /video/call/members"])
    #expect(Array(transport.lines.suffix(2)) == ["POST \(Self.path)/members", "POST \(Self.path)/user_permissions"])
    #expect(transport.asked.last?.body == ["user_id": "github_p42", "grant_permissions": ["send-audio"]])
    let claims = try JWT.verify(
      credentials.token, secret: Secret(Fixture.secret), now: Fixture.now.seconds)
    #expect(claims["user_id"] == "github_p42")
    #expect(claims["iat"] == .integer(Fixture.now.seconds - 5))
    #expect(claims["exp"] == .integer(Fixture.now.seconds + 600))
    #expect(claims["call_cids"] == [.string(Fixture.cid)])
    #expect(credentials.permissions == ["send_audio"])
    #expect(
      try JSON.parse(Array(credentials.connect.text.utf8), mode: .strict) == [
        "kind": "stream", "api_key": "key-a", "call_type": "audio_room", "call_id": .string(Fixture.roomKey),
        "user": ["id": "github_p42", "name": "Bo", "image_url": nil], "base_url": "http://127.0.0.1:1",
      ])
    #expect(credentials.sdkPackages["ios"] == "stream-video-swift")
    #expect(credentials.expiresAt.nanoseconds == (Fixture.now.seconds + 600) * 1_000_000_000)
  }

  @Test func aListenerWritesNothing() async throws {
    let transport = Self.service(member: nil)
    let credentials = try await Fixture.provider(transport).credentials(
      for: Self.admission("github|42", .listener), to: Fixture.room, Fixture.context())
    #expect(Set(transport.lines) == ["GET /users", "POST /video/call/members"])
    #expect(credentials.permissions == [])
  }

  @Test func aSpeakerWhoBecomesAListenerLosesTheirVoice() async throws {
    let transport = Self.service(member: Fixture.roles.request("github_p42", .speaker))
    _ = try await Fixture.provider(transport).credentials(
      for: Self.admission("github|42", .listener), to: Fixture.room, Fixture.context())
    #expect(
      transport.asked.last?.body == ["user_id": "github_p42", "revoke_permissions": ["send-audio"]])
  }

  @Test func aFailedGrantGivesNoToken() async {
    let transport = AnsweringTransport { asked, _ in
      asked.path.hasSuffix("/user_permissions") ? .error(-1, 500, "no") : Self.answer(asked, member: nil)
    }
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).credentials(
        for: Self.admission("github|42", .speaker), to: Fixture.room, Fixture.context())
    }
    #expect(error?.reason == .unavailable)
  }

  @Test func anonymousListenersNeedNoRequest() async throws {
    let transport = Self.service(member: nil)
    let credentials = try await Fixture.provider(transport).credentials(
      for: Self.admission(nil, .listener), to: Fixture.room, Fixture.context())
    let claims = try JWT.verify(credentials.token, secret: Secret(Fixture.secret), now: Fixture.now.seconds)
    #expect(claims["user_id"] == "!anon")
    #expect(claims["role"] == "viewer")
    #expect(transport.requests.isEmpty)
  }

  @Test func anonymousPeopleAreRefusedWhereTheTypeDoesNotTakeThem() async {
    for (room, role) in [(Fixture.meeting, ParticipantRole.listener), (Fixture.room, .speaker)] {
      let error = await failure { () throws(ProviderFailure) in
        try await Fixture.offline.credentials(for: Self.admission(nil, role), to: room, Fixture.context())
      }
      #expect(error == ProviderFailure(.forbidden, executed: .no, operation: "CreateToken"))
    }
  }

  @Test func anIDThatCannotBeIsRefusedBeforeAnyRequest() async {
    let transport = Self.service(member: nil)
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).credentials(
        for: Self.admission("!anon", .host), to: Fixture.room, Fixture.context())
    }
    #expect(error?.reason == .invalid)
    #expect(transport.requests.isEmpty)
  }

  private static func service(member: JSON?) -> AnsweringTransport {
    AnsweringTransport { asked, _ in answer(asked, member: member) }
  }

  private static func answer(_ asked: Asked, member: JSON?) -> AnsweringTransport.Answer {
    switch asked.line {
    case "GET /users": .json(["users": [["id": "github_p42", "name": "Bo"]]], status: 200)
    case "POST /video/call/members": .json(["members": .array([member].compactMap { $0 })])
    default: .json([:])
    }
  }

  private static func admission(_ person: String?, _ role: ParticipantRole) -> Admission {
    Admission(
      person: person.map { Person(externalID: $0, name: "Bo") }, role: role, issuedAt: Fixture.now,
      expiresAt: Fixture.now.advanced(bySeconds: 600))
  }
}
