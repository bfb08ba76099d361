import Clocks
import Cryptography
import JSONCoding
import MeetingCore
import Testing
import VendorTesting
import VideoSDKMock

@testable import VideoSDKAdapter

/// Rooms and the people in them, at the mock.
@Suite struct VendorRoomTests {
  @Test func aRoomIsMadeOnce() async throws {
    let bench = VendorBench()
    let spec = RoomSpec(
      key: "room_one", kind: .audioRoom, host: Person(externalID: "nadia"), settings: RoomSettings(backstage: false))
    let first = try await bench.provider.createRoom(spec, bench.context)
    let second = try await bench.provider.createRoom(spec, bench.context)
    #expect(!first.existed && second.existed)
    #expect(first.room == second.room)
    #expect(try await bench.provider.findRoom(key: "room_one", kind: .audioRoom, bench.context) == first.room)
    #expect(try await bench.provider.findRoom(key: "room_two", kind: .audioRoom, bench.context) == nil)
    await bench.stop()
  }

  @Test func allOptionsAreTaken() async throws {
    let bench = VendorBench()
    let options =
      #"{"multi_composition":{"recording":true,"hls":true,"rtmp":false},"geo_fence":"eu001","auto_close":{"type":"session_ends_and_room_closes","after_minutes":90}}"#
    let spec = RoomSpec(
      key: "room_one", kind: .meeting, host: Person(externalID: "nadia"),
      settings: RoomSettings(backstage: false, recordAutomatically: true), options: JSONText(options))
    let room = try await bench.provider.createRoom(spec, bench.context).room
    try await bench.join("ana", room)
    await bench.advance(3)
    #expect(await bench.inbox.wait(for: "recording-started"))
    await bench.stop()
  }

  /// The session is made by the first who joins; each stay of somebody is told apart from the one before.
  @Test func comingAndGoingShows() async throws {
    let bench = VendorBench()
    let room = try await bench.room()
    #expect(try await bench.snapshot(room)?.session == nil)
    let id = try await bench.join("ana@b.c", room, audio: true)
    try await bench.join("leo", room, as: .listener)
    let came = try #require(try await bench.snapshot(room))
    #expect(came.participants.map(\.joined.person).compactMap { $0 }.sorted() == ["ana@b.c", "leo"])
    let ana = try #require(came.participants.first { $0.joined.connection == id })
    #expect(ana.tracks[.audio]?.publishing == true)
    await bench.advance(30)
    await bench.leave(id, room)
    #expect(try await bench.snapshot(room)?.participants.map(\.joined.person) == ["leo"])
    await bench.advance(30)
    try await bench.join("ana@b.c", room)
    let again = try #require(try await bench.snapshot(room)?.participants.first { $0.joined.connection == id })
    #expect(again.joinedAt == ana.joinedAt?.advanced(bySeconds: 60))
    await bench.stop()
  }

  @Test func manyPeopleAreReadPageByPage() async throws {
    let bench = VendorBench { $0.maximumPerPage = 30 }
    let room = try await bench.room()
    for index in 0..<70 { try await bench.join("p\(index)", room) }
    let snapshot = try #require(try await bench.snapshot(room))
    #expect(Set(snapshot.participants.compactMap(\.joined.person)) == Set((0..<70).map { "p\($0)" }))
    #expect(snapshot.isComplete)
    await bench.stop()
  }

  @Test(arguments: [false, true])
  func whoIsRemovedIsGoneAndMayComeBack(_ answersText: Bool) async throws {
    let bench = VendorBench { $0.removalAnswersText = answersText }
    let room = try await bench.room()
    try await bench.join("nadia", room, as: .host)
    try await bench.join("bo", room)
    let outcome = try await bench.provider.remove(Target(person: "bo"), rejoin: .forever, from: room, bench.context)
    #expect(outcome.isApplied)
    #expect(try await bench.snapshot(room)?.participants.map(\.joined.person) == ["nadia"])
    let error = await failure { () throws(ProviderFailure) in
      try await bench.provider.remove(Target(person: "bo"), rejoin: .none, from: room, bench.context)
    }
    #expect(error?.reason == .participantNotFound)
    try await bench.join("bo", room)
    #expect(try await bench.snapshot(room)?.participants.count == 2, "the token was no ban")
    await bench.stop()
  }

