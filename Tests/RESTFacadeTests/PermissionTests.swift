import HTTPTypes
import JSONCoding
import MeetingCore
import Testing

@testable import RESTFacade

@Suite("Permissions and raised hands")
struct PermissionTests {
  /// A live audio room with ana and bo in it, who listen.
  private struct Stage {
    let harness: Harness
    let room: String
    var path: String { "/v1/rooms/\(room)" }
    var requests: String { path + "/permission-requests" }

    init() async throws {
      harness = try await Harness()
      room = await harness.room(["kind": "audio_room", "host": ["external_id": "nadia"]])
      _ = await harness.send("POST", "/v1/rooms/\(room)/go-live")
      await harness.join(room, person: "ana", connection: "c1")
      await harness.join(room, person: "bo", connection: "c2")
    }

    func raise(_ person: String = "ana", _ fields: HTTPFields = [:]) async -> Reply {
      await harness.send(
        "POST", requests, ["person": ["external_id": .string(person)], "permissions": ["send_audio"]], fields: fields)
    }

    func hand(_ person: String = "ana") async -> String { await raise(person).json["id"]?.stringValue ?? "" }

    func decide(_ id: String, _ verb: String, key: String?? = .none, fields: HTTPFields = [:]) async -> Reply {
      await harness.send("POST", "\(requests)/\(id)/\(verb)", key: key, fields: fields)
    }

    func events(_ types: String = "permission.*") async -> [JSON] {
      await harness.send("GET", "\(path)/events?types=\(types)").json["items"]?.arrayValue ?? []
    }

    /// What the provider was asked about permissions.
    var asked: [String] {
      harness.provider.calls.filter { call in ["permit", "raise", "reject"].contains { call.hasPrefix($0) } }
    }
  }

  // MARK: Raising

  @Test("a hand is raised, listed and granted")
  func grant() async throws {
    let stage = try await Stage()
    let raised = await stage.raise()
    #expect(raised.status == 201)
    #expect(raised.json["person"]?["external_id"] == "ana")
    #expect(raised.json["permissions"] == ["send_audio"])
    #expect(raised.json["state"] == "pending")
    #expect(raised.json["source"] == "api")
    #expect(raised.json["decided_at"] == .null)
    let id = try #require(raised.json["id"]?.stringValue)
    #expect(await stage.harness.send("GET", stage.requests).json["items"] == [raised.json])
    let granted = await stage.decide(id, "grant", fields: ["On-Behalf-Of": "nadia"])
    #expect(granted.status == 200)
    #expect(granted.json["outcome"] == "applied")
    #expect(granted.json["changed"] == true)
    #expect(granted.json["affected"]?.arrayValue?.count == 1)
    #expect(granted.json["state"] == "granted")
    #expect(granted.json["decided_by"] == "nadia")
    #expect(stage.asked == ["raise ana", "permit ana +send_audio"])
    let events = await stage.events()
    #expect(events.map { $0["type"] } == ["permission.requested", "permission.granted"])
    #expect(events.last?["data"]?["request_id"]?.stringValue == id)
    #expect(events.last?["data"]?["effective"] == ["send_audio"])
    #expect(events.last?["data"]?["by"]?["external_id"] == "nadia")
    let inside = await stage.harness.send("GET", "\(stage.path)/participants?external_id=ana")
    #expect(inside.json["items"]?.arrayValue?.first?["permissions"] == ["send_audio"])
  }

  @Test("twice pending is the first one, and the provider is asked once")
  func twice() async throws {
    let stage = try await Stage()
    let first = await stage.raise()
    let second = await stage.raise()
    #expect(second.status == 200)
    #expect(second.json == first.json)
    #expect(stage.asked == ["raise ana"])
  }

  @Test("what one may do already is granted at once: no event, and no call")
  func needless() async throws {
    let stage = try await Stage()
    for _ in 0..<2 {
      let reply = await stage.raise("nadia")
      #expect(reply.status == 200)
      #expect(reply.json["state"] == "granted")
    }
    #expect(stage.asked == [])
    #expect(await stage.events() == [])
    #expect(await stage.harness.send("GET", stage.requests + "?state=pending").json["items"] == [])
    #expect(await stage.harness.send("GET", stage.requests).json["items"]?.arrayValue?.count == 1)
  }

