import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import VideoSDKMock

@Suite("Sessions")
struct SessionTests {
  private func status(_ vendor: TestVendor, _ session: String) async -> JSON? {
    await vendor.send("GET", "/v2/sessions/\(session)")["status"]
  }

  @Test("a session begins with the first join, not with the room")
  func begins() async {
    let vendor = TestVendor()
    let room = await vendor.room(["customRoomId": "mine"])
    #expect(await vendor.send("GET", "/v2/sessions/", query: "roomId=\(room)")["data"] == [])
    await vendor.advance(seconds: 3)
    let session = await vendor.join("a", room)
    #expect(await vendor.join("b", room) == session)
    let found = await vendor.send("GET", "/v2/sessions/\(session)")
    #expect(found["id"]?.stringValue == session)
    #expect(found["roomId"]?.stringValue == room)
    #expect(found["customRoomId"] == "mine")
    #expect(found["start"] == "2026-01-01T00:00:03.000Z")
    #expect(found["end"] == .null)
    #expect(found["status"] == "ongoing")
    #expect(found["chatLink"] == .null)
    #expect(found["participants"]?.arrayValue?.count == 2)
    await vendor.engine.stop()
  }

  @Test("it ends some seconds after the last leave, unless somebody comes back")
  func ends() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    let session = await vendor.join("a", room)
    await vendor.leave("a", room)
    await vendor.advance(seconds: 4)
    #expect(await vendor.join("a", room) == session)
    await vendor.advance(seconds: 60)
    #expect(await status(vendor, session) == "ongoing", "the first leave no longer counts")
    await vendor.leave("a", room)
    await vendor.advance(seconds: 4)
    #expect(await status(vendor, session) == "ongoing")
    await vendor.advance(seconds: 1)
    let ended = await vendor.send("GET", "/v2/sessions/\(session)")
    #expect(ended["status"] == "ended")
    #expect(ended["end"] == "2026-01-01T00:01:09.000Z")
    #expect(ended["activeDuration"] == 69)
    #expect(ended["chatLink"]?.stringValue?.hasSuffix(".csv") == true)
    #expect(ended["participants", "0", "timelog"]?.arrayValue?.count == 2, "one row per join")
    #expect(await vendor.join("a", room) != session, "the next join opens another")
    await vendor.engine.stop()
  }

  @Test("how long it waits for somebody can be switched")
  func waits() async {
    let vendor = TestVendor { $0.sessionEndsAfterSeconds = 30 }
    let room = await vendor.room()
    let session = await vendor.join("a", room)
    await vendor.leave("a", room)
    await vendor.advance(seconds: 29)
    #expect(await status(vendor, session) == "ongoing")
    await vendor.advance(seconds: 1)
    #expect(await status(vendor, session) == "ended")
    await vendor.engine.stop()
  }

  @Test("ending answers before it happens, and again the same until it has")
  func asynchronous() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    let session = await vendor.join("a", room)
    await vendor.listen()
    for _ in 0..<2 {
      let reply = await vendor.send("POST", "/v2/sessions/end", ["roomId": .string(room)])
      #expect(reply.status == 200)
      #expect(reply["id"]?.stringValue == session)
      #expect(reply["status"] == "ongoing")
      #expect(reply["end"] == .null)
    }
    #expect(await vendor.inside(session) == ["a"])
    await vendor.advance(seconds: 1)
    #expect(await status(vendor, session) == "ended")
    let active = await vendor.send("GET", "/v2/sessions/\(session)/participants/active")
    #expect(active["data"] == [])
    #expect(active["pageInfo", "total"] == 0)
    let again = await vendor.send("POST", "/v2/sessions/end", ["roomId": .string(room)])
    #expect(again.refusal == "0/404")
    #expect(again.message == "No active session found")
    #expect(await vendor.receiver.wait(2))
    #expect(vendor.receiver.types == ["participant-left", "session-ended"])
    await vendor.engine.stop()
  }

  @Test("only the session that was named is ended")
  func named() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    let first = await vendor.join("a", room)
    await vendor.leave("a", room)
    await vendor.advance(seconds: 5)
    let second = await vendor.join("a", room)
    func end(_ id: String) async -> Int {
      await vendor.send("POST", "/v2/sessions/end", ["roomId": .string(room), "sessionId": .string(id)]).status
    }
    #expect(await end(first) == 404)
    await vendor.advance(seconds: 2)
    #expect(await status(vendor, second) == "ongoing")
    #expect(await end(second) == 200)
    await vendor.advance(seconds: 1)
    #expect(await status(vendor, second) == "ended")
    await vendor.engine.stop()
  }

  @Test("the status where no session runs can be switched", arguments: [404, 400])
  func noSession(_ status: Int) async {
    let vendor = TestVendor { $0.noSessionStatus = status }
    let room = await vendor.room()
    #expect(await vendor.send("POST", "/v2/sessions/end", ["roomId": .string(room)]).status == status)
    let body: JSON = ["roomId": .string(room), "participantId": "a"]
    #expect(await vendor.send("POST", "/v2/sessions/participants/remove", body).status == status)
    #expect(await vendor.send("POST", "/v2/recordings/start", ["roomId": .string(room)]).status == status)
    #expect(await vendor.send("POST", "/v2/sessions/end", ["roomId": "none"]).message == "Room not found")
    await vendor.engine.stop()
  }

  @Test("the list has the newest first and is filtered by room, state, owner and time")
  func list() async throws {
    let vendor = TestVendor()
    let (one, two) = (await vendor.room(["customRoomId": "mine"]), await vendor.room())
    let first = await vendor.join("a", one)
    await vendor.leave("a", one)
    await vendor.advance(seconds: 10)
    let second = await vendor.join("a", one)
    await vendor.advance(seconds: 10)
    let third = await vendor.join("a", two)
    let owner = await vendor.send("GET", "/v2/sessions/\(first)")["userId"]?.stringValue ?? ""
    func ids(_ query: String) async -> [String]? {
      await vendor.send("GET", "/v2/sessions/", query: query)["data"]?.arrayValue?.compactMap { $0["id"]?.stringValue }
    }
    #expect(await ids("") == [third, second, first])
    #expect(await ids("roomId=\(one)") == [second, first])
    #expect(await ids("customRoomId=mine") == [second, first])
    #expect(await ids("roomId=none") == [])
    #expect(await ids("roomId=\(one)&status=ongoing") == [second])
    #expect(await ids("status=ended") == [first])
    #expect(await ids("userId=\(owner)") == [third, second, first])
    #expect(await ids("userId=somebody") == [])
    #expect(await ids("query=mine") == [second, first])
    #expect(await ids("query=\(third)") == [third])
    #expect(await ids("startDate=1767225605000&endDate=1767225615000") == [second])
    #expect(await ids("startDate=1767225615000&endDate=1767225605000") == [])
    #expect(await ids("page=2&perPage=2") == [first])
    for query in ["status=over", "startDate=today", "startDate=-1", "endDate=99999999999999999"] {
      #expect(await vendor.send("GET", "/v2/sessions/", query: query).status == 400, "\(query)")
    }
    await vendor.engine.stop()
  }

  @Test("a session closes after the longest duration, and takes its room along where it is told to")
  func autoClose() async {
    let vendor = TestVendor()
    let open = await vendor.room(["autoCloseConfig": ["type": "session-ends", "duration": 10]])
    let closing = await vendor.room(["autoCloseConfig": ["type": "session-end-and-deactivate", "duration": 10]])
    let usual = await vendor.room()
    for room in [open, closing, usual] { await vendor.join("a", room) }
    await vendor.advance(seconds: 599)
    #expect(await vendor.send("GET", "/v2/sessions/", query: "status=ongoing")["pageInfo", "total"] == 3)
    await vendor.advance(seconds: 1)
    #expect(await vendor.send("GET", "/v2/sessions/", query: "status=ongoing")["pageInfo", "total"] == 1)
    #expect(await vendor.send("GET", "/v2/rooms/\(open)")["disabled"] == false)
    #expect(await vendor.send("GET", "/v2/rooms/\(closing)")["disabled"] == true)
    await vendor.advance(seconds: 480 * 60 - 600)
    #expect(await vendor.send("GET", "/v2/sessions/", query: "status=ongoing")["pageInfo", "total"] == 0)
    await vendor.engine.stop()
  }

  @Test("without a default nothing closes by itself")
  func noAutoClose() async {
    let vendor = TestVendor { $0.defaultAutoCloseMinutes = nil }
    let session = await vendor.join("a", await vendor.room())
    await vendor.advance(seconds: 100_000)
    #expect(await status(vendor, session) == "ongoing")
    await vendor.engine.stop()
  }

  @Test("deactivating leaves the session running, or ends it", arguments: [false, true])
  func deactivation(_ ends: Bool) async {
    let vendor = TestVendor { $0.deactivationEndsSession = ends }
    let room = await vendor.room()
    let session = await vendor.join("a", room)
    await vendor.send("POST", "/v2/rooms/deactivate", ["roomId": .string(room)])
    await vendor.advance(seconds: 1)
    #expect(await status(vendor, session) == (ends ? "ended" : "ongoing"))
    #expect(await vendor.control("POST", "rooms/\(room)/participants", ["participant_id": "b"]).refusal == "4003/400")
    await vendor.engine.stop()
  }

  @Test("an unknown session is 404 on every route")
  func unknown() async {
    let vendor = TestVendor()
    for path in ["", "/participants", "/participants/active", "/participants/a", "/stats", "/participant/a/stats"] {
      #expect(await vendor.send("GET", "/v2/sessions/ffffffffffffffffffffffff\(path)").refusal == "0/404", "\(path)")
    }
    await vendor.engine.stop()
  }
}
