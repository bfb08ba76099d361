import HTTPTypes
import JSONCoding
import MeetingCore
import Testing
import VendorTesting

@testable import VideoSDKAdapter

@Suite struct RoomsTests {
  private static let get = "GET /v2/rooms/\(Fixture.roomKey)"
  private static let create = "POST /v2/rooms"
  private static let end = "POST /v2/sessions/end"
  private static let close = "POST /v2/rooms/deactivate"
  private static let list = "GET /v2/sessions/"
  private static let byID = "GET /v2/rooms/\(Fixture.roomID)"
  private static let unknown = AnsweringTransport.Answer.error(["error": "Room not found"], status: 404)

  private static func create(_ transport: AnsweringTransport, _ spec: RoomSpec = Fixture.spec()) async
    -> Result<RoomCreation, ProviderFailure>
  {
    do { return .success(try await Fixture.provider(transport).createRoom(spec, Fixture.context())) } catch {
      return .failure(error)
    }
  }

  private static func refusal(_ transport: AnsweringTransport, _ spec: RoomSpec = Fixture.spec()) async
    -> ProviderFailure?
  {
    if case .failure(let error) = await create(transport, spec) { error } else { nil }
  }

  private static func end(_ transport: AnsweringTransport) async throws(ProviderFailure) -> ControlOutcome {
    try await Fixture.provider(transport).endRoom(Fixture.room, Fixture.context())
  }

  // MARK: Creating

