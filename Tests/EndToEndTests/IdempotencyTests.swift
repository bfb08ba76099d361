import HTTPTypes
import JSONCoding
import ProgramTesting
import Testing

@Suite(.sharedDemo)
struct IdempotencyTests {
  private func create(_ key: String?, _ body: JSON) async throws -> Reply {
    let api = try demo.api
    return try await (key.map { api.with("Idempotency-Key", $0) } ?? api).post("/v1/rooms", body)
  }

  private func body(_ external: String?, _ title: String = "One") -> JSON {
    var body = JSONObject()
    body["kind"] = "audio_room"
    body["title"] = .string(title)
    body["external_id"] = external.map(JSON.string)
    return .object(body)
  }

  @Test func theSameKeyTwiceIsOneRoom() async throws {
    let first = try await create("twice", body(nil))
    let second = try await create("twice", body(nil))
    #expect(first.status == 201)
    #expect(second.status == 201)
    #expect(first.bytes == second.bytes)
    #expect(first.fields["Idempotent-Replayed"] == nil)
    #expect(second.fields["Idempotent-Replayed"] == "true")
    #expect(try await demo.journal("GetOrCreateCall", first.string("id")).count == 1)
  }

  @Test func fiftyAtOnceWithOneKeyAreOneRoom() async throws {
    let answers = try await together(50) { _ in try await create("fifty", body(nil, "Fifty at once")) }
    let made = answers.filter { $0.status == 201 }
    let others = answers.filter { $0.status != 201 }
    #expect(!made.isEmpty)
    #expect(others.allSatisfy { $0.code == "idempotency_in_progress" }, "\(others.map(\.summary))")
    #expect(Set(try made.map { try $0.string("id") }).count == 1)
    #expect(try await demo.journal("GetOrCreateCall", "Fifty at once").count == 1)
  }

  @Test func anotherBodyUnderTheSameKeyIsRefused() async throws {
    #expect(try await create("other-body", body(nil, "One")).status == 201)
    #expect(try await create("other-body", body(nil, "Two")).summary == "422 idempotency_mismatch")
  }

  @Test func oneExternalNameAtOnceFromManyIsOneRoom() async throws {
    let answers = try await together(20) { number in
      try await create(number.isMultiple(of: 2) ? "name-\(number)" : nil, body("shared-name", "Twenty at once"))
    }
    let found = answers.filter { [200, 201].contains($0.status) }
    #expect(found.filter { $0.status == 201 }.count == 1)
    #expect(Set(try found.map { try $0.string("id") }).count == 1)
    let others = answers.filter { ![200, 201].contains($0.status) }
    #expect(others.allSatisfy { $0.code == "conflict" }, "\(others.map(\.summary))")
    #expect(try await demo.journal("GetOrCreateCall", "Twenty at once").count == 1)
    #expect(
      try await create(nil, body("shared-name", "Another")).summary == "409 room_exists_with_other_parameters")
  }
}
