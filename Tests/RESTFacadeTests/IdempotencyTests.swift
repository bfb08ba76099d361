import HTTPTypes
import JSONCoding
import MeetingCore
import ProgramTesting
import Testing

@testable import RESTFacade

@Suite("Requests that run at most once")
struct IdempotencyTests {
  private static let key: HTTPFields = ["Idempotency-Key": "k1"]

  @Test("the same key and body get the same answer, and the provider is asked once")
  func replay() async throws {
    let harness = try await Harness()
    let body: JSON = ["kind": "meeting", "title": "A"]
    let first = await harness.send("POST", "/v1/rooms", body, fields: Self.key)
    let again = await harness.sendText(
      "POST", "/v1/rooms", #" { "title" : "A", "kind":"meeting" } "#, fields: Self.key)
    #expect(first.status == 201)
    #expect(first.fields["Idempotent-Replayed"] == nil)
    #expect(again.status == 201)
    #expect(again.fields["Idempotent-Replayed"] == "true")
    #expect(again.bytes == first.bytes)
    #expect(again.fields["Location"] == first.fields["Location"])
    #expect(again.fields["X-Request-Id"] != first.fields["X-Request-Id"])
    #expect(harness.provider.calls == ["create"])
  }

  @Test("the same key with another body is a mistake")
  func mismatch() async throws {
    let harness = try await Harness()
    _ = await harness.send("POST", "/v1/rooms", ["kind": "meeting", "title": "A"], fields: Self.key)
    let other = await harness.send("POST", "/v1/rooms", ["kind": "meeting", "title": "B"], fields: Self.key)
    #expect(other.status == 422)
    #expect(other.code == "idempotency_mismatch")
    #expect(harness.provider.calls == ["create"])
  }

  @Test("a key is its principal's, its actor's and its path's own")
  func scopes() async throws {
    let harness = try await Harness()
    let (one, two) = (await harness.room(), await harness.room())
    let lock = "/v1/rooms/\(one)/lock"
    let token = await harness.clientToken(one, person: "ana", role: "host")
    let replies = [
      await harness.send("POST", lock, fields: Self.key),
      await harness.send("POST", "/v1/rooms/\(two)/lock", fields: Self.key),
      await harness.send("POST", lock, fields: ["Idempotency-Key": "k1", "On-Behalf-Of": "switchboard"]),
      await harness.send("POST", lock, key: token, fields: Self.key),
    ]
    for reply in replies {
      #expect(reply.status == 200, "\(reply.text)")
      #expect(reply.fields["Idempotent-Replayed"] == nil)
    }
    #expect(await harness.send("POST", lock, key: token, fields: Self.key).fields["Idempotent-Replayed"] == "true")
  }

  @Test("a request refused for its form leaves the key free")
  func refused() async throws {
    let harness = try await Harness()
    #expect(await harness.send("POST", "/v1/rooms", ["kind": "party"], fields: Self.key).status == 400)
    #expect(await harness.send("POST", "/v1/rooms", ["kind": "meeting"], fields: Self.key).status == 201)
  }

  @Test("a failure that may pass leaves the key free")
  func transient() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let path = "/v1/rooms/\(room)/people/ana/mute"
    harness.provider.fail(with: ProviderFailure(.credentials, executed: .no, operation: "mute"))
    let tracks: JSON = ["tracks": ["audio"]]
    #expect(await harness.send("POST", path, tracks, fields: Self.key).status == 502)
    let again = await harness.send("POST", path, tracks, fields: Self.key)
    #expect(again.status == 200)
    #expect(again.fields["Idempotent-Replayed"] == nil)
  }

