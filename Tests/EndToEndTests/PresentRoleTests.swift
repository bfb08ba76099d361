import HTTPTypes
import JSONCoding
import ProgramTesting
import Testing

/// Whatever was given out earlier, the role and the decisions of now are what counts.
@Suite(.sharedDemo)
struct PresentRoleTests {
  private func client(_ person: String, _ role: String, in room: String) async throws -> Caller {
    let demo = try demo
    let token = try await demo.api.post(
      "/v1/rooms/\(room)/client-tokens", ["person": ["external_id": .string(person)], "role": .string(role)]
    ).string("token")
    return demo.api.with(credential: token)
  }

  @Test func whoIsDemotedHasNoMorePowerWithTheTokenOfBefore() async throws {
    let demo = try demo
    let room = try await demo.liveRoom()
    let mia = try await client("mia", "co_host", in: room)
    let leo = try await client("leo", "listener", in: room)
    #expect(try await mia.post("/v1/rooms/\(room)/lock").status == 200)
    #expect(
      try await demo.api.patch("/v1/rooms/\(room)/people/mia", ["role": "listener"]).status
        == 200)
    #expect(try await mia.post("/v1/rooms/\(room)/unlock").summary == "403 forbidden")
    #expect(
      try await mia.patch("/v1/rooms/\(room)/people/mia", ["role": "co_host"]).summary
        == "403 forbidden")
    #expect(try await leo.post("/v1/rooms/\(room)/unlock").summary == "403 forbidden")
    #expect(
      try await demo.api.patch("/v1/rooms/\(room)/people/leo", ["role": "co_host"]).status
        == 200)
    #expect(try await leo.post("/v1/rooms/\(room)/unlock").status == 200)
    #expect(try await mia.post("/v1/rooms/\(room)/join-tokens", [:])["role"] == "listener")
    #expect(try await demo.api.send("DELETE", "/v1/rooms/\(room)/members/leo").status == 204)
    #expect(try await leo.post("/v1/rooms/\(room)/end").summary == "403 forbidden")
  }

  @Test func theHostStaysTheHostWhicheverWay() async throws {
    let demo = try demo
    let room = try await demo.room()
    let nadia: JSON = ["person": ["external_id": "nadia"], "role": "listener"]
    for path in ["join-tokens", "client-tokens"] {
      let refused = try await demo.api.post("/v1/rooms/\(room)/\(path)", nadia)
      #expect(refused.summary == "400 invalid_request", "\(path): \(refused.text)")
      #expect(refused["errors"]?.arrayValue?.first?["pointer"] == "/role")
    }
    let twice = try await demo.api.post(
      "/v1/rooms",
      [
        "kind": "audio_room", "host": ["external_id": "h"],
        "members": [["person": ["external_id": "a"]], ["person": ["external_id": "h"], "role": "speaker"]],
      ])
    #expect(twice.summary == "400 invalid_request")
    #expect(twice["errors"]?.arrayValue?.first?["pointer"] == "/members/1/role")
    #expect(try await demo.api.with("On-Behalf-Of", "nadia").post("/v1/rooms/\(room)/lock").status == 200)
  }

  @Test func aCoHostMakesNoHostByAToken() async throws {
    let demo = try demo
    let room = try await demo.liveRoom()
    _ = try await client("mia", "co_host", in: room)
    let mia = demo.api.with("On-Behalf-Of", "mia")
    let host: JSON = ["person": ["external_id": "mia"], "role": "host"]
    #expect(try await mia.post("/v1/rooms/\(room)/join-tokens", host).summary == "403 forbidden")
    #expect(try await mia.post("/v1/rooms/\(room)/client-tokens", host).summary == "403 forbidden")
  }

  @Test func onlyAKeyStartsWhatLeavesTheRoom() async throws {
    let demo = try demo
    let room = try await demo.room()
    let mia = try await client("mia", "co_host", in: room)
    let refused = try await mia.post("/v1/rooms/\(room)/go-live", ["record": true])
    #expect(refused.summary == "403 forbidden")
    #expect(try await demo.api.get("/v1/rooms/\(room)")["state"] == "backstage")
    #expect(try await mia.post("/v1/rooms/\(room)/go-live").status == 200)
  }

  // MARK: One decision per raised hand

  private struct Hand {
    let room: String
    let request: String
  }

  private func hand() async throws -> Hand {
    let demo = try demo
    let room = try await demo.liveRoom()
    _ = try await demo.enters("ana", room)
    let raised = try await demo.api.post(
      "/v1/rooms/\(room)/permission-requests", ["person": ["external_id": "ana"], "permissions": ["send_audio"]])
    return Hand(room: room, request: try raised.string("id"))
  }

  @Test(arguments: ["grant", "reject"])
  func ofSeveralWhoDecideAtOnceOneDoes(_ first: String) async throws {
    let demo = try demo
    let hand = try await hand()
    let path = "/v1/rooms/\(hand.room)/permission-requests/\(hand.request)"
    let answers = try await withThrowingTaskGroup(of: (String, Reply).self) { group in
      for decision in [first, "grant", "reject", "grant", "reject"] {
        group.addTask { (decision, try await demo.api.post("\(path)/\(decision)")) }
      }
      var all: [(String, Reply)] = []
      for try await answer in group { all.append(answer) }
      return all
    }
    let done = answers.filter { $0.1.status == 200 }
    #expect(done.count == 1, "\(answers.map { "\($0.0) \($0.1.summary)" })")
    #expect(answers.filter { $0.1.summary == "409 request_closed" }.count == 4)
    let granted = done.first?.0 == "grant"
    let may = try await demo.api.get("/v1/rooms/\(hand.room)/permissions/ana")["send_audio"]
    #expect(may == .bool(granted))
    let writes = try await demo.journal("UpdateUserPermissions", hand.room).count
    #expect(writes == (granted ? 1 : 0))
  }

  @Test func whatIsGrantedToSomebodyWhoIsBannedMeanwhileIsTakenBack() async throws {
    let demo = try demo
    let hand = try await hand()
    let slow = try await demo.mock.post(
      "/_mock/faults",
      [
        "match": ["operation": "UpdateUserPermissions", "path": .string("*\(hand.room)*")], "times": 1,
        "fault": ["kind": "delay", "ms": 600],
      ])
    #expect(slow.status == 201, "\(slow.text)")
    async let granting = demo.api.post("/v1/rooms/\(hand.room)/permission-requests/\(hand.request)/grant")
    let isAsked = await eventually {
      ((try? await demo.journal("UpdateUserPermissions", hand.room))?.isEmpty) == false
    }
    #expect(isAsked)
    #expect(try await demo.api.post("/v1/rooms/\(hand.room)/bans", ["person": ["external_id": "ana"]]).status == 201)
    #expect(try await granting.summary == "409 request_closed")
    let writes = try await demo.journal("UpdateUserPermissions", hand.room)
    #expect(writes.last?["body", "revoke_permissions"] == ["send-audio"])
    let isTaken = await eventually {
      (try? await demo.api.get("/v1/rooms/\(hand.room)/permissions/ana"))?["send_audio"] == false
    }
    #expect(isTaken)
  }

  @Test func whoIsBannedIsGivenNothingAndWhoIsAbsentIsNotUnmuted() async throws {
    let demo = try demo
    let room = try await demo.liveRoom()
    #expect(try await demo.api.post("/v1/rooms/\(room)/bans", ["person": ["external_id": "bad"]]).status == 201)
    let given = try await demo.api.patch("/v1/rooms/\(room)/permissions/bad", ["send_audio": true])
    #expect(given.summary == "403 banned")
    #expect(
      try await demo.api.patch("/v1/rooms/\(room)/permissions/bad", ["send_audio": false])
        .status == 200)
    let device = try await demo.enters("gone", room)
    _ = try await demo.mock.send("DELETE", "/_mock/rooms/audio_room%3A\(room)/participants/\(device)")
    #expect(await eventually { (try? await demo.connections(room))?.isEmpty == true })
    let absent = try await demo.api.post("/v1/rooms/\(room)/people/gone/unmute", ["tracks": ["audio"]])
    #expect(absent["reason"] == "not_connected")
    #expect(absent["changed"] == false)
    #expect(try await demo.journal("UpdateUserPermissions", room).count == 1)
  }
}
