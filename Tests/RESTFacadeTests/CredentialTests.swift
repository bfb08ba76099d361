import HTTPTypes
import JSONCoding
import StructuredLogging
import Testing

@testable import RESTFacade

@Suite("Credentials and scopes")
struct CredentialTests {
  @Test(
    "whatever is wrong with the credential, it is one refusal that does not echo it",
    arguments: [
      nil, "Bearer", "Bearer ", "Basic dXNlcjpwYXNz", "Bearer sb_malformed_value", "Bearer sk_test_malformed",
      "Bearer sbc_abc.def", "sb_malformed_value", "Bearer a b", "Bearer \u{e9}clair",
    ] as [String?])
  func refusal(_ value: String?) async throws {
    let harness = try await Harness()
    let fields: HTTPFields = value.map { ["Authorization": $0] } ?? [:]
    let reply = await harness.send("GET", "/v1/rooms", key: .some(nil), fields: fields)
    #expect(reply.status == 401)
    #expect(reply.code == "unauthenticated")
    #expect(reply.fields["WWW-Authenticate"] == "Bearer")
    if let secret = value?.split(separator: " ").last, secret.count > 8 {
      #expect(!reply.text.contains(secret))
      #expect(!harness.logs.lines.contains { $0.contains(secret) })
    }
  }

  @Test("two credentials are none")
  func twoCredentials() async throws {
    let harness = try await Harness()
    var fields: HTTPFields = ["Authorization": "Bearer " + harness.manager]
    fields.add("Authorization", "Bearer " + harness.manager)
    #expect(await harness.send("GET", "/v1/rooms", key: .some(nil), fields: fields).status == 401)
  }

  @Test("the scheme's case does not matter")
  func schemeCase() async throws {
    let harness = try await Harness()
    let fields: HTTPFields = ["Authorization": "bEARER " + harness.manager]
    #expect(await harness.send("GET", "/v1/rooms", key: .some(nil), fields: fields).status == 200)
  }

