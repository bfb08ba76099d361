import Cryptography
import HTTPTypes
import JSONCoding
import ProgramTesting
import Testing

@Suite(.sharedDemo)
struct AudioRoomTests {
  @Test func aRoomStartsInBackstage() async throws {
    let demo = try demo
    let answer = try await demo.api.post(
      "/v1/rooms",
      [
        "kind": "audio_room", "title": "Evening jazz", "custom": ["mood": "calm"],
        "host": ["external_id": "nadia", "name": "Nadia"],
        "members": [["person": ["external_id": "sam"], "role": "speaker"]],
      ])
    #expect(answer.status == 201)
    #expect(answer["state"] == "backstage")
    #expect(answer["custom", "mood"] == "calm")
    #expect(answer["host", "name"] == "Nadia")
    let room = try answer.string("id")
    #expect(answer.fields["Location"] == "/v1/rooms/\(room)")
    let members = try await demo.journal("GetOrCreateCall", room).first?["body", "data", "members"]?.arrayValue ?? []
    #expect(Set(members.compactMap { $0["user_id"]?.stringValue }) == ["nadia", "sam"])
  }

  @Test func theAudienceWaitsUntilTheRoomGoesLive() async throws {
    let demo = try demo
    let room = try await demo.room()
    let listener: JSON = ["person": ["external_id": "leo"]]
    #expect(
      try await demo.api.post("/v1/rooms/\(room)/join-tokens", listener).summary == "403 room_in_backstage")
    #expect(try await demo.joins(demo.joinToken("nadia", in: room), room).status == 201)
    let opened = try await demo.api.post("/v1/rooms/\(room)/go-live")
    #expect(opened["outcome"] == "applied")
    #expect(opened["changed"] == true)
    #expect(try await demo.api.get("/v1/rooms/\(room)")["state"] == "live")
    #expect(try await demo.joins(demo.joinToken("leo", in: room), room).status == 201)
  }

  @Test func aJoinTokenIsTheVendorsOwnAndEndsWhenAsked() async throws {
    let demo = try demo
    let room = try await demo.liveRoom()
    let before = demo.now
    let answer = try await demo.api.post(
      "/v1/rooms/\(room)/join-tokens", ["person": ["external_id": "leo", "name": "Leo"], "ttl_seconds": 300])
    let claims = try JWT.verify(answer.string("token"), secret: Secret(demo.secret), now: demo.now)
    #expect(claims["user_id"] == "leo")
    #expect(claims["call_cids"]?.arrayValue == [.string("audio_room:\(room)")])
    let issued = try #require(claims["iat"]?.integerValue)
    let expiry = try #require(claims["exp"]?.integerValue)
    #expect(issued <= before)
    #expect((before + 300...demo.now + 300).contains(expiry))
    #expect(answer["connect", "call_id"]?.stringValue == room)
    #expect(answer["connect", "api_key"]?.stringValue == demo.apiKey)
    #expect(answer["role"] == "listener")
  }

  @Test func aJoinIsOnAnOpenStreamWithinASecond() async throws {
    let demo = try demo
    let room = try await demo.liveRoom()
    let stream = try demo.stream("/v1/rooms/\(room)/events")
    #expect(await stream.followed())
    // The other tests use the machine too: the best of three counts.
    var waits: [Duration] = []
    for person in ["leo", "mia", "noa"] {
      let token = try await demo.joinToken(person, in: room)
      let started = ContinuousClock.now
      let session = try await demo.joins(token, room).string("session_id")
      let event = await stream.first {
        $0.event == "participant.joined"
          && $0.json["data", "participant", "provider_refs", "user_session_id"]?.stringValue == session
      }
      waits.append(ContinuousClock.now - started)
      #expect(event?.json["data", "participant", "person", "external_id"]?.stringValue == person)
    }
    #expect(try #require(waits.min()) < .seconds(1))
  }

  @Test func twoDevicesAreTwoParticipantsAndOnePerson() async throws {
    let demo = try demo
    let room = try await demo.liveRoom()
    let first = try await demo.enters("leo", room)
    let second = try await demo.enters("leo", room)
    try await demo.enters("mia", room)
    let listed = try await demo.api.get("/v1/rooms/\(room)/participants").items
    #expect(Set(listed.compactMap { $0["id"]?.stringValue }).count == 3)
    #expect(Set([first, second]).isSubset(of: try await demo.connections(room)))
    let session = try await demo.api.get("/v1/rooms/\(room)")["session"]
    #expect(session?["participant_count"] == 3)
    #expect(session?["person_count"] == 2)
    #expect(session?["person_count_by_role", "listener"] == 2)
  }

  @Test func mutingIsDoneByTheVendor() async throws {
    let demo = try demo
    let room = try await demo.liveRoom()
    try await demo.enters("leo", room)
    let answer = try await demo.api.post("/v1/rooms/\(room)/people/leo/mute", ["tracks": ["audio"]])
    #expect(answer["outcome"] == "applied")
    #expect(answer["affected"]?.arrayValue?.count == 1)
    let calls = try await demo.journal("MuteUsers", room)
    #expect(calls.count == 1)
    #expect(calls.first?["body", "user_ids"]?.arrayValue == ["leo"])
    #expect(calls.first?["body", "audio"] == true)
    #expect(calls.first?["body", "video"] == false)
    #expect(try await demo.events(room, types: "participant.muted").count == 1)
  }

  @Test func whoIsRemovedForEverDoesNotComeBack() async throws {
    let demo = try demo
    let room = try await demo.liveRoom()
    let older = try await demo.joinToken("leo", in: room)
    #expect(try await demo.joins(older, room).status == 201)
    _ = try await eventually { try await !demo.connections(room).isEmpty }
    let participant = try await demo.api.get("/v1/rooms/\(room)/participants").string("items", "0", "id")
    let answer = try await demo.api.post(
      "/v1/rooms/\(room)/participants/\(participant)/remove", ["prevent_rejoin": "forever"])
    #expect(answer["outcome"] == "applied")
    #expect(answer["rejoin", "enforced"] == "vendor")
    let again = try await demo.api.post("/v1/rooms/\(room)/join-tokens", ["person": ["external_id": "leo"]])
    #expect(again.summary == "403 banned")
    #expect(try await demo.joins(older, room).status == 403)
    #expect(try await demo.connections(room) == [])
    let left = try await demo.events(room, types: "participant.left")
    #expect(left.map { $0["data", "reason"] } == ["removed"])
  }

  @Test func aLockedRoomSendsAwayWhoComesWithAnOlderToken() async throws {
    let demo = try demo
    let room = try await demo.liveRoom()
    let older = try await demo.joinToken("late", in: room)
    #expect(try await demo.api.post("/v1/rooms/\(room)/lock")["changed"] == true)
    let refused = try await demo.api.post("/v1/rooms/\(room)/join-tokens", ["person": ["external_id": "late"]])
    #expect(refused.summary == "403 room_locked")
    let stream = try demo.stream("/v1/rooms/\(room)/events")
    #expect(await stream.followed())
    #expect(try await demo.joins(older, room).status == 201)
    let left = await stream.first { $0.event == "participant.left" }
    #expect(left?.json["data", "reason"] == "not_admitted")
    #expect(try await eventually { try await demo.connections(room).isEmpty })
    #expect(try await eventually { try await !demo.journal("KickUser", room).isEmpty })
  }

  @Test func aListenerCannotOpenTheRoom() async throws {
    let demo = try demo
    let room = try await demo.room()
    let refused = try await demo.api.with("On-Behalf-Of", "leo").post("/v1/rooms/\(room)/go-live")
    #expect(refused.summary == "403 forbidden")
    #expect(try await demo.journal("GoLive", room).isEmpty)
    #expect(try await demo.api.get("/v1/rooms/\(room)")["state"] == "backstage")
  }

  @Test func anEndedRoomLetsNobodyIn() async throws {
    let demo = try demo
    let room = try await demo.liveRoom()
    try await demo.enters("leo", room)
    try await demo.enters("mia", room)
    #expect(try await demo.api.post("/v1/rooms/\(room)/end")["changed"] == true)
    let ended = try await demo.api.get("/v1/rooms/\(room)")
    #expect(ended["state"] == "ended")
    #expect(ended["ended_at"]?.stringValue != nil)
    let token = try await demo.api.post("/v1/rooms/\(room)/join-tokens", ["person": ["external_id": "leo"]])
    #expect(token.summary == "409 room_ended")
    let again = try await demo.api.post("/v1/rooms/\(room)/end")
    #expect(again["changed"] == false)
    #expect(again["reason"] == "already_ended")
    #expect(try await eventually { try await demo.connections(room).isEmpty })
    let left = try await demo.api.get("/v1/rooms/\(room)/participants?connection=left").items
    #expect(left.count == 2)
    #expect(left.allSatisfy { $0["left_at"]?.stringValue != nil })
    #expect(try await demo.events(room, types: "room.ended").count == 1)
  }
}
