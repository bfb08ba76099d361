import MeetingCore
import RoomReducer
import Testing

@Suite struct PermissionTests {
  private static func asks(_ at: Int64, _ person: String, _ permissions: Set<Permission> = [.sendAudio]) -> RoomInput {
    Scene.fact(at, .permissionRequested(person: person, permissions: permissions))
  }

  private static func may(_ at: Int64, _ person: String, _ permissions: Set<Permission>) -> RoomInput {
    Scene.fact(at, .permissionsChanged(person: person, effective: permissions, by: nil))
  }

  private static func raised(_ person: String, _ permissions: Set<Permission> = [.sendAudio]) -> RoomInput {
    .intent(.permissionRequested(person: person, permissions: permissions))
  }

  /// A live room with ana in it.
  private static func room(_ kind: RoomKind = .audioRoom) -> Scene {
    var scene = Scene(kind: kind)
    scene.feed(Scene.joined(900, "ps-1", "ana"))
    return scene
  }

  private func only(_ scene: Scene) throws -> PermissionRequest {
    let requests = scene.state.requests(of: "ana")
    #expect(requests.count == 1)
    return try #require(requests.first)
  }

  private func changes(_ reduction: Reduction) -> [PermissionChange] {
    reduction.events.compactMap { event in
      switch event.detail {
      case .permissionGranted(let change), .permissionRejected(let change), .permissionRevoked(let change): change
      default: nil
      }
    }
  }

  // MARK: Raising

  @Test func aHandIsRaisedOnceHoweverOftenItIsTold() throws {
    var scene = Self.room()
    #expect(scene.feed(Self.asks(1_000, "ana")) == ["permission.requested"])
    #expect(scene.feed(Self.asks(1_000, "ana"), Self.asks(1_002, "ana")) == [])
    #expect(scene.feed(Self.raised("ana")) == [])
    let request = try only(scene)
    #expect(request.state == .pending)
    #expect(request.source == .webhook)
  }

  @Test func whatIsAskedForBesideIsARequestOfItsOwn() {
    var scene = Self.room()
    scene.feed(Self.asks(1_000, "ana"))
    #expect(scene.feed(Self.asks(1_001, "ana", [.sendAudio, .shareScreen])) == ["permission.requested"])
    #expect(scene.state.requests(of: "ana").map(\.permissions) == [[.sendAudio], [.sendAudio, .shareScreen]])
  }

  @Test func theVendorsEchoOfAHandRaisedThroughUsIsNoSecondOne() throws {
    var scene = Self.room()
    #expect(scene.feed(Self.raised("ana")) == ["permission.requested"])
    #expect(scene.feed(Self.asks(998, "ana")) == [])
    #expect(try only(scene).source == .api)
  }

  /// The vendor's clock may be ahead of ours.
  @Test(arguments: [995, 1_000, 1_008])
  func theEchoThatComesAfterTheDecisionIsNoNewHand(_ at: Int64) throws {
    var scene = Self.room()
    scene.feed(Self.raised("ana"))
    let id = try only(scene).id
    scene.wait(until: 1_001)
    #expect(scene.feed(.intent(.requestClosed(id: id, .rejected, by: "nadia"))) == ["permission.rejected"])
    #expect(scene.feed(Self.asks(at, "ana")) == [])
  }

  @Test func whoWasRejectedMayAskAgain() throws {
    var scene = Self.room()
    scene.feed(Self.raised("ana"))
    scene.feed(Self.asks(1_000, "ana"))
    scene.feed(.intent(.requestClosed(id: try only(scene).id, .rejected, by: nil)))
    #expect(scene.feed(Self.asks(1_003, "ana")) == ["permission.requested"])
    #expect(scene.state.requests(of: "ana").map(\.state) == [.rejected, .pending])
  }