  @Test("a hand told by the vendor is listed with its source")
  func native() async throws {
    let stage = try await Stage()
    let body: JSON = ["room": .string(stage.room), "asks": true, "person": "bo"]
    _ = await stage.harness.send("POST", "/v1/hooks/test-main", body, key: .some(nil), fields: ["X-Test": "yes"])
    let listed = await stage.harness.send("GET", stage.requests + "?external_id=bo").json["items"]?.arrayValue
    #expect(listed?.map { $0["source"] } == ["webhook"])
    #expect(listed?.map { $0["state"] } == ["pending"])
    #expect(await stage.raise("bo").status == 200)
  }

  @Test("the list goes on over its pages, newest first")
  func pages() async throws {
    let stage = try await Stage()
    let (ana, bo) = (await stage.hand("ana"), await stage.hand("bo"))
    let first = await stage.harness.send("GET", stage.requests + "?limit=1").json
    #expect(first["items"]?.arrayValue?.map { $0["id"]?.stringValue } == [bo])
    let cursor = try #require(first["next_cursor"]?.stringValue)
    let second = await stage.harness.send("GET", stage.requests + "?limit=1&cursor=\(cursor)").json
    #expect(second["items"]?.arrayValue?.map { $0["id"]?.stringValue } == [ana])
    #expect(second["next_cursor"] == .null)
    _ = await stage.decide(ana, "reject")
    let closed = await stage.harness.send("GET", stage.requests + "?state=closed").json
    #expect(closed["items"]?.arrayValue?.map { $0["id"]?.stringValue } == [ana])
    #expect(await stage.harness.send("GET", stage.requests + "?cursor=zzz").pointers == ["?cursor"])
  }

  @Test(
    "what cannot be asked for is told by its field",
    arguments: [
      ([:], ["/person", "/permissions"]), (["person": ["external_id": "a"], "permissions": []], ["/permissions"]),
      (["person": ["external_id": "a"], "permissions": ["fly"]], ["/permissions/0"]),
      (["person": ["external_id": "a"], "permissions": ["send_audio", "send_audio"]], ["/permissions/1"]),
      (["person": "a", "permissions": ["send_audio"]], ["/person"]),
      (["person": ["external_id": "a"], "permissions": ["send_audio"], "why": "?"], ["/why"]),
    ] as [(JSON, [String])])
  func invalid(_ body: JSON, _ pointers: [String]) async throws {
    let stage = try await Stage()
    let reply = await stage.harness.send("POST", stage.requests, body)
    #expect(reply.status == 400)
    #expect(Set(reply.pointers) == Set(pointers))
    #expect(stage.asked == [])
  }

  @Test("what a kind of room does not have cannot be asked for or given")
  func unsupported() async throws {
    let stage = try await Stage()
    let ask = await stage.harness.send(
      "POST", stage.requests, ["person": ["external_id": "ana"], "permissions": ["send_video"]])
    #expect(ask.status == 422)
    #expect(ask.code == "capability_unsupported")
    let give = await stage.harness.send("PATCH", "\(stage.path)/permissions/ana", ["share_screen": true])
    #expect(give.code == "capability_unsupported")
    #expect(stage.asked == [])
  }

  // MARK: Deciding

  @Test("a rejection is told, and the next request is a new one")
  func reject() async throws {
    let stage = try await Stage()
    let id = await stage.hand()
    let rejected = await stage.decide(id, "reject")
    #expect(rejected.json["state"] == "rejected")
    #expect(stage.asked == ["raise ana", "reject ana"])
    let told = try #require(await stage.events("permission.rejected").first?["data"])
    #expect(told["client_action"] == "none")
    #expect(told["effective"] == [])
    let again = await stage.raise()
    #expect(again.status == 201)
    #expect(again.json["id"]?.stringValue != id)
  }

