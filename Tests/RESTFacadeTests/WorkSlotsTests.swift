import HTTPTypes
import JSONCoding
import ProgramTesting
import Testing

@testable import RESTFacade

@Suite("As much work as the gateway takes")
struct WorkSlotsTests {
  @Test("more is refused with a time to wait, and what was taken goes on")
  func full() async throws {
    let harness = try await Harness(inFlight: 1)
    harness.provider.holdCreates()
    async let first = harness.send("POST", "/v1/rooms", ["kind": "meeting"])
    #expect(await eventually { harness.provider.calls == ["create"] })
    let refusals = [
      await harness.send("GET", "/v1/rooms"),
      await harness.send("POST", "/v1/rooms", ["kind": "meeting"], fields: ["Idempotency-Key": "later"]),
      await harness.send("POST", "/v1/hooks/test-main", ["room": "room_0"], fields: ["X-Test": "yes"]),
    ]
    for reply in refusals {
      #expect(reply.status == 503)
      #expect(reply.code == "not_ready")
      #expect(reply.json["retryable"] == true)
      #expect(reply.fields["Retry-After"] == "1")
    }
    #expect(await harness.send("GET", "/livez", key: .some(nil)).status == 200)
    #expect(harness.provider.calls == ["create"])
    harness.provider.releaseCreates()
    #expect(await first.status == 201)
    #expect(harness.facade.slots.count == 0)
    let later = await harness.send("POST", "/v1/rooms", ["kind": "meeting"], fields: ["Idempotency-Key": "later"])
    #expect(later.status == 201)
    #expect(later.fields["Idempotent-Replayed"] == nil)
  }

  @Test("work whose client has left still counts until it ends")
  func abandoned() async throws {
    let harness = try await Harness(inFlight: 1)
    harness.provider.holdCreates()
    let client = Task { await harness.send("POST", "/v1/rooms", ["kind": "meeting"]).status }
    #expect(await eventually { harness.provider.calls == ["create"] })
    client.cancel()
    #expect(await harness.send("GET", "/v1/rooms").status == 503)
    harness.provider.releaseCreates()
    #expect(await eventually { harness.facade.slots.count == 0 })
    #expect(await harness.send("GET", "/v1/rooms").status == 200)
    _ = await client.value
  }

  @Test("an open stream is no work")
  func streams() async throws {
    let harness = try await Harness(inFlight: 1)
    let stream = await harness.send("GET", "/v1/events", fields: ["Accept": "text/event-stream"])
    #expect(stream.stream != nil)
    #expect(await harness.send("GET", "/v1/rooms").status == 200)
    _ = stream
  }
}