  @Test func nobodyNeedsToAskForWhatTheyMayDo() throws {
    var scene = Self.room()
    scene.feed(Self.may(1_000, "ana", [.sendAudio]))
    #expect(scene.feed(Self.asks(1_001, "ana")) == [])
    #expect(scene.state.requests(of: "ana").isEmpty)
    #expect(scene.feed(Self.raised("ana")) == [])
    #expect(scene.feed(Self.raised("ana")) == [])
    #expect(try only(scene).state == .granted)
    #expect(scene.feed(Self.raised("nadia")) == [])
  }

  // MARK: Deciding

  @Test func aGrantedRequestGivesWhatWasAskedFor() throws {
    var scene = Self.room()
    scene.feed(Self.asks(1_000, "ana"))
    let id = try only(scene).id
    let reduction = scene.reduce([.intent(.requestClosed(id: id, .granted, by: "nadia"))])
    #expect(
      changes(reduction) == [
        PermissionChange(
          request: id, person: "ana", permissions: [.sendAudio], effective: [.sendAudio], by: "nadia",
          clientAction: .enablePublishing)
      ])
    #expect(scene.state.permissions(of: "ana") == [.sendAudio])
    #expect(try only(scene).state == .granted)
    #expect(scene.feed(Self.may(1_000, "ana", [.sendAudio])) == [])
  }

  @Test func aGrantByTheVendorsOwnHostsSettlesTheRequest() throws {
    var scene = Self.room()
    scene.feed(Self.asks(1_000, "ana"))
    let reduction = scene.reduce([Self.may(1_001, "ana", [.sendAudio])])
    #expect(changes(reduction).map(\.request) == [try only(scene).id])
    #expect(try only(scene).state == .granted)
    #expect(scene.feed(.intent(.requestClosed(id: try only(scene).id, .rejected, by: nil))) == [])
  }

  @Test func aRejectionLeavesEverythingAsItIs() throws {
    var scene = Self.room()
    scene.feed(Self.asks(1_000, "ana"))
    let id = try only(scene).id
    let reduction = scene.reduce([.intent(.requestClosed(id: id, .rejected, by: "nadia"))])
    #expect(
      changes(reduction) == [
        PermissionChange(
          request: id, person: "ana", permissions: [.sendAudio], effective: [], by: "nadia", clientAction: .none)
      ])
    #expect(try only(scene).decidedBy == "nadia")
  }

  @Test(arguments: [PermissionRequest.State.granted, .rejected, .cancelled])
  func aDecisionThatComesSecondChangesNothing(_ outcome: PermissionRequest.State) throws {
    var scene = Self.room()
    scene.feed(Self.asks(1_000, "ana"))
    let id = try only(scene).id
    #expect(scene.feed(.intent(.requestClosed(id: id, .cancelled, by: "ana"))) == ["permission.cancelled"])
    #expect(scene.feed(.intent(.requestClosed(id: id, outcome, by: "nadia"))) == [])
    #expect(try only(scene).state == .cancelled)
  }

  // MARK: Leaving

  @Test func leavingLowersTheHandUnlessAnotherDeviceStays() throws {
    var scene = Self.room()
    scene.feed(Scene.joined(901, "ps-2", "ana"), Self.asks(950, "ana"))
    #expect(scene.feed(Scene.left(960, "ps-1")) == ["participant.left"])
    #expect(scene.feed(Scene.left(970, "ps-2")) == ["participant.left", "permission.expired"])
    #expect(try only(scene).state == .expired)
    #expect(try only(scene).decidedAt == Scene.time(970))
    scene.feed(Scene.joined(980, "ps-3", "ana"))
    #expect(scene.feed(Self.asks(990, "ana")) == ["permission.requested"])
  }

  @Test func aHandThatIsToldAfterTheLeaveIsToldWithItsEnd() throws {
    var scene = Self.room()
    scene.feed(Scene.left(960, "ps-1"))
    #expect(scene.feed(Self.asks(950, "ana")) == ["permission.requested", "permission.expired"])
    #expect(try only(scene).decidedAt == Scene.time(960))
  }

  @Test func theEndOfTheRoomLowersEveryHand() {
    var scene = Self.room()
    scene.feed(Self.raised("bo"), Self.asks(950, "ana"))
    let told = scene.feed(.intent(.ended(reason: "api", by: nil)))
    #expect(told.filter { $0 == "permission.expired" }.count == 2)
    #expect(told.last == "room.ended")
    #expect(scene.feed(Self.asks(999, "ana"), Self.may(1_000, "ana", [.sendAudio])) == [])
  }

  // MARK: Giving and taking

  @Test(arguments: [RoomKind.audioRoom, .voiceCall])
  func whatRoomsOfThisKindDoNotHaveIsNotTaken(_ kind: RoomKind) {
    var scene = Self.room(kind)
    scene.feed(Self.may(1_000, "ana", []), Self.may(1_001, "ana", [.sendVideo, .shareScreen]))
    #expect(scene.state.permissions(of: "ana") == [])
    scene.feed(Self.may(1_002, "ana", [.sendAudio, .sendVideo]))
    #expect(scene.state.permissions(of: "ana") == [.sendAudio])
  }

  @Test func onlyWhatChangesIsTold() {
    var scene = Self.room(.meeting)
    scene.feed(Self.may(1_000, "ana", [.sendAudio, .sendVideo]))
    #expect(scene.feed(Self.may(1_001, "ana", [.sendAudio, .sendVideo])) == [])
    let reduction = scene.reduce([Self.may(1_002, "ana", [.sendVideo, .shareScreen])])
    #expect(changes(reduction).map(\.permissions) == [[.shareScreen], [.sendAudio]])
    #expect(changes(reduction).map(\.effective) == [[.sendVideo, .shareScreen], [.sendVideo, .shareScreen]])
    #expect(changes(reduction).map(\.clientAction) == [.enablePublishing, .disablePublishing])
  }

  @Test func whatIsTakenAndGivenByUsIsToldOnceDespiteTheEchoes() {
    var scene = Self.room()
    let grant = RoomInput.intent(.permissionsSet(person: "ana", granted: [.sendAudio], revoked: [], by: "nadia"))
    let revoke = RoomInput.intent(.permissionsSet(person: "ana", granted: [], revoked: [.sendAudio], by: "nadia"))
    #expect(scene.feed(grant) == ["permission.granted"])
    scene.wait(until: 1_002)
    #expect(scene.feed(revoke) == ["permission.revoked"])
    #expect(scene.feed(Self.may(999, "ana", [.sendAudio]), Self.may(1_001, "ana", [])) == [])
    #expect(scene.feed(grant, grant) == ["permission.granted"])
  }

  @Test func newsInTheWrongOrderEndsWithWhatIsSo() {
    var scene = Self.room()
    scene.feed(Self.may(950, "ana", [.sendAudio]))
    scene.feed(Self.may(970, "ana", []))
    #expect(scene.feed(Self.may(960, "ana", [.sendAudio])) == [])
    #expect(scene.state.permissions(of: "ana") == [])
    #expect(scene.feed(Self.may(980, "bo", [])) == [])
    #expect(scene.feed(Self.may(975, "bo", [.sendAudio])) == ["permission.granted", "permission.revoked"])
    #expect(scene.state.permissions(of: "bo") == [])
  }

  @Test func whoIsNotThereHasNothingToSwitchOn() {
    var scene = Self.room()
    let reduction = scene.reduce([Self.may(1_000, "bo", [.sendAudio])])
    #expect(changes(reduction).map(\.clientAction) == [.none])
  }

  // MARK: Roles

  @Test func aRoleBringsItsPermissionsWhateverWasGivenOrTaken() throws {
    var scene = Self.room()
    scene.feed(Self.asks(950, "ana"))
    let promote = RoomInput.intent(.memberSet(person: "ana", role: .speaker))
    #expect(scene.feed(promote) == ["permission.granted"])
    #expect(try only(scene).state == .granted)
    scene.feed(.intent(.permissionsSet(person: "ana", granted: [], revoked: [.sendAudio], by: nil)))
    #expect(scene.feed(promote) == [])
    #expect(scene.state.permissions(of: "ana") == [])
    scene.feed(.intent(.memberSet(person: "ana", role: .coHost)))
    #expect(scene.state.permissions(of: "ana") == [.sendAudio])
  }

  /// What the vendor told before somebody's role was taken from them must not give it back to them.
  @Test func oldNewsDoesNotOutliveARole() {
    var scene = Self.room()
    scene.feed(.intent(.memberSet(person: "ana", role: .speaker)))
    scene.wait(until: 1_010)
    scene.feed(.intent(.memberSet(person: "ana", role: .listener)))
    #expect(scene.feed(Self.may(1_000, "ana", [.sendAudio])) == [])
    #expect(scene.state.permissions(of: "ana") == [])
  }

  @Test(arguments: ParticipantRole.allCases)
  func listenersListenAndTheOthersTakePart(_ role: ParticipantRole) {
    #expect(role.permissions(in: .audioRoom) == (role == .listener ? [] : [.sendAudio]))
    #expect(role.permissions(in: .meeting) == (role == .listener ? [] : [.sendAudio, .sendVideo, .shareScreen]))
  }

  /// A process that starts anew knows what the rows tell.
  @Test func aFreshProcessTellsLateNewsFromNewOnes() {
    var scene = Self.room()
    scene.feed(Self.may(1_000, "ana", [.sendAudio]))
    scene.state.latest = LatestNews()
    #expect(scene.feed(Self.may(990, "ana", [])) == [])
    #expect(scene.state.permissions(of: "ana") == [.sendAudio])
    #expect(scene.feed(Self.may(1_001, "ana", [])) == ["permission.revoked"])
  }

  // MARK: What comes late

  @Test func aGrantToldAfterItsRevocationBringsTheHandDown() throws {
    var scene = Self.room()
    #expect(scene.feed(Self.asks(950, "ana")) == ["permission.requested"])
    #expect(scene.feed(Self.may(990, "ana", [])) == [])
    #expect(scene.feed(Self.may(970, "ana", [.sendAudio])) == ["permission.granted", "permission.revoked"])
    #expect(try only(scene).state == .granted)
    #expect(scene.state.permissions(of: "ana").isEmpty)
  }

  @Test func aHandToldAfterAllThatFollowedItStaysDown() {
    var scene = Self.room()
    #expect(scene.feed(Self.may(970, "ana", [.sendAudio])) == ["permission.granted"])
    #expect(scene.feed(Self.may(990, "ana", [])) == ["permission.revoked"])
    #expect(scene.feed(Self.asks(950, "ana")) == [])
    #expect(scene.feed(Self.asks(995, "ana")) == ["permission.requested"])
  }

  @Test func aHandThatSeemedNeedlessIsUpOnceTheRevocationIsKnown() throws {
    var scene = Self.room()
    #expect(scene.feed(Self.may(910, "ana", [.sendAudio])) == ["permission.granted"])
    #expect(scene.feed(Self.asks(950, "ana")) == [])
    #expect(scene.feed(Self.may(940, "ana", [])) == ["permission.revoked", "permission.requested"])
    #expect(try only(scene).createdAt == Scene.time(950))
    #expect(scene.feed(Self.may(960, "ana", [.sendAudio])) == ["permission.granted"])
    #expect(scene.feed(Self.may(970, "ana", [])) == ["permission.revoked"])
  }

  @Test func aLeaveToldLateTakesNoNewerHandDown() throws {
    var scene = Self.room()
    #expect(scene.feed(Self.asks(950, "ana")) == ["permission.requested"])
    #expect(scene.feed(Scene.left(940, "ps-1", "ana")) == ["participant.left"])
    #expect(try only(scene).state == .pending)
    #expect(scene.feed(Scene.joined(945, "ps-2", "ana"), Scene.left(960, "ps-2", "ana")).last == "permission.expired")
  }
}
