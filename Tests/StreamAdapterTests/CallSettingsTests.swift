import JSONCoding
import MeetingCore
import Testing

@testable import StreamAdapter

@Suite struct CallSettingsTests {
  @Test func onlyWhatIsAskedForIsSent() throws {
    #expect(try blocks(Fixture.spec()) == ["backstage": ["enabled": true]])
  }

  @Test func everySettingHasItsPlace() throws {
    let settings = RoomSettings(
      backstage: true, maximumParticipants: 50, maximumDurationSeconds: 3_600, emptyTimeoutSeconds: 60,
      recordAutomatically: true)
    #expect(
      try blocks(Fixture.spec(joinAhead: 300, settings: settings)) == [
        "backstage": ["enabled": true, "join_ahead_time_seconds": 300],
        "limits": ["max_participants": 50, "max_duration_seconds": 3_600],
        "session": ["inactivity_timeout_seconds": 60], "recording": ["mode": "auto-on", "audio_only": true],
      ])
  }

  @Test func aVoiceCallHasNoPicturesOnTheTypeOfMeetings() throws {
    let spec = Fixture.spec(kind: .voiceCall, settings: RoomSettings(backstage: false))
    #expect(
      try blocks(spec) == [
        "video": ["enabled": false, "camera_default_on": false, "access_request_enabled": false],
        "screensharing": ["enabled": false, "access_request_enabled": false],
        "recording": ["mode": "available", "audio_only": true], "backstage": ["enabled": false],
      ])
    let recorded = Fixture.spec(kind: .voiceCall, settings: RoomSettings(backstage: false, recordAutomatically: true))
    #expect(try blocks(recorded)["recording"] == ["mode": "auto-on", "audio_only": true])
  }

  @Test func aPictureRecordingNamesItsQuality() throws {
    let spec = Fixture.spec(kind: .meeting, settings: RoomSettings(backstage: false, recordAutomatically: true))
    #expect(try blocks(spec)["recording"] == ["mode": "auto-on", "audio_only": false, "quality": "720p"])
  }

  @Test(arguments: [4, 901, 0, -1])
  func aTimeoutOutOfRangeIsRefused(_ seconds: Int) {
    let spec = Fixture.spec(settings: RoomSettings(backstage: true, emptyTimeoutSeconds: seconds))
    #expect(throws: ProviderFailure(.invalid, executed: .no, operation: "x")) { try blocks(spec) }
  }

  @Test func theCallersOwnSettingsWin() throws {
    let options = #"{"settings_override":{"backstage":{"join_ahead_time_seconds":9},"geofencing":{"names":["eu"]}}}"#
    #expect(
      try blocks(Fixture.spec(options: options)) == [
        "backstage": ["enabled": true, "join_ahead_time_seconds": 9], "geofencing": ["names": ["eu"]],
      ])
  }

  @Test(arguments: [
    (#"{"call_type":"x"}"#, ["/call_type"]), (#"{"settings_override":1}"#, ["/settings_override"]),
    (#"{"settings_override":{"nope":{},"a/b~":{}}}"#, ["/settings_override/nope", "/settings_override/a~1b~0"]),
    (#"{"team":""}"#, ["/team"]), (#"{"settings_override":{"audio":true}}"#, ["/settings_override/audio"]),
    ("[]", [""]), (#"{"team":null,"x":1}"#, ["/team", "/x"]),
  ])
  func whatIsNoOptionIsRefusedAtItsPlace(_ options: String, _ pointers: [String]) {
    #expect(RoomOptions.issues(JSONText(options)).map(\.pointer) == pointers)
    #expect(throws: ProviderFailure(.invalid, executed: .no, operation: "x")) {
      try blocks(Fixture.spec(options: options))
    }
  }

  private func blocks(_ spec: RoomSpec) throws -> JSON {
    let options = try RoomOptions(spec, operation: "x")
    return .object(try CallSettings(spec, options, operation: "x").blocks)
  }
}

@Suite struct CallPatchTests {
  @Test func aCallInLineNeedsNothing() throws {
    #expect(try CallPatch.body(Fixture.spec(), over: CallReading(Fixture.call())) == nil)
  }

  @Test func onlyDifferencesAreSent() throws {
    let spec = Fixture.spec(title: "New", settings: RoomSettings(backstage: true, maximumParticipants: 5))
    #expect(
      try CallPatch.body(spec, over: CallReading(Fixture.call())) == [
        "custom": ["title": "New"],
        "settings_override": ["limits": ["max_participants": 5, "max_duration_seconds": 0]],
      ])
  }

  @Test func aLimitThatIsGoneIsTakenAway() throws {
    let call = Fixture.call(extra: [
      (
        "settings",
        ["backstage": ["enabled": true], "limits": ["max_participants": 5], "recording": ["mode": "auto-on"]]
      )
    ])
    #expect(
      try CallPatch.body(Fixture.spec(), over: CallReading(call))?["settings_override"] == [
        "limits": ["max_participants": 0, "max_duration_seconds": 0],
        "recording": ["mode": "available", "audio_only": true],
      ])
  }

  @Test func aStartIsComparedByMilliseconds() throws {
    let call = CallReading(Fixture.call(extra: [("starts_at", "2026-01-01T00:00:00.700400Z")]))
    #expect(try CallPatch.body(Fixture.spec(startsAt: Fixture.now), over: call) == nil)
    #expect(try CallPatch.body(Fixture.spec(), over: call) == ["starts_at": nil])
    let later = Fixture.now.advanced(bySeconds: 1)
    #expect(
      try CallPatch.body(Fixture.spec(startsAt: later), over: call) == ["starts_at": "2026-01-01T00:00:01.700Z"])
  }
}

