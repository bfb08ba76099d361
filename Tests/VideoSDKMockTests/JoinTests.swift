import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import VideoSDKMock

@Suite("Joining")
struct JoinTests {
  private func join(_ vendor: TestVendor, _ room: String, _ body: JSON) async -> Reply {
    await vendor.control("POST", "rooms/\(room)/participants", body)
  }

  @Test("a token joins with what it pins")
  func token() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    let token = vendor.token {
      $0["roles"] = ["rtc"]
      $0["roomId"] = .string(room)
      $0["participantId"] = "ann"
      $0["permissions"] = ["allow_join"]
    }
    let joined = await join(vendor, room, ["token": .string(token), "name": "Ann", "audio": true])
    #expect(joined.status == 201)
    #expect(joined["participant_id"] == "ann")
    #expect(joined["connection"] == "ann")
    #expect(joined["mode"] == "SEND_AND_RECV")
    #expect(joined["audio"] == true)
    let session = joined["session_id"]?.stringValue ?? ""
    let seen = await vendor.send("GET", "/v2/sessions/\(session)/participants/ann")
    #expect(seen["name"] == "Ann")
    #expect(seen["mode"] == "SEND_AND_RECV")
    await vendor.engine.stop()
  }

  @Test("whoever brings no id is given one of eight letters")
  func anonymous() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    let joined = await join(vendor, room, ["token": .string(vendor.token())])
    #expect(joined["participant_id"]?.stringValue?.wholeMatch(of: #/[a-z0-9]{8}/#) != nil)
    #expect(joined["name"] == "Guest")
    await vendor.engine.stop()
  }

  /// Claims that keep somebody out, and the refusal.
  private static let refusals: [(name: String, refusal: String, change: @Sendable (inout JSONObject) -> Void)] = [
    ("expired", "4001/400", { $0["exp"] = 1 }), ("a REST token", "4024/400", { $0["roles"] = ["crawler"] }),
    ("another room", "4022/400", { $0["roomId"] = "aaaa-bbbb-cccc" }),
    ("another participant", "4023/400", { $0["participantId"] = "bob" }),
    ("a moderator who may not join", "4008/400", { $0["permissions"] = ["allow_mod"] }),
    ("asking and joining", "4008/400", { $0["permissions"] = ["ask_join", "allow_join"] }),
    ("asking and moderating", "4008/400", { $0["permissions"] = ["ask_join", "allow_mod"] }),
    ("another account's", "4002/400", { $0["apikey"] = "other" }),
  ]

  @Test("a token that does not fit keeps one out, with the vendor's number", arguments: refusals.map(\.name))
  func refused(_ name: String) async throws {
    let vendor = TestVendor()
    let room = await vendor.room()
    let row = try #require(Self.refusals.first { $0.name == name })
    let reply = await join(vendor, room, ["token": .string(vendor.token(row.change)), "participant_id": "ann"])
    #expect(reply.refusal == row.refusal)
    #expect(await vendor.send("GET", "/v2/sessions/")["pageInfo", "total"] == 0, "and no session begins")
    await vendor.engine.stop()
  }

  @Test("a participant id has no white space", arguments: ["a b", "a\tb", "", "\u{a0}"])
  func identifiers(_ id: String) async {
    let vendor = TestVendor()
    let room = await vendor.room()
    let reply = await join(vendor, room, ["token": .string(vendor.token()), "participant_id": .string(id)])
    #expect(reply.refusal == "4004/400")
    await vendor.engine.stop()
  }

  @Test("a room may name who comes in")
  func allowed() async {
    let vendor = TestVendor()
    let room = await vendor.room(["allowedParticipantIds": ["ann"]])
    let token = JSON.string(vendor.token())
    #expect(await join(vendor, room, ["token": token, "participant_id": "bob"]).refusal == "4023/400")
    #expect(await join(vendor, room, ["token": token]).refusal == "4023/400")
    #expect(await join(vendor, room, ["token": token, "participant_id": "ann"]).status == 201)
    await vendor.engine.stop()
  }

  @Test("a plan bounds how many are in, over all rooms")
  func full() async {
    let vendor = TestVendor { $0.quotas = VideoSDKQuotas(participants: 2) }
    let (one, two) = (await vendor.room(), await vendor.room())
    await vendor.join("a", one)
    await vendor.join("b", two)
    let token = JSON.string(vendor.token())
    #expect(await join(vendor, one, ["token": token, "participant_id": "c"]).refusal == "4009/400")
    #expect(
      await join(vendor, one, ["token": token, "participant_id": "a"]).status == 201, "one's own place is one's own")
    await vendor.leave("b", two)
    #expect(await join(vendor, one, ["token": token, "participant_id": "c"]).status == 201)
    await vendor.engine.stop()
  }

  @Test("what is no participant is refused by name")
  func malformed() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    let bodies: [(body: JSON, field: String)] = [
      ([:], "token"), (["participant_id": "a", "mode": "LOUD"], "mode"),
      (["participant_id": "a", "audio": 1], "audio"),
      (["participant_id": "a", "peer_type": "robot"], "peer_type"), (["participant_id": "a", "rank": 1], "rank"),
    ]
    for (body, field) in bodies {
      let reply = await join(vendor, room, body)
      #expect(reply.status == 400 && reply["error", "field"]?.stringValue == field)
    }
    #expect(await join(vendor, "aaaa-bbbb-cccc", ["participant_id": "a"]).status == 404)
    await vendor.engine.stop()
  }

  @Test(
    "modes are read by their present and their former names",
    arguments: [
      ("SEND_AND_RECV", "SEND_AND_RECV"), ("RECV_ONLY", "RECV_ONLY"), ("SIGNALLING_ONLY", "SIGNALLING_ONLY"),
      ("CONFERENCE", "SEND_AND_RECV"), ("VIEWER", "SIGNALLING_ONLY"),
    ])
  func modes(_ given: String, _ shown: String) async {
    let vendor = TestVendor()
    let room = await vendor.room()
    let joined = await join(vendor, room, ["participant_id": "a", "mode": .string(given)])
    #expect(joined["mode"]?.stringValue == shown)
    await vendor.engine.stop()
  }

  @Test("the same id joining again pushes the former connection out")
  func duplicate() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    let session = await vendor.join("a", room, ["audio": true])
    await vendor.listen()
    await vendor.advance(seconds: 5)
    #expect(await vendor.join("a", room) == session, "the session goes on")
    #expect(await vendor.inside(session) == ["a"])
    let seen = await vendor.send("GET", "/v2/sessions/\(session)/participants/a")
    #expect(
      seen["timelog"] == [
        ["start": "2026-01-01T00:00:00.000Z", "end": "2026-01-01T00:00:05.000Z"],
        ["start": "2026-01-01T00:00:05.000Z", "end": nil],
      ])
    #expect(seen["events", "mic"] == [["start": "2026-01-01T00:00:00.000Z", "end": "2026-01-01T00:00:05.000Z"]])
    #expect(await vendor.receiver.wait(2))
    #expect(vendor.receiver.types == ["participant-left", "participant-joined"])
    await vendor.engine.stop()
  }

  @Test("news of a join, an eviction and a leave are told in order, with the reason")
  func news() async throws {
    let vendor = TestVendor()
    let room = await vendor.room()
    var told: [VideoSDKNews] = []
    let done = vendor.mock.work(on: TestVendor.key) { tenant in
      let join = VideoSDKJoin(participantID: "a", name: "A")
      let first = tenant.join(join, to: room, at: 1)
      let second = tenant.join(join, to: room, at: 2)
      tenant.leave("a", from: room, connection: first.connection ?? "", reason: .socketClosed, at: 3)
      let isIn = tenant.participant("a", in: room) != nil
      tenant.leave("a", from: room, connection: second.connection ?? "", reason: .left, at: 4)
      return (first, second, isIn, tenant.takeAnnouncements().map(\.news))
    }
    let (first, second, isIn, news) = try #require(done?.value)
    told = news
    #expect(isIn, "a connection that was pushed out takes nobody along")
    #expect(
      told == [
        .joined(first), .left(participantID: "a", connection: first.connection ?? "", .duplicate), .joined(second),
        .left(participantID: "a", connection: second.connection ?? "", .left),
      ])
    await vendor.engine.stop()
  }
}
