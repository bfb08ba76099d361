import JSONCoding
import ProgramTesting

/// The mock vendor as the storm disturbs and reads it.
struct StormVendor: Sendable {
  let mock: Caller
  let random: SeededRandom

  static let operations = ["GetOrCreateCall", "GoLive", "StopLive", "EndCall", "UpdateCall", "BlockUser", "MuteUsers"]

  /// For some calls to come the vendor is slow, says nothing at all, or does the work and loses the answer.
  func disturb() async throws {
    let fault: JSON =
      switch random.number(0...9) {
      case 0..<5: ["kind": "delay", "ms": .integer(Int64(random.number(50...800)))]
      case 5..<8: ["kind": "lost_reply"]
      case 8: ["kind": "http_status", "status": 503]
      default: ["kind": "hang"]
      }
    let operation = Self.operations[random.number(0...Self.operations.count - 1)]
    let answer = try await mock.post(
      "/_mock/faults",
      [
        "match": ["operation": .string(random.happens(percent: 50) ? "GetOrCreateCall" : operation)],
        "times": .integer(Int64(random.number(1...12))), "fault": fault,
      ])
    guard answer.status == 201 else { throw Failure("the mock refuses a fault: \(answer.text)") }
  }

  func calm() async throws { try await mock.send("DELETE", "/_mock/faults") }

  /// How many deliveries wait for an attempt.
  func pending() async throws -> Int {
    try await mock.get("/_mock/webhooks/deliveries?state=pending&limit=1000000").items.count
  }

  /// The sessions of the joins that the vendor has given up telling: who left again before the next look at the vendor was
  /// never heard of.
  func untoldJoins() async throws -> Set<String> {
    let items = try await mock.get(
      "/_mock/webhooks/deliveries?type=call.session_participant_joined&state=failed&limit=20000"
    ).items
    return Set(items.compactMap { $0["payload", "participant", "user_session_id"]?.stringValue })
  }

  /// Every call: its id, its title, and the sessions of the devices connected to it.
  func calls() async throws -> [StormCall] {
    let state = try await mock.get("/_mock/state")
    guard let tenants = state.json.objectValue else { throw Failure("no state: \(state.status)") }
    return tenants.pairs.flatMap { $0.value["calls"]?.arrayValue ?? [] }.map(StormCall.init)
  }
}
