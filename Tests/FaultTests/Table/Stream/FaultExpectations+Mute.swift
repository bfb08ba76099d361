extension FaultExpectations {
  static let mute: [String: FaultCell] = [
    "status 500": .init("503 provider_unavailable", .atOnce, "1", "speaking", "speaking", "200, muted"),
    "status 503": .init("503 provider_unavailable", .atOnce, "1", "speaking", "speaking", "200, muted"),
    "status 503, Retry-After: 1": .init("503 provider_unavailable", .atOnce, "3", "speaking", "speaking", "200, muted"),
    "status 504": .init("504 provider_timeout", .atOnce, "1", "speaking", "speaking", "200, muted"),
    "status 401": .init("502 provider_credentials", .atOnce, "2", "speaking", "speaking", "200, muted"),
    "status 403": .init("502 provider_error", .atOnce, "1", "speaking", "speaking", "200, muted"),
    "status 404": .init("502 provider_error", .atOnce, "1", "speaking", "speaking", "200, muted"),
    "redirect 307": .init("502 provider_bad_response", .atOnce, "1", "speaking", "speaking", "200, muted"),
    "rate limit of a second": .init("503 provider_rate_limited", .pauses, "3", "speaking", "speaking", "200, muted"),
    "rate limit of a minute": .init("503 provider_rate_limited", .atOnce, "1", "speaking", "speaking", "200, muted"),
    "rate limit without Retry-After": .init(
      "503 provider_rate_limited", .atOnce, "1", "speaking", "speaking", "200, muted"),
    "rate limit of ten years": .init("503 provider_rate_limited", .atOnce, "1", "speaking", "speaking", "200, muted"),
    "proxy's page, 502": .init("503 provider_unavailable", .atOnce, "1", "speaking", "speaking", "200, muted"),
    "proxy's page, 404": .init("502 provider_bad_response", .atOnce, "1", "speaking", "speaking", "200, muted"),
    "proxy's page, 200": .init("502 provider_bad_response", .atOnce, "1", "speaking", "speaking", "200, muted"),
    "error document under 200": .init("502 provider_bad_response", .atOnce, "1", "speaking", "speaking", "200, muted"),
    "answer after 100 ms": .init("200", .atOnce, "1", "muted", "muted", "200, muted"),
    "answer after all deadlines": .init(
      "504 provider_timeout", .attempt, "1", "muted", "speaking, then muted", "200, muted"),
    "silence": .init("504 provider_timeout", .attempt, "1", "speaking", "speaking", "200, muted"),
    "trickle": .init("504 provider_timeout", .total, "1", "muted", "speaking, then muted", "200, muted"),
    "half a document": .init("502 provider_bad_response", .atOnce, "1", "muted", "speaking, then muted", "200, muted"),
    "empty body": .init("200", .atOnce, "1", "muted", "muted", "200, muted"),
    "needed member null": .init("200", .atOnce, "1", "muted", "muted", "200, muted"),
    "needed member missing": .init("200", .atOnce, "1", "muted", "muted", "200, muted"),
    "unknown value": .init("200", .atOnce, "1", "muted", "muted", "200, muted"),
    "lost reply": .init("503 provider_unavailable", .atOnce, "1", "muted", "speaking, then muted", "200, muted"),
    "reset on accept": .init("503 provider_unavailable", .atOnce, "1 to 3", "speaking", "speaking", "200, muted"),
    "reset in the head": .init("503 provider_unavailable", .atOnce, "1", "muted", "speaking, then muted", "200, muted"),
    "reset in the body": .init(
      "502 provider_bad_response", .atOnce, "1", "muted", "speaking, then muted", "200, muted"),
    "body cut short": .init("502 provider_bad_response", .atOnce, "1", "muted", "speaking, then muted", "200, muted"),
    "wrong length": .init("502 provider_bad_response", .atOnce, "1", "muted", "speaking, then muted", "200, muted"),
  ]
}
