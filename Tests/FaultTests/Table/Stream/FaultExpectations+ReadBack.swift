extension FaultExpectations {
  static let readBack: [String: FaultCell] = [
    "status 500": .init(
      "504 provider_timeout", .atOnce, "3", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "status 503": .init(
      "504 provider_timeout", .atOnce, "3", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "status 503, Retry-After: 1": .init(
      "504 provider_timeout", .atOnce, "3", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "status 504": .init(
      "504 provider_timeout", .atOnce, "3", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "status 401": .init(
      "504 provider_timeout", .atOnce, "2", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "status 403": .init(
      "504 provider_timeout", .atOnce, "1", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "status 404": .init(
      "504 provider_timeout", .atOnce, "1", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "redirect 307": .init(
      "504 provider_timeout", .atOnce, "1", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "rate limit of a second": .init(
      "504 provider_timeout", .pauses, "3", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "rate limit of a minute": .init(
      "504 provider_timeout", .atOnce, "1", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "rate limit without Retry-After": .init(
      "504 provider_timeout", .atOnce, "1", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "rate limit of ten years": .init(
      "504 provider_timeout", .atOnce, "1", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "proxy's page, 502": .init(
      "504 provider_timeout", .atOnce, "3", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "proxy's page, 404": .init(
      "504 provider_timeout", .atOnce, "1", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "proxy's page, 200": .init(
      "504 provider_timeout", .atOnce, "1", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "error document under 200": .init(
      "504 provider_timeout", .atOnce, "1", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "answer after 100 ms": .init("201", .atOnce, "1", "one call", "one room", "201, 1 call, 1 room"),
    "answer after all deadlines": .init(
      "504 provider_timeout", .total, "3", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "silence": .init(
      "504 provider_timeout", .total, "3", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "trickle": .init(
      "504 provider_timeout", .total, "1", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "half a document": .init(
      "504 provider_timeout", .atOnce, "1", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "empty body": .init(
      "504 provider_timeout", .atOnce, "1", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "needed member null": .init(
      "504 provider_timeout", .atOnce, "1", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "needed member missing": .init(
      "504 provider_timeout", .atOnce, "1", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "unknown value": .init("201", .atOnce, "1", "one call", "one room", "201, 1 call, 1 room"),
    "lost reply": .init(
      "504 provider_timeout", .atOnce, "3", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "reset on accept": .init("503 provider_unavailable", .atOnce, "3", "no call", "no room", "201, 1 call, 1 room"),
    "reset in the head": .init(
      "504 provider_timeout", .atOnce, "3", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "reset in the body": .init(
      "504 provider_timeout", .atOnce, "1", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "body cut short": .init(
      "504 provider_timeout", .atOnce, "1", "one call", "operation, then one room", "201, 1 call, 1 room"),
    "wrong length": .init(
      "504 provider_timeout", .atOnce, "1", "one call", "operation, then one room", "201, 1 call, 1 room"),
  ]
}