  @Test func aRoomIsMadeUnderOurIDWithItsWebhook() async throws {
    let transport = AnsweringTransport([Self.get: Self.unknown, Self.create: .json(Fixture.room())])
    let creation = try await Self.create(transport).get()
    #expect(creation == RoomCreation(room: Fixture.room, existed: false))
    #expect(transport.lines == [Self.get, Self.create])
    #expect(
      transport.asked[1].body == [
        "customRoomId": .string(Fixture.roomKey),
        "webhook": ["endPoint": "https://gateway.example/v1/hooks/videosdk-main", "events": ["*"]],
      ])
  }

  @Test func withoutAnAddressThereIsNoWebhook() async throws {
    let transport = AnsweringTransport([Self.get: Self.unknown, Self.create: .json(Fixture.room())])
    var account = Fixture.account
    account.hookURL = nil
    _ = try await Fixture.provider(transport, account: account).createRoom(Fixture.spec(), Fixture.context())
    #expect(transport.asked[1].body == ["customRoomId": .string(Fixture.roomKey)])
  }

  @Test func whatARoomIsGivenComesWithIt() async throws {
    let transport = AnsweringTransport([Self.get: Self.unknown, Self.create: .json(Fixture.room())])
    let options =
      #"{"multi_composition":{"recording":true,"hls":true},"geo_fence":"eu001","auto_close":{"type":"session_ends","after_minutes":90}}"#
    let spec = Fixture.spec(settings: RoomSettings(backstage: false, recordAutomatically: true), options: options)
    _ = try await Self.create(transport, spec).get()
    let body = transport.asked[1].body
    #expect(body["multiComposition"] == ["recording": true, "hls": true])
    #expect(body["geoFence"] == "eu001")
    #expect(body["autoCloseConfig"] == ["type": "session-ends", "duration": 90])
    #expect(body["autoStartConfig"] == ["recording": ["config": ["mode": "audio"]]])
  }

  @Test func aRoomThatIsThereIsUsed() async throws {
    let transport = AnsweringTransport([Self.get: .json(Fixture.room())])
    #expect(try await Self.create(transport).get() == RoomCreation(room: Fixture.room, existed: true))
    #expect(transport.lines == [Self.get])
  }

  @Test func aClosedRoomIsNeverUsedAgain() async {
    let transport = AnsweringTransport([Self.get: .json(Fixture.room(disabled: true))])
    #expect(
      await Self.create(transport) == .failure(ProviderFailure(.conflict, executed: .no, operation: "rooms.create")))
  }

  /// A room that cannot be looked for has surely not been made.
  @Test func aLookThatFailsMakesNothing() async {
    let transport = AnsweringTransport { _, _ in
      .failure(HTTPClientFailure(.firstByteTimeout, requestMayHaveBeenSent: true))
    }
    let error = await Self.refusal(transport)
    #expect(error?.reason == .timeout)
    #expect(error?.executed == .no)
  }

  @Test func aLostAnswerLeavesItOpen() async {
    let transport = AnsweringTransport { asked, _ in
      asked.method == "GET" ? Self.unknown : .failure(HTTPClientFailure(.connectionLost, requestMayHaveBeenSent: true))
    }
    let error = await Self.refusal(transport)
    #expect(error?.executed == .maybe)
  }

  @Test(
    arguments: [
      (["customRoomId": .string(Fixture.roomKey)], "/roomId"), ([:], "/roomId"), (Fixture.room(id: ""), "/roomId"),
      (Fixture.room(id: nil), "/roomId"), (Fixture.room(id: 17), "/roomId"),
      (Fixture.room(key: "somebody-else"), "/customRoomId"),
    ] as [(JSON, String)])
  func anAnswerWithoutTheIDIsNoSuccess(_ answer: JSON, _ pointer: String) async {
    let transport = AnsweringTransport([Self.get: Self.unknown, Self.create: .json(answer)])
    #expect(
      await Self.create(transport)
        == .failure(ProviderFailure(.badResponse(pointer: pointer), executed: .yes, operation: "rooms.create")))
  }

  /// An error under a success, and an API key that was given for a token, both give an empty room elsewhere.
  @Test func anErrorUnderASuccessIsNoRoom() async {
    let transport = AnsweringTransport([Self.get: Self.unknown, Self.create: .json(["error": "quota"])])
    let error = await Self.refusal(transport)
    #expect(error?.reason == .badResponse(pointer: "/error"))
  }

  @Test func aVoiceCallIsNoRoomHere() async {
    let transport = AnsweringTransport([:])
    let error = await Self.refusal(transport, Fixture.spec(kind: .voiceCall))
    #expect(error?.reason == .invalid)
    #expect(transport.requests.isEmpty)
    #expect(Fixture.offline().offering(for: .voiceCall) == nil)
  }

  // MARK: Finding

  @Test func aRoomIsFoundByOurIDAndOneThatIsNotThereIsNil() async throws {
    let there = AnsweringTransport([Self.get: .json(Fixture.room())])
    #expect(
      try await Fixture.provider(there).findRoom(key: Fixture.roomKey, kind: .audioRoom, Fixture.context())
        == Fixture.room)
    for status in [404, 400] {
      let gone = AnsweringTransport([Self.get: .error(["error": "Room not found"], status: status)])
      #expect(
        try await Fixture.provider(gone).findRoom(key: Fixture.roomKey, kind: .audioRoom, Fixture.context()) == nil)
    }
  }

  @Test(arguments: [500, 429, 402, 401])
  func whatIsNotSurelyAbsentIsNoAnswer(_ status: Int) async {
    let transport = AnsweringTransport([Self.get: .error(["error": "x"], status: status)])
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).findRoom(key: Fixture.roomKey, kind: .audioRoom, Fixture.context())
    }
    #expect(error != nil)
  }

  // MARK: Ending

  @Test func endingEndsTheSessionAndClosesTheRoom() async throws {
    let transport = AnsweringTransport([
      Self.end: .json(Fixture.session()), Self.close: .json(["meetingId": .string(Fixture.roomID), "disabled": true]),
      Self.list: .json(Fixture.page([])),
    ])
    #expect(try await Self.end(transport) == .applied([]))
    #expect(transport.lines == [Self.end, Self.close, Self.list])
    for asked in transport.asked.prefix(2) { #expect(asked.body["roomId"] == .string(Fixture.roomID)) }
  }

  /// The service confirms the end before it comes.
  @Test func anEndThatIsStillComingIsPending() async throws {
    let transport = AnsweringTransport([
      Self.end: .json(Fixture.session()), Self.close: .json([:]), Self.list: .json(Fixture.page([Fixture.session()])),
    ])
    #expect(
      try await Self.end(transport)
        == .pending(confirmedBy: [.sessionOver(vendorID: Fixture.session)], within: .seconds(60)))
  }

  @Test func aSessionThatBeganMeanwhileIsEndedToo() async throws {
    let transport = AnsweringTransport([
      Self.end: .json(Fixture.session()), Self.close: .json([:]),
      Self.list: .json(Fixture.page([Fixture.session(id: "s-2"), Fixture.session(status: "ended")])),
    ])
    #expect(
      try await Self.end(transport) == .pending(confirmedBy: [.sessionOver(vendorID: "s-2")], within: .seconds(60)))
    #expect(transport.lines == [Self.end, Self.close, Self.list, Self.end])
  }

  @Test(arguments: [404, 400])
  func endingARoomWithNobodyInItIsDone(_ status: Int) async throws {
    let transport = AnsweringTransport([
      Self.end: .error(["error": "No active session found"], status: status), Self.close: .json([:]),
      Self.list: .json(Fixture.page([])),
    ])
    #expect(try await Self.end(transport) == .applied([]))
  }

  @Test(arguments: [(402, "Room is deactivated"), (400, "Room is already disabled"), (400, "Room is disabled")])
  func endingTwiceIsDone(_ status: Int, _ text: String) async throws {
    let refusal = AnsweringTransport.Answer.error(["error": .string(text)], status: status)
    let transport = AnsweringTransport([
      Self.end: refusal, Self.close: refusal, Self.byID: .json(Fixture.room(disabled: true)),
      Self.list: .json(Fixture.page([])),
    ])
    #expect(try await Self.end(transport) == .applied([]))
  }

  /// What is not found may be the way there: the room is looked at before it counts as gone.
  @Test func aRoomThatIsNotFoundAndIsThereIsNotEnded() async {
    let transport = AnsweringTransport([
      Self.end: .json(Fixture.session()), Self.close: .error(["error": "Not Found"], status: 404),
      Self.byID: .json(Fixture.room()),
    ])
    let error = await failure { () throws(ProviderFailure) in try await Self.end(transport) }
    #expect(error?.reason == .badResponse(pointer: ""))
    #expect(error?.operation == "rooms.deactivate" && error?.vendorStatus == 404)
    #expect(transport.lines.last == Self.byID)
  }

  /// Nothing is read from the answer: whatever a success says, it is one.
  @Test(arguments: ["", "\"closed\"", "{}", "done"])
  func anyAnswerToClosingIsOne(_ body: String) async throws {
    let transport = AnsweringTransport([
      Self.end: .json(Fixture.session()), Self.close: .text(body), Self.list: .json(Fixture.page([])),
    ])
    #expect(try await Self.end(transport) == .applied([]))
  }

  /// A refusal that means something else is not taken for an end.
  @Test func aRoomThatStaysOpenIsNotEnded() async {
    let transport = AnsweringTransport([
      Self.end: .json(Fixture.session()), Self.close: .error(["error": "roomId is required"], status: 402),
      Self.byID: .json(Fixture.room()),
    ])
    let error = await failure { () throws(ProviderFailure) in try await Self.end(transport) }
    #expect(error?.reason == .forbidden)
    #expect(error?.executed == .yes, "the session is being ended already")
  }

  @Test func whenNobodyCanTellTheRestItIsPending() async throws {
    let transport = AnsweringTransport([
      Self.end: .json(Fixture.session()), Self.close: .json([:]), Self.list: .error(["error": "x"], status: 500),
    ])
    #expect(try await Self.end(transport) == .pending(confirmedBy: [.nobodyLeft], within: .seconds(60)))
  }

  // MARK: Removing

  private static let remove = "POST /v2/sessions/participants/remove"

  /// Two shapes of the same answer are documented.
  @Test(arguments: [AnsweringTransport.Answer.json(Fixture.session()), .json("Participant removed successfully")])
  func removingTakesTheParticipantID(_ answer: AnsweringTransport.Answer) async throws {
    let transport = AnsweringTransport([Self.remove: answer])
    let provider = Fixture.provider(transport)
    let outcome = try await provider.remove(
      Target(person: "ana@b.c", connection: "ana_mb_dc"), rejoin: .forever, from: Fixture.room,
      Fixture.context(actor: "nadia"))
    #expect(outcome.facts.map(\.detail) == [.removed(person: "ana@b.c", by: "nadia")])
    _ = try await provider.remove(Target(person: "ana@b.c"), rejoin: .none, from: Fixture.room, Fixture.context())
    let nobody = try await provider.remove(
      Target(person: nil, connection: "_z0123456789abcdef"), rejoin: .none, from: Fixture.room, Fixture.context())
    #expect(nobody == .applied([]))
    #expect(
      transport.asked.map { $0.body["participantId"] } == ["ana_mb_dc", "ana_mb_dc", "_z0123456789abcdef"])
  }

  @Test(arguments: ["Participant not found", "No active session found", "Session not found"])
  func whoIsNotThereIsNotFound(_ text: String) async {
    let transport = AnsweringTransport([Self.remove: .error(["error": .string(text)], status: 404)])
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).remove(
        Target(person: "ana"), rejoin: .none, from: Fixture.room, Fixture.context())
    }
    #expect(error?.reason == .participantNotFound)
    #expect(error?.executed == .no)
  }

  @Test func nobodyCannotBeRemoved() async {
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.offline().remove(Target(person: nil), rejoin: .none, from: Fixture.room, Fixture.context())
    }
    #expect(error?.reason == .invalid)
  }

  // MARK: Options

  @Test(
    arguments: [
      (#"{}"#, []), (#"{"geo_fence":"eu001"}"#, []), (#"{"multi_composition":{}}"#, []),
      (#"[]"#, [""]), (#"{"x~/y":1}"#, ["/x~0~1y"]), (#"{"geo_fence":"E U"}"#, ["/geo_fence"]),
      (#"{"geo_fence":1}"#, ["/geo_fence"]), (#"{"multi_composition":true}"#, ["/multi_composition"]),
      (#"{"multi_composition":{"hls":"yes","x":true}}"#, ["/multi_composition/hls", "/multi_composition/x"]),
      (#"{"auto_close":{}}"#, ["/auto_close/type"]), (#"{"auto_close":{"type":"never"}}"#, ["/auto_close/type"]),
      (
        #"{"auto_close":{"type":"session_ends","after_minutes":0,"z":1}}"#,
        ["/auto_close/after_minutes", "/auto_close/z"]
      ),
      (#"{"auto_close":{"type":"session_ends","after_minutes":"9"}}"#, ["/auto_close/after_minutes"]),
    ] as [(String, [String])])
  func whatIsNoOptionIsNamed(_ text: String, _ pointers: [String]) {
    #expect(VideoSDKProvider.description.roomOptionIssues(JSONText(text)).map(\.pointer) == pointers)
    let plan = Result { try RoomOptions(JSONText(text), operation: "op") }
    #expect(((try? plan.get()) != nil) == pointers.isEmpty)
  }

  @Test func theSchemaIsJSON() throws {
    for text in [VideoSDKProvider.description.roomOptionsSchema, VideoSDKProvider.description.connectSchema] {
      #expect(try JSON.parse(Array(text.text.utf8), mode: .strict)["type"] == "object")
    }
  }
}
