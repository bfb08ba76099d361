import HTTPTypes
import JSONCoding
import MeetingCore
import Testing
import VendorTesting

@testable import StreamAdapter

@Suite struct RoomsTests {
  private static let path = "/video/call/audio_room/\(Fixture.roomKey)"

  /// A service that knows the users in `known` and answers creates with `call`.
  private static func service(
    known: [String: String] = [:], call: JSON = Fixture.call(), created: Bool = true
  ) -> AnsweringTransport {
    AnsweringTransport { asked, _ in
      switch asked.line {
      case "GET /users":
        .json(["users": .array(known.map { ["id": .string($0.key), "name": .string($0.value)] })], status: 200)
      case "POST \(path)": .json(["call": call, "created": .bool(created)])
      default: .json(["duration": "1ms"])
      }
    }
  }

  @Test func usersFirstThenTheCall() async throws {
    let transport = Self.service(known: ["nadia": "Old name", "switchboard": "x"])
    let spec = Fixture.spec(
      members: [
        .init(person: Person(externalID: "github|42", name: "Bo"), role: .speaker),
        .init(person: Person(externalID: "nadia"), role: .host),
      ], settings: RoomSettings(backstage: true, maximumParticipants: 9))
    let creation = try await Fixture.provider(transport).createRoom(spec, Fixture.context())
    #expect(transport.lines == ["GET /users", "POST /users", "PATCH /users", "POST \(Self.path)"])
    #expect(transport.asked[1].body == ["users": ["github_p42": ["id": "github_p42", "name": "Bo"]]])
    #expect(transport.asked[2].body == ["users": [["id": "nadia", "set": ["name": "Nadia"]]]])
    #expect(
      transport.asked[3].body["data"] == [
        "created_by_id": "nadia", "custom": ["title": "Evening jazz"],
        "settings_override": ["backstage": ["enabled": true], "limits": ["max_participants": 9]],
        "members": [
          ["user_id": "nadia", "role": "admin", "custom": ["switchboard_role": "host"]],
          ["user_id": "github_p42", "role": "moderator", "custom": ["switchboard_role": "speaker"]],
        ],
      ])
    #expect(creation.room == Fixture.room)
    #expect(!creation.existed)
    #expect(transport.requests[3].timeouts.firstByte > .seconds(9))
  }

  @Test func usersAreNotTouchedWhenNothingIsNew() async throws {
    let transport = Self.service(known: ["nadia": "Nadia", "switchboard": ""])
    _ = try await Fixture.provider(transport).createRoom(Fixture.spec(), Fixture.context())
    #expect(transport.lines == ["GET /users", "POST \(Self.path)"])
  }

  @Test func membersBeyondAHundredFollow() async throws {
    let members = (0..<250).map { RoomSpec.SpecMember(person: Person(externalID: "u\($0)"), role: .listener) }
    let transport = Self.service()
    _ = try await Fixture.provider(transport).createRoom(Fixture.spec(members: members), Fixture.context())
    let asked = transport.asked
    #expect(asked.filter { $0.line == "GET /users" }.count == 3)
    #expect(asked.first { $0.line == "POST \(Self.path)" }?.body["data"]?["members"]?.arrayValue?.count == 100)
    let rest = asked.filter { $0.line == "POST \(Self.path)/members" }
    #expect(rest.map { $0.body["update_members"]?.arrayValue?.count } == [100, 51])
  }

  @Test func aFailureAfterTheCreateSaysThatItWasDone() async {
    let transport = AnsweringTransport { asked, _ in
      switch asked.line {
      case "GET /users": .json(["users": []], status: 200)
      case "POST \(Self.path)/members": .error(9, 429, "slow down")
      default: .json(["call": Fixture.call(), "created": true])
      }
    }
    let members = (0..<100).map { RoomSpec.SpecMember(person: Person(externalID: "u\($0)"), role: .listener) }
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).createRoom(Fixture.spec(members: members), Fixture.context())
    }
    #expect(error?.executed == .yes)
  }

  @Test func aCallThatWasThereIsBroughtInLine() async throws {
    let transport = Self.service(known: ["nadia": "Nadia", "switchboard": ""], created: false)
    let creation = try await Fixture.provider(transport).createRoom(Fixture.spec(title: "New"), Fixture.context())
    #expect(creation.existed)
    #expect(
      transport.lines == ["GET /users", "POST \(Self.path)", "PATCH \(Self.path)", "POST \(Self.path)/members"])
    #expect(transport.asked[2].body == ["custom": ["title": "New"]])
  }

  @Test(arguments: [
    Fixture.call(endedAt: "2026-01-01T00:00:00Z"), Fixture.call(creator: "somebody-else"),
  ])
  func anEndedOrForeignCallIsNeverUsed(_ call: JSON) async {
    let transport = Self.service(call: call, created: false)
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).createRoom(Fixture.spec(), Fixture.context())
    }
    #expect(error?.reason == .conflict)
    #expect(error?.executed == .no)
  }

  @Test func anAnswerWithoutACallIsNamed() async {
    let transport = Self.service(call: [:])
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).createRoom(Fixture.spec(), Fixture.context())
    }
    #expect(error?.reason == .badResponse(pointer: "/call/cid"))
    #expect(error?.executed == .yes)
  }

  @Test func onlyAServiceThatSaysSoMakesARoomAbsent() async throws {
    let missing = AnsweringTransport { _, _ in
      .error(16, 404, "GetCall failed with error: \"Can't find call with id \(Fixture.cid)\"")
    }
    let found = try await Fixture.provider(missing).findRoom(
      key: Fixture.roomKey, kind: .audioRoom, Fixture.context())
    #expect(found == nil)
    for answer in [
      AnsweringTransport.Answer.success(.init(status: 404, body: Array("<html>nginx</html>".utf8))),
      .error(16, 404, "Request failed with error: \"Not Found\""),
    ] {
      let error = await failure { () throws(ProviderFailure) in
        try await Fixture.provider(AnsweringTransport { _, _ in answer }).findRoom(
          key: Fixture.roomKey, kind: .audioRoom, Fixture.context())
      }
      #expect(error != nil)
    }
  }

  @Test func endingACallThatEndedByItselfIsDone() async throws {
    let transport = AnsweringTransport { asked, _ in
      asked.method == "GET"
        ? .json(["call": Fixture.call(endedAt: 1)], status: 200)
        : .error(4, 400, "EndCall failed with error: \"already completed\"")
    }
    let outcome = try await Fixture.provider(transport).endRoom(Fixture.room, Fixture.context())
    #expect(outcome == .applied([]))
    #expect(transport.lines == ["POST \(Self.path)/mark_ended", "GET \(Self.path)"])
  }

  @Test func aConflictWithoutAnEndIsToldAsIs() async {
    let transport = AnsweringTransport { asked, _ in
      asked.method == "GET"
        ? .json(["call": Fixture.call()], status: 200) : .error(4, 400, "EndCall failed with error: \"already busy\"")
    }
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).endRoom(Fixture.room, Fixture.context())
    }
    #expect(error?.reason == .conflict)
  }

  @Test func anUpdateSendsDifferencesOnly() async throws {
    let transport = AnsweringTransport { _, _ in .json(["call": Fixture.call()], status: 200) }
    let provider = Fixture.provider(transport)
    _ = try await provider.update(Fixture.room, to: Fixture.spec(), Fixture.context())
    #expect(transport.lines == ["GET \(Self.path)"])
    _ = try await provider.update(Fixture.room, to: Fixture.spec(title: "New"), Fixture.context())
    #expect(transport.asked.last?.line == "PATCH \(Self.path)")
    #expect(transport.asked.last?.body == ["custom": ["title": "New"]])
  }

  @Test func kindsAndCapabilitiesAreThoseThatAreDone() {
    let provider = Fixture.offline
    var fewer = Fixture.account
    fewer.callTypes[.voiceCall] = nil
    let without = Fixture.provider(AnsweringTransport { _, _ in .json([:]) }, account: fewer)
    #expect(without.offering(for: .voiceCall) == nil)
    let call = provider.offering(for: .voiceCall)?.cells.keys
    #expect(call?.contains(.mute) == true && call?.contains(.anonymous) == false)
    let audio = provider.offering(for: .audioRoom)?.cells.keys.map(\.rawValue).sorted()
    #expect(
      audio == [
        "anonymous", "ban", "captions", "hls", "join_ahead", "messages", "mute", "permission_requests", "permissions",
        "presence", "reactions", "recording", "recording_read", "remove", "role", "rtmp", "stage", "tracks",
        "transcription", "unmute",
      ])
    let meeting = provider.offering(for: .meeting)
    #expect(meeting?.cells[.anonymous] == nil)
    #expect(meeting?.port(.webhooks) != nil && meeting?.port(.joining) != nil && meeting?.port(.updating) != nil)
    var account = Fixture.account
    account.callTypes[.meeting] = nil
    account.readsTracks = false
    let smaller = StreamProvider(
      account: account, transport: provider.api.sender.transport, time: provider.time,
      random: provider.api.sender.random)
    #expect(smaller.offering(for: .meeting) == nil)
    #expect(smaller.offering(for: .audioRoom)?.cells[.tracks] == nil)
  }
}