  @Test("a key does what its scopes say, and no more")
  func scopes() async throws {
    let harness = try await Harness()
    let (read, manage, admin, operate) = (harness.reader, harness.manager, harness.admin, harness.operator)
    let table: [(method: String, path: String, body: JSON?, good: [String], bad: [String])] = [
      ("GET", "/v1/rooms", nil, [read, manage], [admin, operate]),
      ("POST", "/v1/rooms", ["kind": "meeting"], [manage], [read, admin, operate]),
      ("GET", "/v1/keys", nil, [admin], [read, manage, operate]),
      ("GET", "/metrics", nil, [operate], [read, manage, admin]),
      ("GET", "/v1/providers", nil, [read, manage, operate], [admin]),
      ("GET", "/v1/events", nil, [read, manage], [admin, operate]),
    ]
    for row in table {
      for key in row.good {
        #expect(
          (200...201).contains(await harness.send(row.method, row.path, row.body, key: key).status), "\(row.path)")
      }
      for key in row.bad {
        let reply = await harness.send(row.method, row.path, row.body, key: key)
        #expect(reply.status == 403 && reply.code == "forbidden", "\(row.path)")
      }
    }
  }

  @Test("power over the instance is given only by who has it")
  func operatorKeys() async throws {
    let harness = try await Harness()
    let body: JSON = ["name": "more", "scopes": ["read", "operator"]]
    let refused = await harness.send("POST", "/v1/keys", body, key: harness.admin)
    #expect(refused.status == 403 && refused.code == "forbidden")
    #expect(
      await harness.send("GET", "/v1/keys", key: harness.admin).json["items"]?.arrayValue?.contains {
        $0["name"] == "more"
      } == false)
    let allowed: JSON = ["name": "less", "scopes": ["read", "manage", "admin"]]
    #expect(await harness.send("POST", "/v1/keys", allowed, key: harness.admin).status == 201)
  }

  @Test("another tenant's room is not found")
  func foreignRoom() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    for (method, path) in [
      ("GET", ""), ("POST", "/lock"), ("POST", "/recordings"), ("GET", "/events"), ("GET", "/bans"),
    ] {
      let reply = await harness.send(method, "/v1/rooms/\(room)\(path)", key: harness.stranger)
      #expect(reply.status == 404, "\(path)")
      #expect(reply.code == "not_found")
    }
  }

  @Test("a client token is good for its own room's table and nothing else")
  func clientTable() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let other = await harness.room()
    let token = await harness.clientToken(room, person: "ana")
    let before = harness.provider.calls.count
    #expect(await harness.send("GET", "/v1/rooms/\(room)", key: token).status == 200)
    #expect(await harness.send("GET", "/v1/rooms/\(room)/events", key: token).status == 200)
    #expect(await harness.send("POST", "/v1/rooms/\(room)/call/report", [:], key: token).status == 405)
    #expect(
      await harness.send("PUT", "/v1/rooms/\(room)/call/report", [:], key: token).code == "capability_unsupported")
    let refused: [(String, String, JSON?)] = [
      ("GET", "/v1/rooms", nil), ("POST", "/v1/rooms", ["kind": "meeting"]), ("GET", "/v1/rooms/\(other)", nil),
      ("GET", "/v1/rooms/\(other)/events", nil), ("POST", "/v1/rooms/\(other)/join-tokens", nil),
      ("POST", "/v1/rooms/\(room)/client-tokens", ["person": ["external_id": "bo"]]),
      ("GET", "/v1/rooms/\(room)/participants", nil), ("GET", "/v1/rooms/\(room)/members", nil),
      ("GET", "/v1/rooms/\(room)/sessions", nil), ("PATCH", "/v1/rooms/\(room)/people/ana", ["role": "host"]),
      ("POST", "/v1/rooms/\(room)/people/bo/unmute", ["tracks": ["audio"]]), ("GET", "/v1/rooms/\(room)/bans", nil),
      ("POST", "/v1/rooms/\(room)/lock", nil), ("POST", "/v1/rooms/\(room)/end", nil),
      ("PATCH", "/v1/rooms/\(room)", ["title": "x"]), ("POST", "/v1/rooms/\(room)/recordings", nil),
      ("GET", "/v1/events", nil), ("GET", "/v1/keys", nil), ("GET", "/v1/providers", nil), ("GET", "/metrics", nil),
    ]
    for (method, path, body) in refused {
      let reply = await harness.send(method, path, body, key: token)
      #expect(reply.status == 403 && reply.code == "forbidden", "\(method) \(path) \(reply.text)")
    }
    #expect(harness.provider.calls.count == before)
  }

  @Test("the case of a room's id counts")
  func caseCounts() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let shouted = "room_" + room.dropFirst(5).uppercased()
    let token = await harness.clientToken(room, person: "ana")
    #expect(await harness.send("GET", "/v1/rooms/" + shouted).status == 404)
    #expect(await harness.send("GET", "/v1/rooms/" + shouted, key: token).code == "forbidden")
  }

  @Test("hosts and co-hosts run the room with a client token", arguments: ["host", "co_host"])
  func hostsControl(_ role: String) async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let token = await harness.clientToken(room, person: "ana", role: role)
    #expect(await harness.send("POST", "/v1/rooms/\(room)/lock", key: token).status == 200)
    #expect(await harness.send("PATCH", "/v1/rooms/\(room)", ["title": "Ours"], key: token).status == 200)
    let ban: JSON = ["person": ["external_id": "zed"]]
    #expect(await harness.send("POST", "/v1/rooms/\(room)/bans", ban, key: token).status == 201)
    #expect(await harness.send("GET", "/v1/rooms/\(room)/participants", key: token).status == 403)
  }

  @Test("acting for somebody", arguments: ["ana", "github|42", "a:b@c.d~e+f=g-h_i"])
  func actsFor(_ person: String) async throws {
    let harness = try await Harness()
    let room = await harness.room(["kind": "meeting", "host": ["external_id": .string(person)]])
    let reply = await harness.send("POST", "/v1/rooms/\(room)/lock", fields: ["On-Behalf-Of": person])
    #expect(reply.status == 200)
    let events = await harness.send("GET", "/v1/rooms/\(room)/events?types=room.locked")
    #expect(events.json["items"]?.arrayValue?.first?["data"]?["by"]?["external_id"]?.stringValue == person)
  }

  @Test("acting for nobody that can be is refused", arguments: ["", "a b", "ro\u{200b}m", "!anon", "über"])
  func actsForNobody(_ person: String) async throws {
    let harness = try await Harness()
    let reply = await harness.send("GET", "/v1/rooms", fields: ["On-Behalf-Of": person])
    #expect(reply.status == 400)
    #expect(reply.pointers == ["header:On-Behalf-Of"])
  }

  @Test("a client token acts for its own person only")
  func clientActsForOthers() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let token = await harness.clientToken(room, person: "ana")
    let reply = await harness.send("GET", "/v1/rooms/\(room)", key: token, fields: ["On-Behalf-Of": "bo"])
    #expect(reply.status == 400)
  }

  @Test("the role of whoever is acted for is enforced")
  func rolesOfActors() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let reply = await harness.send("POST", "/v1/rooms/\(room)/end", fields: ["On-Behalf-Of": "somebody"])
    #expect(reply.code == "forbidden")
  }
}
