import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import VideoSDKMock

@Suite("Agents")
struct AgentTests {
  private func dispatch(_ vendor: TestVendor, _ room: String, _ more: JSONObject = [:]) async -> Reply {
    var body = more
    body["meetingId"] = .string(room)
    if body["agentId"] == nil { body["agentId"] = "lucy" }
    return await vendor.send("POST", "/v2/agent/dispatch", .object(body))
  }

  private func agents(_ vendor: TestVendor) async -> [JSON] {
    let people = await vendor.control("GET", "state")[TestVendor.key, "rooms", "0", "participants"]?.arrayValue ?? []
    return people.filter { $0["peer_type"] == "agent" && $0["connected"] == true }
  }

  @Test("a dispatched agent answers a message only, and joins a while later")
  func joins() async {
    let (vendor, room, session) = await RecordingTests.occupied()
    let reply = await dispatch(
      vendor, room, ["versionId": "v1", "metadata": ["variables": [["name": "topic", "value": "tea"]]]])
    #expect(reply.status == 200)
    #expect(reply.json.objectValue?.keys == ["message"])
    #expect(await agents(vendor).isEmpty)
    await vendor.advance(seconds: 2)
    let agents = await agents(vendor)
    #expect(agents.count == 1)
    #expect(agents.first?["name"] == "lucy")
    #expect(agents.first?["audio"] == true)
    #expect(await vendor.inside(session).count == 2)
    #expect(await vendor.receiver.wait(3))
    #expect(vendor.receiver.types == ["agent-session-starting", "participant-joined", "agent-session-started"])
    #expect(vendor.receiver.data("agent-session-started")?["sessionId"]?.stringValue == session)
    await vendor.engine.stop()
  }

  @Test("it goes with the last person, or keeps the session alive", arguments: [true, false])
  func last(_ goes: Bool) async {
    let (vendor, room, session) = await RecordingTests.occupied { $0.agentsLeaveWithLastPerson = goes }
    _ = await dispatch(vendor, room)
    await vendor.advance(seconds: 2)
    await vendor.leave("a", room)
    #expect(await agents(vendor).isEmpty == goes)
    await vendor.advance(seconds: 60)
    let found = await vendor.send("GET", "/v2/sessions/\(session)")
    #expect(found["status"]?.stringValue == (goes ? "ended" : "ongoing"))
    if goes { #expect(await vendor.receiver.wait(for: "agent-session-stopped")) }
    await vendor.engine.stop()
  }

  @Test("an agent that is removed is gone, or comes back", arguments: [false, true])
  func removal(_ returns: Bool) async {
    let (vendor, room, _) = await RecordingTests.occupied { $0.agentsReturn = returns }
    _ = await dispatch(vendor, room)
    await vendor.advance(seconds: 2)
    let id = await agents(vendor).first?["participant_id"] ?? .null
    let body: JSON = ["roomId": .string(room), "participantId": id]
    #expect(await vendor.send("POST", "/v2/sessions/participants/remove", body).status == 200)
    #expect(await agents(vendor).isEmpty)
    await vendor.advance(seconds: 60)
    #expect(await agents(vendor).count == (returns ? 1 : 0))
    await vendor.engine.stop()
  }

  @Test("one that never comes up is told of", arguments: [true, false])
  func failure(_ fails: Bool) async {
    let (vendor, room, _) = await RecordingTests.occupied { $0.agentsFail = fails }
    if !fails { await vendor.send("POST", "/v2/sessions/end", ["roomId": .string(room)]) }
    _ = await dispatch(vendor, room)
    await vendor.advance(seconds: 2)
    #expect(await agents(vendor).isEmpty)
    #expect(await vendor.receiver.wait(for: "agent-session-failed"), "also where there is no session to join any more")
    await vendor.engine.stop()
  }

  @Test("one that is on its way when the last person goes does not come")
  func tooLate() async {
    let (vendor, room, session) = await RecordingTests.occupied()
    _ = await dispatch(vendor, room)
    await vendor.advance(seconds: 1)
    await vendor.leave("a", room)
    await vendor.advance(seconds: 5)
    #expect(await vendor.send("GET", "/v2/sessions/\(session)")["status"] == "ended")
    #expect(await vendor.receiver.wait(for: "agent-session-failed"))
    await vendor.engine.stop()
  }

  @Test("an agent must be known where agents are, and the room must be open")
  func refusals() async {
    let (vendor, room, _) = await RecordingTests.occupied { $0.agentIDs = ["lucy"] }
    #expect(await dispatch(vendor, room, ["agentId": "max"]).refusal == "0/404")
    #expect(await dispatch(vendor, "none").refusal == "0/404")
    #expect(await dispatch(vendor, room, ["agentId": ""]).refusal == "0/400")
    #expect(await dispatch(vendor, room, ["metadata": ["voice": "x"]]).refusal == "0/400")
    let byRoomID = await vendor.send("POST", "/v2/agent/dispatch", ["roomId": .string(room), "agentId": "lucy"])
    #expect(byRoomID.refusal == "0/400", "the room is a meeting here")
    await vendor.send("POST", "/v2/rooms/deactivate", ["roomId": .string(room)])
    #expect(await dispatch(vendor, room).refusal == "0/400")
    await vendor.engine.stop()
  }
}