@Suite struct RoleTests {
  private let audio = Fixture.account.roleMap(.audioRoom)
  private let meeting = Fixture.account.roleMap(.meeting)

  @Test(arguments: ParticipantRole.allCases, [RoomKind.audioRoom, .meeting])
  func everyRoleComesBackFromItsMembership(_ role: ParticipantRole, _ kind: RoomKind) throws {
    let roles = Fixture.account.roleMap(kind)
    let member = try #require(MemberReading(roles.request("ana", role)))
    #expect(roles.role(of: member, isCreator: false) == role)
  }

  @Test func aMarkThatTheServicesRoleContradictsIsOld() throws {
    let member = try #require(
      MemberReading(["user_id": "ana", "role": "moderator", "custom": ["switchboard_role": "listener"]]))
    #expect(audio.role(of: member, isCreator: false) == .speaker)
  }

  @Test(arguments: [
    ("admin", true, ParticipantRole.host as ParticipantRole?), ("admin", false, .coHost), ("host", true, .host),
    ("moderator", false, .speaker), ("user", false, nil), ("call_member", false, nil),
  ])
  func connectedUsersRolesAreReadAsFarAsTheyTell(_ told: String, _ isCreator: Bool, _ expected: ParticipantRole?) {
    #expect(audio.role(of: told, isCreator: isCreator) == expected)
  }

  @Test func inMeetingsAPlainUserTellsNothing() throws {
    let member = try #require(MemberReading(["user_id": "ana", "role": "user"]))
    #expect(meeting.role(of: member, isCreator: false) == nil)
    #expect(audio.role(of: member, isCreator: false) == .listener)
  }
}

@Suite struct JoinPlanTests {
  private struct Row {
    let current: ParticipantRole?
    let wanted: ParticipantRole
    let sets: Bool
    let grants: Bool
    let revokes: Bool
  }

  @Test func audioRooms() {
    check(
      .audioRoom,
      [
        Row(current: nil, wanted: .listener, sets: false, grants: false, revokes: false),
        Row(current: .listener, wanted: .listener, sets: false, grants: false, revokes: false),
        Row(current: .speaker, wanted: .listener, sets: true, grants: false, revokes: true),
        Row(current: nil, wanted: .speaker, sets: true, grants: true, revokes: false),
        Row(current: .speaker, wanted: .speaker, sets: false, grants: true, revokes: false),
        Row(current: .listener, wanted: .coHost, sets: true, grants: true, revokes: false),
        Row(current: .host, wanted: .host, sets: false, grants: false, revokes: false),
        Row(current: nil, wanted: .coHost, sets: true, grants: false, revokes: false),
      ])
  }

  @Test func meetings() {
    check(
      .meeting,
      [
        Row(current: nil, wanted: .speaker, sets: false, grants: false, revokes: false),
        Row(current: .listener, wanted: .speaker, sets: true, grants: true, revokes: false),
        Row(current: nil, wanted: .listener, sets: true, grants: false, revokes: true),
        Row(current: .listener, wanted: .listener, sets: false, grants: false, revokes: true),
        Row(current: .host, wanted: .host, sets: false, grants: false, revokes: false),
      ])
  }

  private func check(_ kind: RoomKind, _ rows: [Row]) {
    let roles = Fixture.account.roleMap(kind)
    for row in rows {
      let current = row.current.flatMap { MemberReading(roles.request("ana", $0)) }
      let plan = JoinPlan(current: current, wanted: row.wanted, roles: roles)
      let media = JoinPlan.media(kind)
      #expect(plan.setsMember == row.sets, "\(row)")
      #expect(plan.grants == (row.grants ? media : []), "\(row)")
      #expect(plan.revokes == (row.revokes ? media : []), "\(row)")
    }
  }
}