  @Test(arguments: [(404, false), (400, false), (404, true)])
  func anEndIsPendingUntilItShows(_ status: Int, _ closingEnds: Bool) async throws {
    let bench = VendorBench {
      $0.noSessionStatus = status
      $0.deactivationEndsSession = closingEnds
    }
    let room = try await bench.room()
    try await bench.join("nadia", room, as: .host)
    let session = try #require(try await bench.snapshot(room)?.session)
    let outcome = try await bench.provider.endRoom(room, bench.context)
    #expect(outcome == .pending(confirmedBy: [.sessionOver(vendorID: session)], within: .seconds(60)))
    await bench.advance(2)
    let ended = try #require(try await bench.snapshot(room))
    #expect(ended.stage == .ended && ended.session == nil && ended.participants.isEmpty)
    #expect(try await bench.provider.endRoom(room, bench.context) == .applied([]))
    await #expect(throws: VendorBench.Refused.self) { try await bench.join("late", room) }
    await bench.stop()
  }

  @Test func endingAnEmptyRoomIsDone() async throws {
    let bench = VendorBench()
    let room = try await bench.room()
    #expect(try await bench.provider.endRoom(room, bench.context) == .applied([]))
    #expect(try await bench.snapshot(room)?.stage == .ended)
    let spec = RoomSpec(
      key: room.key, kind: .audioRoom, host: Person(externalID: "nadia"), settings: RoomSettings(backstage: false))
    let again = await failure { () throws(ProviderFailure) in
      try await bench.provider.createRoom(spec, bench.context)
    }
    #expect(again?.reason == .conflict)
    await bench.stop()
  }

  @Test(arguments: [400, 401])
  func aWrongSecretIsRefused(_ status: Int) async throws {
    let bench = VendorBench {
      $0.tokenRefusalStatus = status
    } account: {
      $0 = VideoSDKAccount(apiKey: $0.apiKey, secret: Secret("not-the-secret-0123456789"), baseURL: $0.baseURL)
    }
    let error = await failure { () throws(ProviderFailure) in try await bench.room() }
    #expect(error?.reason == .credentials)
    #expect(error?.executed == .no)
    await bench.stop()
  }

  /// A token of one room opens no other, and one of one person is nobody else's.
  @Test func aTokenIsForItsRoomAlone() async throws {
    let bench = VendorBench()
    let room = try await bench.room()
    let other = try await bench.provider.createRoom(
      RoomSpec(
        key: "room_two", kind: .audioRoom, host: Person(externalID: "nadia"), settings: RoomSettings(backstage: false)),
      bench.context
    ).room
    let now = Timestamp(nanoseconds: bench.time.wallNanoseconds)
    let credentials = try await bench.provider.credentials(
      for: Admission(
        person: Person(externalID: "ana"), role: .speaker, issuedAt: now, expiresAt: now.advanced(bySeconds: 60)),
      to: room, bench.context)
    await #expect(throws: VendorBench.Refused.self) { try await bench.enter(with: credentials, other) }
    await bench.advance(61)
    await #expect(throws: VendorBench.Refused.self) { try await bench.enter(with: credentials, room) }
    await bench.stop()
  }

  @Test func requestsGoOnWhenTheTokenHasExpired() async throws {
    let bench = VendorBench()
    let room = try await bench.room()
    await bench.advance(86_400)
    #expect(try await bench.snapshot(room) != nil)
    await bench.stop()
  }

  // MARK: The account

  @Test func anAccountIsLookedAt() async throws {
    let bench = VendorBench()
    let good = try await bench.provider.inspect(
      AccountSituation(hookURL: "https://gateway.test/v1/hooks/videosdk-main"), bench.context)
    #expect(good.map(\.subject) == [.credentials, .deliveries, .limits])
    #expect(good.map(\.state) == [.good, .good, .unknown])
    let elsewhere = try await bench.provider.inspect(AccountSituation(hookURL: "https://other.test/h"), bench.context)
    #expect(elsewhere[1].state == .degraded && elsewhere[1].remedy?.contains("https://other.test/h") == true)
    let setUp = try await bench.provider.setUp(
      AccountSituation(hookURL: "https://other.test/h"), isRehearsal: false, bench.context)
    #expect(setUp.steps.isEmpty && setUp.refusals.count == 1)
    await bench.stop()
  }

  @Test func anAccountThatIsRefusedIsAFinding() async throws {
    let bench = VendorBench(account: {
      $0 = VideoSDKAccount(apiKey: $0.apiKey, secret: Secret("not-the-secret-0123456789"), baseURL: $0.baseURL)
    })
    let findings = try await bench.provider.inspect(AccountSituation(hookURL: nil), bench.context)
    #expect(findings.map(\.state) == [.broken])
    await bench.stop()
  }

  @Test func anAccountWithoutAnAddressIsDegraded() async throws {
    let bench = VendorBench(account: { $0.hookURL = nil })
    let findings = try await bench.provider.inspect(AccountSituation(hookURL: nil), bench.context)
    #expect(findings[1].state == .degraded)
    await bench.stop()
  }
}
