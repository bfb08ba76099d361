import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import VideoSDKMock

@Suite("Participants")
struct ParticipantTests {
  @Test("everybody who was in: the page's data is an object")
  func everybody() async {
    let vendor = TestVendor()
    let room = await vendor.room(["customRoomId": "mine"])
    let session = await vendor.join("a", room, ["name": "Ann"])
    await vendor.join("b", room)
    await vendor.leave("a", room)
    let reply = await vendor.send("GET", "/v2/sessions/\(session)/participants", query: "perPage=1")
    #expect(reply["data"]?.objectValue?.keys == ["id", "roomId", "customRoomId", "participants", "links"])
    #expect(reply["pageInfo", "total"] == 2)
    #expect(reply["data", "participants"]?.arrayValue?.count == 1)
    #expect(reply["data", "participants", "0"]?.objectValue?.keys == ["_id", "participantId", "name", "timelog"])
    #expect(reply["data", "participants", "0", "name"] == "Ann")
    #expect(reply["data", "participants", "0", "timelog", "0", "end"] == "2026-01-01T00:00:00.000Z")
    await vendor.engine.stop()
  }

  @Test("who is in now: the page's data is a list of one session")
  func active() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    let session = await vendor.join("a", room, ["audio": true])
    await vendor.join("b", room, ["mode": "RECV_ONLY"])
    await vendor.join("c", room)
    await vendor.leave("c", room)
    let reply = await vendor.send("GET", "/v2/sessions/\(session)/participants/active")
    #expect(reply["data"]?.arrayValue?.count == 1)
    #expect(reply["pageInfo", "total"] == 2)
    #expect(reply["data", "0", "id"]?.stringValue == session)
    #expect(reply["data", "0", "_id"]?.stringValue == session)
    #expect(reply["data", "0", "apiKey"]?.stringValue == TestVendor.key)
    let ann = reply["data", "0", "participants", "0"]
    #expect(ann?["participantId"] == "a")
    #expect(ann?["events"]?.objectValue?.keys == ["mic", "webcam", "screenShare", "screenShareAudio"])
    #expect(ann?["events"]?["mic"] == [["start": "2026-01-01T00:00:00.000Z", "end": nil]])
    #expect(ann?["events"]?["webcam"] == [])
    let bob = reply["data", "0", "participants", "1"]
    #expect(bob?["mode"] == "RECV_ONLY")
    #expect(bob?["changeModeHistory"]?.arrayValue?.count == 1)
    await vendor.engine.stop()
  }

  @Test("pages of who is in cut the people, not the session")
  func activePages() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    var session = ""
    for id in ["a", "b", "c"] { session = await vendor.join(id, room) }
    let page = await vendor.send("GET", "/v2/sessions/\(session)/participants/active", query: "page=2&perPage=2")
    #expect(page["pageInfo"] == ["currentPage": 2, "perPage": 2, "lastPage": 2, "total": 3])
    #expect(page["data", "0", "participants"]?.arrayValue?.compactMap { $0["participantId"] } == ["c"])
    await vendor.engine.stop()
  }

  @Test("media events may stay empty, by a switch")
  func noEvents() async {
    let vendor = TestVendor { $0.showsMediaEvents = false }
    let session = await vendor.join("a", await vendor.room(), ["audio": true])
    let reply = await vendor.send("GET", "/v2/sessions/\(session)/participants/active")
    #expect(reply["data", "0", "participants", "0", "events", "mic"] == [])
    await vendor.engine.stop()
  }

  @Test("a session waiting for somebody to come back has its row, and nobody in it")
  func empty() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    let session = await vendor.join("a", room)
    await vendor.leave("a", room)
    let reply = await vendor.send("GET", "/v2/sessions/\(session)/participants/active")
    #expect(reply["data", "0", "participants"] == [])
    await vendor.engine.stop()
  }

  @Test("removing throws one out at once, answers the session, and bans nobody", arguments: ["roomId", "sessionId"])
  func removal(_ by: String) async {
    let vendor = TestVendor()
    let room = await vendor.room()
    let session = await vendor.join("a", room)
    await vendor.join("b", room)
    await vendor.listen()
    let body: JSON = ["participantId": "a", by: .string(by == "roomId" ? room : session)]
    let reply = await vendor.send("POST", "/v2/sessions/participants/remove", body)
    #expect(reply.status == 200)
    #expect(reply["id"]?.stringValue == session)
    #expect(reply["status"] == "ongoing")
    #expect(await vendor.inside(session) == ["b"])
    #expect(await vendor.receiver.wait(1))
    #expect(vendor.receiver.data("participant-left")?["participantId"] == "a")
    let again = await vendor.send("POST", "/v2/sessions/participants/remove", body)
    #expect(again.refusal == "0/404")
    #expect(again.message == "Participant not found")
    #expect(await vendor.join("a", room) == session)
    await vendor.engine.stop()
  }

  @Test("removing can answer a text, pass over the absent, and keep people out")
  func removalSwitches() async {
    let vendor = TestVendor {
      $0.removalAnswersText = true
      $0.refusesRemovalOfAbsent = false
      $0.removalBlocksRejoin = true
    }
    let room = await vendor.room()
    await vendor.join("a", room)
    await vendor.join("b", room)
    for id in ["a", "nobody"] {
      let body: JSON = ["participantId": .string(id), "roomId": .string(room)]
      let reply = await vendor.send("POST", "/v2/sessions/participants/remove", body)
      #expect(reply.status == 200)
      #expect(reply.json.stringValue != nil)
    }
    let token = JSON.string(vendor.token())
    for (id, refusal) in [("a", "4023/400"), ("nobody", "0/201")] {
      let join = await vendor.control(
        "POST", "rooms/\(room)/participants", ["token": token, "participant_id": .string(id)])
      #expect(join.refusal == refusal)
    }
    await vendor.engine.stop()
  }

  @Test("removing names a participant and a room or session that runs")
  func removalMalformed() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    let session = await vendor.join("a", room)
    let bodies: [(body: JSON, status: Int)] = [
      ([:], 400), (["participantId": "a"], 400), (["roomId": .string(room)], 400),
      (["participantId": 1, "roomId": .string(room)], 400), (["participantId": "a", "roomId": "none"], 404),
      (["participantId": "a", "sessionId": "none"], 404),
      (["participantId": "a", "roomId": .string(room), "why": "x"], 400),
    ]
    for (body, status) in bodies {
      #expect(await vendor.send("POST", "/v2/sessions/participants/remove", body).status == status, "\(body)")
    }
    await vendor.send("POST", "/v2/sessions/end", ["roomId": .string(room)])
    await vendor.advance(seconds: 1)
    let late = await vendor.send(
      "POST", "/v2/sessions/participants/remove", ["participantId": "a", "sessionId": .string(session)])
    #expect(late.message == "No active session found")
    await vendor.engine.stop()
  }

  @Test("statistics have a sample a minute, of the session or of one person")
  func stats() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    let session = await vendor.join("a", room)
    await vendor.advance(seconds: 150)
    await vendor.join("b", room)
    let whole = await vendor.send("GET", "/v2/sessions/\(session)/stats")
    #expect(whole["data"]?.arrayValue?.count == 3)
    #expect(whole["data", "1", "time"] == "2026-01-01T00:01:00.000Z")
    #expect(whole["data", "0", "qualityScore", "audio"]?.numberValue != nil)
    let one = await vendor.send("GET", "/v2/sessions/\(session)/participant/b/stats")
    #expect(one["data"]?.arrayValue?.count == 1)
    #expect(one["participantId"] == "b")
    #expect(await vendor.send("GET", "/v2/sessions/\(session)/participant/x/stats").refusal == "0/404")
    await vendor.engine.stop()
  }
}
