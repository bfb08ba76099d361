import HTTPTypes
import JSONCoding
import MeetingCore
import Testing

@testable import RESTFacade

@Suite("People")
struct PeopleTests {
  @Test("a ban that would be over before it began is refused")
  func pastBan() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    for until in ["2001-01-01T00:00:00Z", "1970-01-01T00:00:00Z"] {
      let reply = await harness.send(
        "POST", "/v1/rooms/\(room)/bans", ["person": ["external_id": "leo"], "until": .string(until)])
      #expect(reply.status == 400)
      #expect(reply.pointers == ["/until"])
    }
    #expect(await harness.send("GET", "/v1/rooms/\(room)/bans").json["items"] == [])
    let ahead = await harness.send(
      "POST", "/v1/rooms/\(room)/bans", ["person": ["external_id": "leo"], "until": "2200-01-01T00:00:00Z"])
    #expect(ahead.status == 201)
  }

  @Test("a client token is told in full, once, and kept by nobody")
  func clientToken() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let reply = await harness.send(
      "POST", "/v1/rooms/\(room)/client-tokens",
      ["person": ["external_id": "github|42", "name": "Ana"], "role": "co_host", "ttl_seconds": 300])
    #expect(reply.status == 201)
    #expect(reply.fields["Cache-Control"] == "no-store")
    #expect(reply.json["token"]?.stringValue?.hasPrefix("sbc_") == true)
    #expect(reply.json["room_id"]?.stringValue == room)
    #expect(reply.json["role"] == "co_host")
    #expect(reply.json["person"] == ["external_id": "github|42", "name": "Ana", "image_url": nil])
    for (body, pointer) in [
      (["person": nil], "/person"), ([:], "/person"),
      (["person": ["external_id": "a"], "ttl_seconds": 299], "/ttl_seconds"),
      (["person": ["external_id": "a", "image_url": "javascript:alert(1)"]], "/person/image_url"),
      (["person": ["external_id": "a"], "role": "boss"], "/role"),
    ] as [(JSON, String)] {
      #expect(await harness.send("POST", "/v1/rooms/\(room)/client-tokens", body).pointers == [pointer])
    }
  }

  @Test("a join token comes with what the client needs")
  func joinToken() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let reply = await harness.send("POST", "/v1/rooms/\(room)/join-tokens", ["person": ["external_id": "ana"]])
    #expect(reply.status == 201)
    #expect(reply.fields["Cache-Control"] == "no-store")
    #expect(reply.json["token"] == "join-secret")
    #expect(reply.json["provider_kind"] == "testkind")
    #expect(reply.json["sdk"] == ["kind": "testkind", "packages": ["web": "@test/sdk"]])
    #expect(reply.json["connect"] == ["kind": "testkind", "where": "there"])
    #expect(reply.json["permissions"] == ["send_audio"])
    #expect(reply.json["hidden_vendor_ids"] == [])
    #expect(reply.json["conventions"] == [:])
    let missing = await harness.send("POST", "/v1/rooms/\(room)/join-tokens", [:])
    #expect(missing.pointers == ["/person"])
  }

  @Test("with a client token person and role come from it")
  func joinWithClientToken() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let token = await harness.clientToken(room, person: "ana", role: "co_host")
    let reply = await harness.send("POST", "/v1/rooms/\(room)/join-tokens", key: token)
    #expect(reply.status == 201)
    #expect(reply.json["role"] == "co_host")
    let other = await harness.send(
      "POST", "/v1/rooms/\(room)/join-tokens", ["person": ["external_id": "bo"], "role": "host"], key: token)
    #expect(other.status == 400)
    #expect(Set(other.pointers) == ["/person", "/role"])
  }

  @Test("whose client has no fitting SDK is told which one it would need")
  func wrongClient() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let reply = await harness.send(
      "POST", "/v1/rooms/\(room)/join-tokens",
      ["person": ["external_id": "ana"], "client": ["platform": "ios", "kinds": ["other"]]])
    #expect(reply.status == 422)
    #expect(reply.code == "client_cannot_join")
    #expect(reply.json["required_kind"] == "testkind")
  }

  @Test("who is in the room")
  func participants() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let id = await harness.join(room, person: "ana", connection: "c1")
    let view = await harness.send("GET", "/v1/rooms/\(room)?expand=participants")
    #expect(view.json["session"]?["participant_count"] == 1)
    let inside = try #require(view.json["participants"]?.arrayValue?.first)
    #expect(inside["id"]?.stringValue == id)
    #expect(inside["person"]?["external_id"] == "ana")
    #expect(inside["connection"] == "connected")
    #expect(inside["speaking"] == .null)
    #expect(inside["tracks"]?["screen"]?["publishing"] == .null)
    #expect(await harness.send("GET", "/v1/rooms/\(room)/participants/\(id)").json == inside)
    #expect(await harness.send("GET", "/v1/rooms/\(room)/participants/par_0").status == 404)
    #expect(await harness.send("GET", "/v1/rooms/\(room)/participants?connection=left").json["items"] == [])
  }

  @Test("people are muted and removed")
  func controls() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let id = await harness.join(room, person: "ana", connection: "c1")
    let path = "/v1/rooms/\(room)"
    let mute = await harness.send("POST", "\(path)/participants/\(id)/mute", ["tracks": ["audio"]])
    #expect(mute.status == 200)
    #expect(mute.json["outcome"] == "applied")
    #expect(mute.json["affected"]?.arrayValue == [.string(id)])
    #expect(mute.json["operation"] == .null)
    for (tracks, pointer) in [([], "/tracks"), (["smell"], "/tracks/0"), (["audio", "audio"], "/tracks/1")]
      as [(JSON, String)]
    {
      let reply = await harness.send("POST", "\(path)/people/ana/mute", ["tracks": tracks])
      #expect(reply.pointers == [pointer])
    }
    let all = await harness.send("POST", "\(path)/mute-all", ["tracks": ["audio", "video"], "except": ["bo"]])
    #expect(all.json["items"]?.arrayValue?.first?["participant_id"]?.stringValue == id)
    #expect(all.json["changed"] == nil)
    let removed = await harness.send("POST", "\(path)/people/ana/remove", ["prevent_rejoin": "forever"])
    #expect(removed.json["rejoin"] == ["requested": "forever", "enforced": "on_join"])
    #expect(await harness.send("GET", "\(path)/bans").json["items"]?.arrayValue?.count == 1)
  }

  @Test("keys are made, listed and revoked; the key itself is shown once")
  func keys() async throws {
    let harness = try await Harness()
    let made = await harness.send("POST", "/v1/keys", ["name": "ci", "scopes": ["read"]], key: harness.admin)
    #expect(made.status == 201)
    #expect(made.fields["Cache-Control"] == "no-store")
    let key = try #require(made.json["key"]?.stringValue)
    let id = try #require(made.json["id"]?.stringValue)
    #expect(await harness.send("GET", "/v1/rooms", key: key).status == 200)
    let list = await harness.send("GET", "/v1/keys", key: harness.admin)
    #expect(!list.text.contains(key))
    #expect(await harness.send("DELETE", "/v1/keys/\(id)", key: harness.admin).status == 204)
    #expect(await harness.send("GET", "/v1/rooms", key: key).status == 401)
    #expect(await harness.send("DELETE", "/v1/keys/key_0", key: harness.admin).status == 404)
    let bad = await harness.send("POST", "/v1/keys", ["scopes": ["everything"]], key: harness.admin)
    #expect(Set(bad.pointers) == ["/name", "/scopes/0"])
  }

  @Test("providers and what they can do")
  func providers() async throws {
    let harness = try await Harness()
    let list = await harness.send("GET", "/v1/providers")
    #expect(list.json["items"]?.arrayValue?.first?["kind"] == "testkind")
    let one = await harness.send("GET", "/v1/providers/test-main")
    #expect(one.json["mock"] == true)
    #expect(one.json["health"]?["state"] != nil)
    let rows = await harness.send("GET", "/v1/providers/test-main/capabilities").json["items"]?.arrayValue ?? []
    let remove = try #require(rows.first { $0["capability"] == "remove" })
    #expect(remove["quality"] == "native")
    #expect(remove["limits"]?["max_participants"] == 50)
    #expect(remove["note"] == "quickly")
    #expect(await harness.send("GET", "/v1/providers/nobody").status == 404)
    #expect(await harness.send("GET", "/v1/operations/op_0").status == 404)
  }
}
