import Cryptography
import JSONCoding
import MeetingCore
import Testing
import VendorTesting

@testable import VideoSDKAdapter

@Suite struct TokenTests {
  private static func admission(
    _ role: ParticipantRole, person: Person? = Person(externalID: "ana@b.c", name: "Ana"),
    permissions: Set<Permission>? = nil
  ) -> Admission {
    Admission(
      person: person, role: role, issuedAt: Fixture.now, expiresAt: Fixture.now.advanced(bySeconds: 600),
      permissions: permissions)
  }

  private static func claims(_ credentials: JoinCredentials) throws -> JSON {
    try JWT.verify(credentials.token, secret: Secret(Fixture.secret), now: Fixture.now.seconds)
  }

  private static func connect(_ credentials: JoinCredentials) throws -> JSON {
    try JSON.parse(Array(credentials.connect.text.utf8), mode: .strict)
  }

  @Test(arguments: [
    (ParticipantRole.host, ["allow_join", "allow_mod"]), (.coHost, ["allow_join", "allow_mod"]),
    (.speaker, ["allow_join"]), (.listener, ["allow_join"]), (.agent, ["allow_join"]),
  ])
  func aTokenIsForOneRoomAndOneParticipant(_ role: ParticipantRole, _ permissions: [String]) async throws {
    let credentials = try await Fixture.offline().credentials(
      for: Self.admission(role), to: Fixture.room, Fixture.context())
    let claims = try Self.claims(credentials)
    #expect(
      claims == [
        "apikey": "key-v", "permissions": .array(permissions.map(JSON.string)), "version": 2,
        "roomId": .string(Fixture.roomID), "participantId": "ana_mb_dc", "roles": ["rtc"],
        "iat": .integer(Fixture.now.seconds - 5), "exp": .integer(Fixture.now.seconds + 600),
      ])
    #expect(credentials.expiresAt == Timestamp(nanoseconds: (Fixture.now.seconds + 600) * 1_000_000_000))
  }

  @Test func theRequestsTokenJoinsNothing() throws {
    let token = try Tokens(apiKey: "key-v", secret: Secret(Fixture.secret)).request(now: Fixture.now, seconds: 600)
    let claims = try JWT.verify(token, secret: Secret(Fixture.secret), now: Fixture.now.seconds)
    #expect(claims["roles"] == ["crawler"])
    #expect(claims["permissions"] == ["allow_join", "allow_mod"])
    #expect(claims["version"] == 2)
    #expect(claims["exp"]?.integerValue == Fixture.now.seconds + 600)
    #expect(claims["roomId"] == nil && claims["participantId"] == nil)
  }

  /// The service takes `ask_join` with neither of the others.
  @Test func nobodyHasToAsk() async throws {
    for role in ParticipantRole.allCases {
      let credentials = try await Fixture.offline().credentials(
        for: Self.admission(role), to: Fixture.room, Fixture.context())
      #expect(try Self.claims(credentials)["permissions"]?.arrayValue?.contains("ask_join") == false)
    }
  }

  /// A token from the future is refused, and rounding up makes one.
  @Test func theTimeOfIssueLiesInThePast() async throws {
    let ahead = Admission(
      person: Person(externalID: "ana"), role: .speaker, issuedAt: Fixture.now.advanced(bySeconds: 3_600),
      expiresAt: Fixture.now.advanced(bySeconds: 7_200))
    let credentials = try await Fixture.offline().credentials(for: ahead, to: Fixture.room, Fixture.context())
    #expect(try Self.claims(credentials)["iat"]?.integerValue ?? .max < Fixture.now.seconds)
  }

  @Test func theClientIsToldWhatItsSDKNeeds() async throws {
    let credentials = try await Fixture.offline().credentials(
      for: Self.admission(.speaker), to: Fixture.room, Fixture.context())
    #expect(
      try Self.connect(credentials) == [
        "kind": "videosdk", "meeting_id": .string(Fixture.roomID), "participant_id": "ana_mb_dc",
        "display_name": "Ana", "mode": "SEND_AND_RECV", "signaling_base_url": "127.0.0.1:1",
      ])
    #expect(credentials.permissions == ["send_audio"])
    #expect(credentials.hiddenVendorIDs.isEmpty, "without sockets there is no seat")
    let conventions = try JSON.parse(Array(credentials.conventions.text.utf8), mode: .strict)
    #expect(conventions["topics"]?["change_mode"] == "CHANGE_MODE_ana_mb_dc")
    #expect(conventions["topics"]?["raise_hand"] == "RAISE_HAND")
  }

  @Test func theServicesOwnSignallingIsNotNamed() async throws {
    let account = VideoSDKAccount(apiKey: "key-v", secret: Secret(Fixture.secret))
    let credentials = try await Fixture.offline(account: account).credentials(
      for: Self.admission(.speaker), to: Fixture.room, Fixture.context())
    #expect(try Self.connect(credentials)["signaling_base_url"] == .null)
  }

  @Test(
    arguments: [
      (ParticipantRole.listener, nil, "RECV_ONLY"), (.listener, [.sendAudio], "SEND_AND_RECV"),
      (.speaker, [], "RECV_ONLY"), (.host, nil, "SEND_AND_RECV"),
    ] as [(ParticipantRole, Set<Permission>?, String)])
  func theModeFollowsWhatTheyMayPublish(
    _ row: (role: ParticipantRole, permissions: Set<Permission>?, mode: String)
  ) async throws {
    let credentials = try await Fixture.offline().credentials(
      for: Self.admission(row.role, permissions: row.permissions), to: Fixture.room, Fixture.context())
    #expect(try Self.connect(credentials)["mode"] == .string(row.mode))
  }

  @Test func anonymousPeopleHaveAnIDOfTheirOwn() async throws {
    let provider = Fixture.offline()
    var ids: Set<String> = []
    for _ in 0..<3 {
      let credentials = try await provider.credentials(
        for: Self.admission(.host, person: nil), to: Fixture.room, Fixture.context())
      let claims = try Self.claims(credentials)
      #expect(claims["permissions"] == ["allow_join"], "nobody moderates unnamed")
      let id = try #require(claims["participantId"]?.stringValue)
      #expect(ParticipantID.isAnonymous(id))
      #expect(try Self.connect(credentials)["participant_id"] == .string(id))
      ids.insert(id)
    }
    #expect(ids.count == 3)
  }

  @Test func anIDThatNoExternalIDHasIsRefused() async {
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.offline().credentials(
        for: Self.admission(.speaker, person: Person(externalID: "a b")), to: Fixture.room, Fixture.context())
    }
    #expect(error?.reason == .invalid)
  }

  /// A room whose ids were lost is looked up.
  @Test func aRoomWithoutItsIDIsLookedUp() async throws {
    let transport = AnsweringTransport(["GET /v2/rooms/\(Fixture.roomKey)": .json(Fixture.room())])
    let room = ProviderRoom(key: Fixture.roomKey, kind: .audioRoom, refs: [:])
    let credentials = try await Fixture.provider(transport).credentials(
      for: Self.admission(.speaker), to: room, Fixture.context())
    #expect(try Self.claims(credentials)["roomId"] == .string(Fixture.roomID))
  }
}
