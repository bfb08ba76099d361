import HTTPTypes
import JSONCoding
import ProgramTesting

/// Sends a request until it is answered for good, through kills and faults.
struct StormCaller: Sendable {
  let api: Caller
  let slots: Slots
  let counts: StormCounts
  let random: SeededRandom

  /// The final answer; throws when there is none within ten minutes.
  func send(_ method: String, _ path: String, _ body: JSON? = nil, key: String? = nil) async throws -> Reply {
    let caller = key.map { api.with("Idempotency-Key", $0) } ?? api
    let end = ContinuousClock.now + .seconds(600)
    var last = "nothing"
    while ContinuousClock.now < end {
      let reply = await once(caller, method, path, body)
      if let reply, Self.isFinal(reply) {
        counts.note { $0.answered += 1 }
        return reply
      }
      last = reply.map { "\($0.summary): \($0.text.prefix(300))" } ?? "no answer"
      counts.note { $0.retries += 1 }
      try await Task.sleep(for: .milliseconds(random.number(50...300)))
    }
    throw Failure("\(method) \(path) was never answered; last \(last)")
  }

  /// One try; nil when the connection broke.
  func once(_ caller: Caller, _ method: String, _ path: String, _ body: JSON?) async -> Reply? {
    counts.note { $0.requests += 1 }
    return await slots.use { try? await caller.send(method, path, body?.bytes()) }
  }

  /// Whether asking again would be answered the same.
  static func isFinal(_ reply: Reply) -> Bool {
    switch reply.status {
    case 409: !["conflict", "idempotency_in_progress"].contains(reply.code)
    case 429: false
    default: reply.status < 500
    }
  }
}