  @Test("a closed request is not decided again, and nobody is asked", arguments: ["grant", "reject"])
  func closed(_ verb: String) async throws {
    let stage = try await Stage()
    let id = await stage.hand()
    let body: JSON = ["room": .string(stage.room), "left": "c1", "person": "ana"]
    _ = await stage.harness.send("POST", "/v1/hooks/test-main", body, key: .some(nil), fields: ["X-Test": "yes"])
    let reply = await stage.decide(id, verb)
    #expect(reply.status == 409)
    #expect(reply.code == "request_closed")
    #expect(reply.json["detail"]?.stringValue?.contains("expired") == true)
    #expect(stage.asked == ["raise ana"])
    #expect(await stage.harness.send("DELETE", "\(stage.requests)/\(id)").code == "request_closed")
    #expect(await stage.decide("prq_none", verb).status == 404)
  }

  @Test("of two who decide at once one is told that it is decided")
  func race() async throws {
    let stage = try await Stage()
    let id = await stage.hand()
    async let first = stage.decide(id, "grant")
    async let second = stage.decide(id, "reject")
    let statuses = await [first.status, second.status].sorted()
    #expect(statuses == [200, 409])
    #expect(await stage.events().count == 2)
  }

  @Test("a provider that fails decides nothing")
  func failing() async throws {
    let stage = try await Stage()
    let id = await stage.hand()
    stage.harness.provider.fail(
      with: ProviderFailure(.forbidden, executed: .no, operation: "op"),
      ProviderFailure(.forbidden, executed: .no, operation: "op"),
      ProviderFailure(.forbidden, executed: .no, operation: "op"))
    #expect(await stage.decide(id, "grant").status == 502)
    #expect(await stage.decide(id, "reject").status == 502)
    #expect(await stage.raise("bo").status == 502)
    #expect(await stage.harness.send("GET", stage.requests + "?state=pending").json["items"]?.arrayValue?.count == 1)
    #expect(await stage.events().count == 1)
  }

  @Test("a key of the same request gives the same answer")
  func idempotent() async throws {
    let stage = try await Stage()
    let first = await stage.raise("ana", ["Idempotency-Key": "k1"])
    let second = await stage.raise("ana", ["Idempotency-Key": "k1"])
    #expect([first.status, second.status] == [201, 201])
    #expect(second.fields["Idempotent-Replayed"] == "true")
    #expect(second.json == first.json)
  }

  // MARK: Whose hand

  @Test("with a client token one raises and lowers one's own hand only")
  func ownHand() async throws {
    let stage = try await Stage()
    let token = await stage.harness.clientToken(stage.room, person: "ana", role: "listener")
    let sound: JSON = ["permissions": ["send_audio"]]
    let raised = await stage.harness.send("POST", stage.requests, sound, key: token)
    #expect(raised.status == 201)
    #expect(raised.json["person"]?["external_id"] == "ana")
    let id = raised.json["id"]?.stringValue ?? ""
    let other = await stage.harness.send(
      "POST", stage.requests, ["person": ["external_id": "bo"], "permissions": ["send_audio"]], key: token)
    #expect(other.code == "forbidden")
    let his = await stage.hand("bo")
    #expect(await stage.harness.send("DELETE", "\(stage.requests)/\(his)", key: token).code == "forbidden")
    #expect(await stage.decide(id, "grant", key: token).code == "forbidden")
    #expect(await stage.harness.send("GET", stage.requests, key: token).code == "forbidden")
    for _ in 0..<2 {
      #expect(await stage.harness.send("DELETE", "\(stage.requests)/\(id)", key: token).status == 204)
    }
    #expect(await stage.decide(id, "grant").code == "request_closed")
    let told = await stage.events("permission.cancelled")
    #expect(told.map { $0["data"]?["request"]?["decided_by"] } == ["ana"])
    #expect(await stage.harness.send("GET", "\(stage.path)/permissions/ana", key: token).status == 200)
    #expect(await stage.harness.send("GET", "\(stage.path)/permissions/bo", key: token).code == "forbidden")
    let host = await stage.harness.clientToken(stage.room, person: "nadia", role: "host")
    #expect(await stage.decide(his, "grant", key: host).status == 200)
  }

