import JSONCoding
import MeetingCore
import Testing

@testable import RESTFacade

@Suite("Members and roles")
struct MemberTests {
  @Test("members are set, listed in pages and removed")
  func members() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let path = "/v1/rooms/\(room)/members"
    let set = await harness.send(
      "POST", path,
      [
        "members": [
          ["person": ["external_id": "cy", "name": "Cy"], "role": "co_host"], ["person": ["external_id": "bo"]],
        ]
      ])
    #expect(set.status == 200)
    #expect(
      set.json["items"] == [
        ["person": ["external_id": "cy", "name": "Cy", "image_url": nil], "role": "co_host"],
        ["person": ["external_id": "bo", "name": nil, "image_url": nil], "role": "speaker"],
      ])
    let first = await harness.send("GET", path + "?limit=1")
    #expect(first.json["items"]?.arrayValue?.first?["person"]?["external_id"] == "bo")
    let cursor = try #require(first.json["next_cursor"]?.stringValue)
    let second = await harness.send("GET", path + "?limit=1&cursor=" + cursor)
    #expect(second.json["items"]?.arrayValue?.first?["role"] == "co_host")
    #expect(second.json["next_cursor"] == .null)
    #expect(await harness.send("DELETE", path + "/cy").status == 204)
    #expect(await harness.send("DELETE", path + "/cy").status == 404)
    let told = await harness.send("GET", "/v1/rooms/\(room)/events?types=room.updated").json["items"]?.arrayValue ?? []
    #expect(told.map { $0["data"]?["changed"] } == [["members"], ["members"]])
  }

  @Test(
    "what cannot be members is refused by field",
    arguments: [
      ([:], ["/members"]), (["members": []], ["/members"]), (["members": ["bo"]], ["/members/0"]),
      (["members": [["role": "host"]]], ["/members/0/person"]),
      (["members": [["person": ["external_id": "bo"], "role": "boss"]]], ["/members/0/role"]),
      (
        ["members": [["person": ["external_id": "bo"]], ["person": ["external_id": "bo"]]]], ["/members/1/person"]
      ),
      (["members": .array((0...100).map { ["person": ["external_id": .string("m\($0)")]] })], ["/members"]),
      (["person": ["external_id": "bo"]], ["/members", "/person"]),
    ] as [(JSON, [String])])
  func badMembers(_ body: JSON, _ pointers: [String]) async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let reply = await harness.send("POST", "/v1/rooms/\(room)/members", body)
    #expect(reply.status == 400)
    #expect(reply.pointers == pointers)
  }

  @Test("a role is changed for a person and for a connection")
  func roles() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let id = await harness.join(room, person: "ana", connection: "c1")
    let path = "/v1/rooms/\(room)"
    let down = await harness.send("PATCH", "\(path)/participants/\(id)", ["role": "listener"])
    #expect(down.status == 200)
    #expect(down.json["outcome"] == "applied" && down.json["changed"] == true)
    #expect(down.json["affected"] == [.string(id)])
    #expect(await harness.send("GET", "\(path)/participants/\(id)").json["role"] == "listener")
    let again = await harness.send("PATCH", "\(path)/people/ana", ["role": "listener"])
    #expect(again.json["changed"] == false && again.json["reason"] == "already")
    let told = await harness.send("GET", "\(path)/events?types=participant.updated").json["items"]?.arrayValue ?? []
    #expect(told.map { $0["data"]?["changed"] } == [["role"]])
    for body in [[:], ["role": nil], ["role": "boss"], ["role": "host", "name": "x"]] as [JSON] {
      #expect(await harness.send("PATCH", "\(path)/people/ana", body).status == 400)
    }
    #expect(await harness.send("PATCH", "\(path)/participants/par_0", ["role": "speaker"]).status == 404)
  }

  @Test("asking somebody to unmute is answered as a request")
  func unmute() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let id = await harness.join(room, person: "ana", connection: "c1")
    for path in ["participants/\(id)", "people/ana"] {
      let reply = await harness.send("POST", "/v1/rooms/\(room)/\(path)/unmute", ["tracks": ["audio", "video"]])
      #expect(reply.status == 202)
      #expect(reply.json["outcome"] == "requested" && reply.json["changed"] == .null)
      #expect(reply.json["affected"] == [.string(id)])
      #expect(await harness.send("POST", "/v1/rooms/\(room)/\(path)/unmute").status == 400)
    }
  }

  @Test("occurrences tell who was there")
  func sessions() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let path = "/v1/rooms/\(room)/sessions"
    #expect(await harness.send("GET", path).json["items"] == [])
    let id = await harness.join(room, person: "ana", connection: "c1")
    let listed = try #require(await harness.send("GET", path).json["items"]?.arrayValue?.first)
    #expect(listed["ended_at"] == .null && listed["peak_participants"] == 1 && listed["attendance"] == nil)
    let session = await harness.session(room)
    let history = await harness.send("GET", path + "/" + session).json
    #expect(history["id"]?.stringValue == session)
    let row = try #require(history["attendance"]?["items"]?.arrayValue?.first)
    #expect(row["participant_id"]?.stringValue == id && row["person"]?["external_id"] == "ana")
    #expect(row["left_at"] == .null && row["duration_seconds"] == .null && row["reason"] == .null)
    #expect(history["attendance"]?["next_cursor"] == .null)
    _ = await harness.send("POST", "/v1/rooms/\(room)/end")
    let after = await harness.send("GET", path + "/" + session).json
    #expect(after["ended_at"]?.stringValue != nil && after["duration_seconds"]?.integerValue != nil)
    #expect(after["attendance"]?["items"]?.arrayValue?.first?["reason"] == "room_ended")
    #expect(await harness.send("GET", path + "/ses_0").status == 404)
    #expect(await harness.send("GET", path + "/" + session, key: harness.stranger).status == 404)
  }
}
