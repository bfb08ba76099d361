import MeetingCore
import Store
import Testing

@testable import GatewayEngine

@Suite struct OperationCodingTests {
  private static let purposes: [OperationPurpose] = [
    .createRoom, .mute([.audio, .screen]), .unmute([.video]), .remove(person: "ana|b", rejoin: .untilSessionEnds),
    .remove(person: nil, rejoin: .none), .setRole(person: "ana", role: .coHost),
    .changePermissions(person: "ana", granted: [.sendAudio, .shareScreen], revoked: [.sendVideo]), .goLive, .stopLive,
    .endRoom(reason: "host"), .stopEgress(.broadcast, id: "brd_1"),
  ]
  private static let conditions: [RoomCondition] = [
    .tracksOff(connection: "c", [.audio, .video]), .tracksOn(connection: "c", [.screen]),
    .mode(connection: "c", publishes: true), .mode(connection: "c", publishes: false), .gone(connection: "c"),
    .onlyAdmittedLeft, .egressOver("rec_1"), .sessionOver(vendorID: "s"), .nobodyLeft,
  ]

  @Test(arguments: purposes) func anOperationSurvivesItsRow(_ purpose: OperationPurpose) throws {
    var operation = Operation(
      id: "op_1", room: "room_1", purpose: purpose, by: "nadia", isWish: true, createdAt: Timestamp(nanoseconds: 1),
      deadline: Timestamp(nanoseconds: 9), awaiting: Self.conditions)
    operation.progress = .init(done: 2, total: 10)
    let record = OperationCoding.record(operation, tenant: "ten_a")
    #expect(
      (record.id, record.tenant, record.room, record.state, record.deadline) == (
        "op_1", "ten_a", "room_1", "pending", 9
      ))
    #expect(try OperationCoding.operation(record) == operation)
  }

  @Test func oneThatIsOverKeepsWhy() throws {
    let begun = Operation(
      id: "op_1", room: nil, purpose: .stopLive, createdAt: Timestamp(nanoseconds: 1),
      deadline: Timestamp(nanoseconds: 9))
    let failed = begun.failed(.conflict, "called off")
    #expect(try OperationCoding.operation(OperationCoding.record(failed, tenant: "t")) == failed)
    var done = begun
    (done.state, done.result) = (.succeeded, "room_9")
    #expect(try OperationCoding.operation(OperationCoding.record(done, tenant: "t")) == done)
  }

  /// As written before operations had a purpose.
  @Test func aCreateOfAnEarlierVersionIsRead() throws {
    let body = Array(#"{"kind":"create_room","created_at":7}"#.utf8)
    let row = OperationRecord(id: "op_1", tenant: "t", room: "room_1", state: "pending", body: body, deadline: 9)
    let operation = try OperationCoding.operation(row)
    #expect((operation.purpose, operation.createdAt.nanoseconds) == (.createRoom, 7))
  }

  @Test(arguments: ["[]", "{", #"{"purpose":{"kind":"dance"}}"#, #"{"purpose":{"kind":"set_role","person":"a"}}"#])
  func whatCannotBeReadIsRefused(_ body: String) {
    let row = OperationRecord(id: "op_1", tenant: "t", state: "pending", body: Array(body.utf8), deadline: 9)
    #expect(throws: StoreFailure.self) { try OperationCoding.operation(row) }
  }
}
