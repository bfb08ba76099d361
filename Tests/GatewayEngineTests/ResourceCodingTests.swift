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

  @Test(arguments: [("permission_request", "[]"), ("permission_request", "{"), ("surprise", "{}")])
  func aRowThatNobodyUnderstandsIsSaidToBe(_ kind: String, _ body: String) throws {
    let record = ResourceRecord(
      room: "room_1", id: "x_1", kind: kind, person: "ana", isOpen: true, createdAt: 1, changedAt: 1,
      body: Array(body.utf8))
    #expect(throws: StoreFailure("resource x_1 cannot be read")) { try ResourceCoding.resource(record) }
  }
}
