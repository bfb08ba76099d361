import HTTPTypes
import JSONCoding
import MeetingCore
import Testing

@testable import RESTFacade

@Suite("Operations")
struct OperationTests {
  private static let silence = ControlOutcome.pending(
    confirmedBy: [.tracksOff(connection: "c1", [.audio]), .gone(connection: "c1")], within: .seconds(600))

  @Test("what the vendor only accepts is answered with an operation, and read until it is over")
  func pending() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let id = await harness.join(room, person: "ana", connection: "c1")
    harness.provider.answerMutes(Self.silence)
    let path = "/v1/rooms/\(room)"
    let mute = await harness.send("POST", "\(path)/participants/\(id)/mute", ["tracks": ["audio"]])
    #expect(mute.status == 202)
    #expect(mute.json["outcome"] == "pending")
    #expect(mute.json["changed"] == .null)
    let operation = try #require(mute.json["operation"]?.stringValue)
    #expect(mute.fields["Location"] == "/v1/operations/" + operation)
    let read = await harness.send("GET", "/v1/operations/" + operation, key: harness.reader)
    #expect(read.status == 200)
    #expect(read.json["state"] == "pending")
    #expect(read.json["kind"] == "mute")
    #expect(read.json["progress"] == ["done": 0, "total": 2])
    #expect(read.json["error"] == .null)
    let checker = SchemaChecker(try await document(harness))
    #expect(checker.faults(in: read.json, schema: ["$ref": "#/components/schemas/Operation"]).isEmpty)
    #expect(await harness.send("GET", "/v1/operations/" + operation, key: harness.stranger).status == 404)
    _ = await harness.send("POST", "\(path)/people/ana/remove")
    let over = await harness.send("GET", "/v1/operations/" + operation)
    #expect(over.json["state"] == "succeeded")
    #expect(checker.faults(in: over.json, schema: ["$ref": "#/components/schemas/Operation"]).isEmpty)
    let told = await harness.send("GET", "\(path)/events?types=operation.*").json["items"]?.arrayValue?.first
    #expect(told?["data"]?["operation"] == over.json, "the event has it as it ended")
  }

  @Test("everybody at once is one operation")
  func all() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    await harness.join(room, person: "ana", connection: "c1")
    harness.provider.answerMutes(Self.silence)
    let all = await harness.send("POST", "/v1/rooms/\(room)/mute-all", ["tracks": ["audio"]])
    #expect(all.status == 202)
    #expect(all.json["outcome"] == "pending")
    #expect(all.json["items"]?.arrayValue?.map { $0["outcome"] } == ["pending"])
    let operation = all.json["operation"]?.stringValue ?? ""
    #expect(operation.hasPrefix("op_"))
    #expect(all.fields["Location"] == "/v1/operations/" + operation)
  }

  @Test("what is offered and not up yet says when to come again, unlike what is not offered at all")
  func unavailable() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    await harness.join(room, person: "ana", connection: "c1")
    harness.provider.fail(
      with: ProviderFailure(.notConnected(retryAfter: .seconds(2)), executed: .no, operation: "mute"))
    let reply = await harness.send("POST", "/v1/rooms/\(room)/people/ana/mute", ["tracks": ["audio"]])
    #expect(reply.status == 503)
    #expect(reply.json["code"] == "capability_unavailable")
    #expect(reply.json["retryable"] == true)
    #expect(reply.fields["Retry-After"] == "2")
    let voice = await harness.send("POST", "/v1/rooms", ["kind": "voice_call", "provider": "test-main"])
    #expect((voice.status, voice.json["code"]) == (422, "capability_unsupported"))
  }

  private func document(_ harness: Harness) async throws -> JSON {
    await harness.send("GET", "/openapi.json", key: .some(nil)).json
  }
}