  @Test("a refusal that stays is kept", arguments: [("/recordings", 422, false), ("/lock", 409, true)])
  func final(_ path: String, _ status: Int, _ hasEnded: Bool) async throws {
    let harness = try await Harness()
    let room = await harness.room()
    if hasEnded { _ = await harness.send("POST", "/v1/rooms/\(room)/end") }
    let first = await harness.send("POST", "/v1/rooms/\(room)\(path)", fields: Self.key)
    let again = await harness.send("POST", "/v1/rooms/\(room)\(path)", fields: Self.key)
    #expect(first.status == status, "\(first.text)")
    #expect(again.status == status)
    #expect(again.fields["Idempotent-Replayed"] == "true")
    #expect(again.bytes == first.bytes)
  }

  @Test("which answers are kept")
  func finality() {
    #expect([200, 201, 202, 204, 404, 422].allSatisfy { IdempotencyKey.isFinal(status: $0, code: nil) })
    #expect(![400, 401, 403, 429, 500, 502, 503, 504].contains { IdempotencyKey.isFinal(status: $0, code: nil) })
    #expect(IdempotencyKey.isFinal(status: 409, code: .roomEnded))
    #expect(!IdempotencyKey.isFinal(status: 409, code: .conflict))
    #expect(!IdempotencyKey.isFinal(status: 409, code: .idempotencyInProgress))
  }

  @Test("a caller who goes away does not undo what was begun, and finds the answer later")
  func goesAway() async throws {
    let harness = try await Harness()
    harness.provider.holdCreates()
    let first = Task { await harness.send("POST", "/v1/rooms", ["kind": "meeting"], fields: Self.key) }
    try #require(await eventually { harness.provider.calls == ["create"] })
    first.cancel()
    harness.provider.releaseCreates()
    _ = await first.value
    let again = await harness.send("POST", "/v1/rooms", ["kind": "meeting"], fields: Self.key)
    #expect(again.status == 201)
    #expect(again.fields["Idempotent-Replayed"] == "true")
    #expect(harness.provider.calls == ["create"])
  }

  @Test("a create that timed out stays with its key until its outcome is known")
  func timedOut() async throws {
    let harness = try await Harness()
    let body: JSON = ["kind": "meeting"]
    let timeout = ProviderFailure(.timeout, executed: .maybe, operation: "create")
    harness.provider.fail(with: timeout, timeout, timeout, timeout)
    let first = await harness.send("POST", "/v1/rooms", body, fields: Self.key)
    #expect(first.status == 504)
    let operation = try #require(first.json["operation"]?.stringValue)
    #expect(first.fields["Location"] == "/v1/operations/" + operation)
    harness.provider.fail()
    let again = await harness.send("POST", "/v1/rooms", body, fields: Self.key)
    #expect((200...201).contains(again.status), "\(again.text)")
    #expect(harness.provider.calls.filter { $0 == "create" }.count == 1)
  }

  @Test(
    "what is no key is refused", arguments: ["", "k\u{7}", "\u{e9}", String(repeating: "k", count: 256)])
  func badKeys(_ key: String) async throws {
    let harness = try await Harness()
    let reply = await harness.send("POST", "/v1/rooms", ["kind": "meeting"], fields: ["Idempotency-Key": key])
    #expect(reply.status == 400)
    #expect(reply.pointers == ["header:Idempotency-Key"])
  }

  @Test("an equal create of a room that is there finds it; another one is a conflict")
  func externalID() async throws {
    let harness = try await Harness()
    let first = await harness.send("POST", "/v1/rooms", ["kind": "meeting", "external_id": "room-7", "title": "A"])
    let same = await harness.sendText(
      "POST", "/v1/rooms", #"{"title":"A","external_id":"room-7","kind":"meeting"}"#)
    let other = await harness.send("POST", "/v1/rooms", ["kind": "meeting", "external_id": "room-7", "title": "B"])
    #expect(first.status == 201)
    #expect(same.status == 200)
    #expect(same.json["id"] == first.json["id"])
    #expect(other.status == 409)
    #expect(other.code == "room_exists_with_other_parameters")
    #expect(other.json["existing_id"] == first.json["id"])
    let room = try #require(first.json["id"]?.stringValue)
    #expect(await harness.send("GET", "/v1/rooms/\(room)").json["title"]?.stringValue == "A")
  }
}