  @Test("who acts for a listener acts as one")
  func onBehalf() async throws {
    let stage = try await Stage()
    let fields: HTTPFields = ["On-Behalf-Of": "bo"]
    #expect(await stage.raise("ana", fields).code == "forbidden")
    #expect(await stage.raise("bo", fields).status == 201)
    #expect(await stage.decide(await stage.hand("ana"), "grant", fields: fields).code == "forbidden")
    let patch = await stage.harness.send(
      "PATCH", "\(stage.path)/permissions/bo", ["send_audio": true], fields: fields)
    #expect(patch.code == "forbidden")
    #expect(await stage.harness.send("GET", stage.requests, fields: fields).code == "forbidden")
  }

  @Test("a co-host takes nothing from a host")
  func authority() async throws {
    let stage = try await Stage()
    _ = await stage.harness.clientToken(stage.room, person: "co", role: "co_host")
    let reply = await stage.harness.send(
      "PATCH", "\(stage.path)/permissions/nadia", ["send_audio": false], fields: ["On-Behalf-Of": "co"])
    #expect(reply.code == "forbidden")
    #expect(stage.asked == [])
  }

  @Test("nothing is asked for in a room that has ended, nor by who is banned")
  func notAdmitted() async throws {
    let stage = try await Stage()
    _ = await stage.harness.send("POST", "\(stage.path)/bans", ["person": ["external_id": "bo"]])
    #expect(await stage.raise("bo").code == "banned")
    let id = await stage.hand()
    _ = await stage.harness.send("POST", "\(stage.path)/end")
    #expect(await stage.raise().code == "room_ended")
    #expect(await stage.decide(id, "grant").code == "room_ended")
    #expect(await stage.events("permission.expired").count == 1)
  }

  // MARK: Giving and taking

  @Test("permissions are given and taken, and only what changes is told")
  func permissions() async throws {
    let stage = try await Stage()
    let path = "\(stage.path)/permissions/ana"
    let before = await stage.harness.send("GET", path)
    #expect(before.json == ["send_audio": false, "send_video": .null, "share_screen": .null])
    let given = await stage.harness.send("PATCH", path, ["send_audio": true])
    #expect(given.status == 200)
    #expect(given.json["outcome"] == "applied")
    #expect(given.json["changed"] == true)
    #expect(given.json["send_audio"] == true)
    let again = await stage.harness.send("PATCH", path, ["send_audio": true])
    #expect(again.json["changed"] == false)
    #expect(again.json["reason"] == "already")
    let taken = await stage.harness.send("PATCH", path, ["send_audio": false, "send_video": false])
    #expect(taken.json["send_audio"] == false)
    #expect(stage.asked == ["permit ana +send_audio", "permit ana +send_audio", "permit ana -send_audio"])
    let events = await stage.events()
    #expect(events.map { $0["type"] } == ["permission.granted", "permission.revoked"])
    #expect(events.map { $0["data"]?["request_id"] } == [.null, .null])
    #expect(events.map { $0["data"]?["client_action"] } == ["enable_publishing", "disable_publishing"])
  }

  @Test("what was read can be written back, and changes nothing")
  func roundTrip() async throws {
    let stage = try await Stage()
    let path = "\(stage.path)/permissions/ana"
    for body in [[:], ["send_video": .null, "share_screen": .null]] as [JSON] {
      let reply = await stage.harness.send("PATCH", path, body)
      #expect(reply.status == 200)
      #expect(reply.json["changed"] == false)
    }
    #expect(stage.asked == [])
    #expect(await stage.harness.send("PATCH", path, ["send_audio": "yes"]).pointers == ["/send_audio"])
    #expect(await stage.harness.send("PATCH", path, ["sing": true]).pointers == ["/sing"])
    #expect(await stage.harness.send("PATCH", "\(stage.path)/permissions/%20", ["send_audio": true]).status == 400)
  }
}
