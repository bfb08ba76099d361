extension FaultExpectations {
  static let joinToken: [String: FaultCell] = [
    "status 500": .init("503 provider_unavailable", .atOnce, "1", "1 member", "no token", "201, 1 member"),
    "status 503": .init("503 provider_unavailable", .atOnce, "1", "1 member", "no token", "201, 1 member"),
    "status 503, Retry-After: 1": .init(
      "503 provider_unavailable", .atOnce, "3", "1 member", "no token", "201, 1 member"),
    "status 504": .init("504 provider_timeout", .atOnce, "1", "1 member", "no token", "201, 1 member"),
    "status 401": .init("502 provider_credentials", .atOnce, "2", "1 member", "no token", "201, 1 member"),
    "status 403": .init("502 provider_error", .atOnce, "1", "1 member", "no token", "201, 1 member"),
    "status 404": .init("502 provider_error", .atOnce, "1", "1 member", "no token", "201, 1 member"),
    "redirect 307": .init("502 provider_bad_response", .atOnce, "1", "1 member", "no token", "201, 1 member"),
    "rate limit of a second": .init("503 provider_rate_limited", .pauses, "3", "1 member", "no token", "201, 1 member"),
    "rate limit of a minute": .init("503 provider_rate_limited", .atOnce, "1", "1 member", "no token", "201, 1 member"),
    "rate limit without Retry-After": .init(
      "503 provider_rate_limited", .atOnce, "1", "1 member", "no token", "201, 1 member"),
    "rate limit of ten years": .init(
      "503 provider_rate_limited", .atOnce, "1", "1 member", "no token", "201, 1 member"),
    "proxy's page, 502": .init("503 provider_unavailable", .atOnce, "1", "1 member", "no token", "201, 1 member"),
    "proxy's page, 404": .init("502 provider_bad_response", .atOnce, "1", "1 member", "no token", "201, 1 member"),
    "proxy's page, 200": .init("502 provider_bad_response", .atOnce, "1", "1 member", "no token", "201, 1 member"),
    "error document under 200": .init(
      "502 provider_bad_response", .atOnce, "1", "1 member", "no token", "201, 1 member"),
    "answer after 100 ms": .init("201", .atOnce, "1", "1 member", "token", "201, 1 member"),
    "answer after all deadlines": .init("504 provider_timeout", .attempt, "1", "1 member", "no token", "201, 1 member"),
    "silence": .init("504 provider_timeout", .attempt, "1", "1 member", "no token", "201, 1 member"),
    "trickle": .init("504 provider_timeout", .total, "1", "1 member", "no token", "201, 1 member"),
    "half a document": .init("502 provider_bad_response", .atOnce, "1", "1 member", "no token", "201, 1 member"),
    "empty body": .init("502 provider_bad_response", .atOnce, "1", "1 member", "no token", "201, 1 member"),
    "needed member null": .init("502 provider_bad_response", .atOnce, "1", "1 member", "no token", "201, 1 member"),
    "needed member missing": .init("502 provider_bad_response", .atOnce, "1", "1 member", "no token", "201, 1 member"),
    "unknown value": .init("201", .atOnce, "1", "1 member", "token", "201, 1 member"),
    "lost reply": .init("503 provider_unavailable", .atOnce, "1", "1 member", "no token", "201, 1 member"),
    "reset on accept": .init("503 provider_unavailable", .atOnce, "1 to 6", "1 member", "no token", "201, 1 member"),
    "reset in the head": .init("503 provider_unavailable", .atOnce, "1", "1 member", "no token", "201, 1 member"),
    "reset in the body": .init("502 provider_bad_response", .atOnce, "1", "1 member", "no token", "201, 1 member"),
    "body cut short": .init("502 provider_bad_response", .atOnce, "1", "1 member", "no token", "201, 1 member"),
    "wrong length": .init("502 provider_bad_response", .atOnce, "1", "1 member", "no token", "201, 1 member"),
  ]
}
