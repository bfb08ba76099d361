import GatewayEngine
import MeetingCore
import RoomReducer
import Store
import Testing

@Suite struct ResourceCodingTests {
  @Test(arguments: PermissionRequest.State.allCases)
  func aRequestSurvivesItsRow(_ state: PermissionRequest.State) throws {
    var request = PermissionRequest(
      id: "prq_1", requester: "ana", permissions: [.shareScreen, .sendAudio], state: state, source: .webhook,
      createdAt: Timestamp(nanoseconds: 1))
    request.awaitsEcho = state == .rejected
    if state != .pending {
      request.decidedAt = Timestamp(nanoseconds: 9)
      request.decidedBy = "nadia"
    }
    let record = ResourceCoding.record(.request(request), room: "room_1")
    #expect(record.kind == "permission_request")
    #expect(record.person == "ana")
    #expect(record.isOpen == (state == .pending))
    #expect(record.changedAt == (state == .pending ? 1 : 9))
    #expect(try ResourceCoding.resource(record) == .request(request))
  }

  @Test(arguments: [true, false])
  func whatSomebodyMayPublishSurvivesItsRow(_ isOverride: Bool) throws {
    let permissions = PersonPermissions(
      room: "room_1", holder: "ana|b", permissions: [.sendAudio, .shareScreen], isOverride: isOverride,
      createdAt: Timestamp(nanoseconds: 1), changedAt: Timestamp(nanoseconds: 9))
    let record = ResourceCoding.record(.permissions(permissions), room: "room_1")
    #expect(record.kind == "permissions")
    #expect(record.person == "ana|b")
    #expect(record.isOpen == isOverride)
    #expect(try ResourceCoding.resource(record) == .permissions(permissions))
  }

  @Test(arguments: [
    ("permission_request", "[]"), ("permission_request", "{"), ("surprise", "{}"), ("permissions", "7x"),
  ])
  func aRowThatNobodyUnderstandsIsSaidToBe(_ kind: String, _ body: String) throws {
    let record = ResourceRecord(
      room: "room_1", id: "x_1", kind: kind, person: "ana", isOpen: true, createdAt: 1, changedAt: 1,
      body: Array(body.utf8))
    #expect(throws: StoreFailure("resource x_1 cannot be read")) { try ResourceCoding.resource(record) }
  }

  @Test(
    arguments: [
      .recording(.track, audioOnly: true, participant: "c-1"), .recording(.room), .hls,
      .rtmp(destination: "rtmp://x/live", fingerprint: "ab"), .rtmp(destination: nil, fingerprint: nil),
      .transcription(language: "nl", captions: true), .transcription(language: nil, captions: false),
    ] as [EgressPlan])
  func whatLeavesARoomSurvivesItsRow(_ plan: EgressPlan) throws {
    func time(_ seconds: Int64) -> Timestamp { Timestamp(nanoseconds: seconds) }
    for state in Egress.State.allCases {
      var egress = Egress(
        id: plan.sort.idPrefix + "1", plan: plan, state: state, source: .reconcile, createdAt: time(1),
        startedBy: "ana", vendorID: "e-1", session: "ses_1", playbackURL: "https://x")
      egress.changedAt = time(9)
      egress.changedVersion = 7
      (egress.startedAt, egress.stoppedAt, egress.stoppedBy) = (time(2), time(3), "bo")
      (egress.isStopWanted, egress.isDeferred, egress.reason) = (true, true, "lost")
      egress.files = [
        EgressFile(session: "s-1", name: "a", startedAt: time(2), endedAt: time(3)),
        EgressFile(session: nil, name: "b"),
      ]
      let record = ResourceCoding.record(.egress(egress), room: "room_1")
      #expect(record.kind == plan.sort.rawValue)
      #expect(record.isOpen == ![.ready, .stopped, .failed].contains(state))
      #expect(try ResourceCoding.resource(record) == .egress(egress))
      egress.isDeleted = true
      let deleted = ResourceCoding.record(.egress(egress), room: "room_1")
      #expect((deleted.kind, deleted.isOpen) == ("deleted", false))
      #expect(try ResourceCoding.resource(deleted) == .egress(egress))
    }
  }
}
