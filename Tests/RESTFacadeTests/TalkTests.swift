import HTTPTypes
import JSONCoding
import MeetingCore
import Testing

@testable import RESTFacade

@Suite("Talk")
struct TalkTests {
  @Test("a message is sent and told with the id that was answered")
  func message() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let body: JSON = ["from": "ana", "to": ["bo"], "topic": "chat", "payload": ["text": "hi", "n": [1, nil]]]
    let reply = await harness.send("POST", "/v1/rooms/\(room)/messages", body)
    #expect(reply.status == 201)
    #expect(reply.json.objectValue?.keys == ["id"])
    let events = await harness.send("GET", "/v1/rooms/\(room)/events?types=message.*").json["items"]?.arrayValue ?? []
    #expect(events.count == 1)
    #expect(
      events.first?["data"] == [
        "id": reply.json["id"] ?? .null, "from": ["external_id": "ana"], "to": ["bo"], "topic": "chat",
        "payload": ["text": "hi", "n": [1, nil]],
      ])
    #expect(events.first?["source"] == "api")
  }

  @Test("a reaction is shown and told with the id that was answered")
  func reaction() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let body: JSON = ["from": "ana", "type": "clap", "emoji": "👏", "custom": ["loud": true]]
    let reply = await harness.send("POST", "/v1/rooms/\(room)/reactions", body)
    #expect(reply.status == 201)
    let events = await harness.send("GET", "/v1/rooms/\(room)/events?types=reaction.sent").json["items"]?.arrayValue
    #expect(
      events?.first?["data"] == [
        "id": reply.json["id"] ?? .null, "from": ["external_id": "ana"], "type": "clap", "emoji": "👏",
        "custom": ["loud": true],
      ])
    let plain = await harness.send("POST", "/v1/rooms/\(room)/reactions", ["from": "ana", "type": "x", "emoji": nil])
    #expect(plain.status == 201)
  }

  private static let long = String(repeating: "x", count: 5_119)

  @Test(
    "what cannot be a message is refused by field",
    arguments: [
      ([:], ["/payload"]), (["payload": 1], ["/from"]), (["from": "a b", "payload": 1], ["/from"]),
      (["from": "ana", "payload": .string(long)], ["/payload"]),
      (["from": "ana", "payload": 1, "to": []], ["/to"]), (["from": "ana", "payload": 1, "to": ["a b"]], ["/to/0"]),
      (["from": "ana", "payload": 1, "to": "bo"], ["/to"]), (["from": "ana", "payload": 1, "topic": ""], ["/topic"]),
      (["from": "ana", "payload": 1, "text": "hi"], ["/text"]),
      (["from": ["external_id": "ana"], "payload": 1], ["/from"]),
    ] as [(JSON, [String])])
  func badMessage(_ body: JSON, _ pointers: [String]) async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let reply = await harness.send("POST", "/v1/rooms/\(room)/messages", body)
    #expect(reply.status == 400 && reply.code == "invalid_request")
    #expect(reply.pointers == pointers)
    #expect(!harness.provider.calls.contains("message"))
  }

  @Test(
    "what cannot be a reaction is refused by field",
    arguments: [
      (["from": "ana"], ["/type"]), (["from": "ana", "type": ""], ["/type"]),
      (["from": "ana", "type": nil], ["/type"]),
      (["from": "ana", "type": .string(String(repeating: "x", count: 65))], ["/type"]),
      (["from": "ana", "type": "x", "custom": [1]], ["/custom"]), (["type": "x"], ["/from"]),
      (["from": "ana", "type": "x", "custom": ["a": .string(long)]], ["/custom"]),
      (["from": "ana", "type": "x", "emoji": "a\nb"], ["/emoji"]),
    ] as [(JSON, [String])])
  func badReaction(_ body: JSON, _ pointers: [String]) async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let reply = await harness.send("POST", "/v1/rooms/\(room)/reactions", body)
    #expect(reply.status == 400)
    #expect(reply.pointers == pointers)
  }

  @Test("a payload of 5,120 bytes is within the limit, and of any kind", arguments: ["null", "false", "\"hi\"", "[]"])
  func payloads(_ text: String) async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let payload = try JSON.parse(Array(text.utf8), mode: .strict)
    let reply = await harness.send("POST", "/v1/rooms/\(room)/messages", ["from": "ana", "payload": payload])
    #expect(reply.status == 201)
    let largest: JSON = ["from": "ana", "payload": .string(String(repeating: "x", count: 5_118))]
    #expect(await harness.send("POST", "/v1/rooms/\(room)/messages", largest).status == 201)
  }

  @Test("a client token speaks for its person, and for nobody else")
  func clients() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let token = await harness.clientToken(room, person: "ana", role: "listener")
    for (path, body) in [("messages", ["payload": "hi"]), ("reactions", ["type": "clap"])] as [(String, JSON)] {
      let reply = await harness.send("POST", "/v1/rooms/\(room)/\(path)", body, key: token)
      #expect(reply.status == 201)
      var named = body.objectValue ?? JSONObject()
      named["from"] = "ana"
      #expect(await harness.send("POST", "/v1/rooms/\(room)/\(path)", .object(named), key: token).status == 201)
      named["from"] = "bo"
      let other = await harness.send("POST", "/v1/rooms/\(room)/\(path)", .object(named), key: token)
      #expect(other.status == 403 && other.code == "forbidden")
    }
    let events = await harness.send("GET", "/v1/rooms/\(room)/events?types=message.*,reaction.*").json["items"]
    #expect(events?.arrayValue?.count == 4)
    #expect(events?.arrayValue?.allSatisfy { $0["data"]?["from"]?["external_id"] == "ana" } == true)
  }

  @Test("a repeat under the same key says nothing twice")
  func repeated() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let fields: HTTPFields = ["Idempotency-Key": "m-1"]
    let body: JSON = ["from": "ana", "payload": "hi"]
    let first = await harness.send("POST", "/v1/rooms/\(room)/messages", body, fields: fields)
    let second = await harness.send("POST", "/v1/rooms/\(room)/messages", body, fields: fields)
    #expect(first.status == 201 && second.bytes == first.bytes)
    #expect(second.fields["Idempotent-Replayed"] == "true")
    #expect(harness.provider.calls.count { $0 == "message" } == 1)
  }

  @Test(
    "whether it was sent is unknown after a timeout: the key does not send it again",
    arguments: ["messages", "reactions"])
  func unknown(_ path: String) async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let fields: HTTPFields = ["Idempotency-Key": "m-1"]
    let body: JSON = path == "messages" ? ["from": "ana", "payload": "hi"] : ["from": "ana", "type": "clap"]
    harness.provider.fail(with: ProviderFailure(.timeout, executed: .maybe, operation: "send"))
    let first = await harness.send("POST", "/v1/rooms/\(room)/\(path)", body, fields: fields)
    #expect(first.status == 504 && first.code == "provider_timeout")
    for _ in 0..<2 {
      let again = await harness.send("POST", "/v1/rooms/\(room)/\(path)", body, fields: fields)
      #expect(again.status == 409 && again.code == "idempotency_outcome_unknown")
    }
    let other = await harness.send("POST", "/v1/rooms/\(room)/\(path)", body, fields: ["Idempotency-Key": "m-2"])
    #expect(other.status == 201)
  }

  @Test("what surely was not sent may be tried again under the same key")
  func refused() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let fields: HTTPFields = ["Idempotency-Key": "m-1"]
    harness.provider.fail(with: ProviderFailure(.forbidden, executed: .no, operation: "send"))
    let body: JSON = ["from": "ana", "payload": "hi"]
    #expect(await harness.send("POST", "/v1/rooms/\(room)/messages", body, fields: fields).code == "provider_error")
    #expect(await harness.send("POST", "/v1/rooms/\(room)/messages", body, fields: fields).status == 201)
  }
}
