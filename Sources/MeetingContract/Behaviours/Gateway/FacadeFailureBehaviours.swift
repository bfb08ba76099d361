import HTTPTypes
import JSONCoding
import MeetingCore

/// A vendor's failures as the API tells them, and what is left of them: nothing, or one room.
enum FacadeFailureBehaviours {
  static let all: [ContractBehaviour] = [
    ContractBehaviour(
      "a-late-create-settles-to-one-room", .gateway, "A create that ran out of time is 504, then exactly one room.",
      requirements: [.faults, .vendorRooms]
    ) { try await lateCreate($0) },
    .gateway(
      "a-lost-create-is-one-room", "A create whose answer was lost, sent again, is exactly one room.",
      [.faults, .vendorRooms]
    ) {
      bench in
      try await bench.run.faults().inject(.lostReply, on: .create, times: 1)
      let body = bench.createBody(externalID: "lost")
      let first = await bench.send("POST", "/v1/rooms", body)
      bench.run.report.expect([201, 503, 504].contains(first.status), "a create without an answer was \(first.short)")
      try await expectOneRoom("lost", body, bench)
    },
    .gateway("a-vendor-rate-limit-is-503", "A vendor's 429 is 503 with its pause.", [.faults, .vendorRooms]) { bench in
      try await bench.run.faults().inject(.rateLimited(seconds: 7), on: .create, times: 10)
      let reply = await bench.send("POST", "/v1/rooms", bench.createBody)
      bench.expect(reply, 503, "provider_rate_limited", "a create under a rate limit")
      let after = reply.fields["Retry-After"].flatMap { Int($0) }
      bench.run.report.expect(
        after.map { (5...8).contains($0) } ?? false, "Retry-After is \(after.map(String.init) ?? "missing")")
    },
    .gateway(
      "an-unavailable-vendor-is-503", "A vendor that is down is 503 and leaves no room behind.",
      [.faults, .vendorRooms]
    ) {
      bench in
      try await bench.run.faults().inject(.unavailable, on: .create, times: 10)
      let body = bench.createBody(externalID: "down")
      let reply = await bench.send("POST", "/v1/rooms", body)
      bench.expect(reply, 503, "provider_unavailable", "a create at a vendor that is down")
      bench.run.report.expect(reply.fields["Retry-After"] != nil, "Retry-After is missing")
      bench.run.report.expect(await bench.send("GET", "/v1/rooms").items.isEmpty, "a failed create left a room")
      try await bench.run.faults().clear()
      let free = try await bench.run.eventually { await bench.send("POST", "/v1/rooms", body).status == 201 }
      bench.run.report.expect(free, "the external id is not free afterwards")
    },
    ContractBehaviour(
      "refused-credentials-are-502", .gateway, "Credentials that the vendor refuses are 502.",
      requirements: [.vendorRooms]
    ) { try await credentials($0) },
  ]

  private static func lateCreate(_ run: ContractRun) async throws {
    let bench = try await GatewayBench(run, deadline: .seconds(1))
    try await run.faults().inject(.delay(milliseconds: 4_000), on: .create, times: 1)
    let body = bench.createBody(externalID: "late")
    let first = await bench.send("POST", "/v1/rooms", body)
    bench.expect(first, 504, "provider_timeout", "a create that ran out of time")
    run.report.expect(first["operation"]?.stringValue != nil, "the 504 names no operation")
    try await expectOneRoom("late", body, bench)
  }

  /// The room appears by itself, a repeat finds it, and there is no other.
  private static func expectOneRoom(_ externalID: String, _ body: JSON, _ bench: GatewayBench) async throws {
    let settled = try await bench.run.eventually {
      await bench.send("GET", "/v1/rooms?external_id=\(externalID)").items.count == 1
    }
    bench.run.report.expect(settled, "the room did not appear")
    bench.expect(await bench.send("POST", "/v1/rooms", body), 200, nil, "the create sent again")
    let count = await bench.send("GET", "/v1/rooms").items.count
    bench.run.report.expect(count == 1, "there are \(count) rooms")
  }

  private static func credentials(_ run: ContractRun) async throws {
    guard let provider = run.fixture.withBadCredentials else {
      try run.report.skip("the harness makes no provider with bad credentials")
    }
    let bench = try await GatewayBench(run, provider: provider)
    let reply = await bench.send("POST", "/v1/rooms", bench.createBody)
    bench.expect(reply, 502, "provider_credentials", "a create with refused credentials")
    run.report.expect(await bench.send("GET", "/v1/rooms").items.isEmpty, "a failed create left a room")
  }
}
