extension FaultExpectations {
  static let videoSDKStopRecording: [String: FaultCell] = [
    "status 500": .init("503 provider_unavailable", .atOnce, "1", "recording", "starting", "200, not recording"),
    "status 503": .init("503 provider_unavailable", .atOnce, "1", "recording", "starting", "200, not recording"),
    "status 503, Retry-After: 1": .init(
      "503 provider_unavailable", .atOnce, "3", "recording", "starting", "200, not recording"),
    "status 504": .init("504 provider_timeout", .atOnce, "1", "recording", "starting", "200, not recording"),
    "status 401": .init("502 provider_credentials", .atOnce, "2", "recording", "starting", "200, not recording"),
    "status 403": .init("502 provider_credentials", .atOnce, "1", "recording", "starting", "200, not recording"),
    "status 404": .init("202", .atOnce, "1", "recording", "starting", "200, not recording"),
    "redirect 307": .init("502 provider_bad_response", .atOnce, "1", "recording", "starting", "200, not recording"),
    "rate limit of a second": .init(
      "503 provider_rate_limited", .pauses, "3", "recording", "starting", "200, not recording"),
    "rate limit of a minute": .init(
      "503 provider_rate_limited", .atOnce, "1", "recording", "starting", "200, not recording"),
    "rate limit without Retry-After": .init(
      "503 provider_rate_limited", .atOnce, "1", "recording", "starting", "200, not recording"),
    "rate limit of ten years": .init(
      "503 provider_rate_limited", .atOnce, "1", "recording", "starting", "200, not recording"),
    "proxy's page, 502": .init("503 provider_unavailable", .atOnce, "1", "recording", "starting", "200, not recording"),
    "proxy's page, 404": .init(
      "502 provider_bad_response", .atOnce, "1", "recording", "starting", "200, not recording"),
    "proxy's page, 200": .init(
      "502 provider_bad_response", .atOnce, "1", "recording", "starting", "200, not recording"),
    "error document under 200": .init(
      "502 provider_bad_response", .atOnce, "1", "recording", "starting", "200, not recording"),
    "answer after 100 ms": .init("200", .atOnce, "1", "not recording", "stopping", "200, not recording"),
    "answer after all deadlines": .init(
      "504 provider_timeout", .attempt, "1", "not recording", "starting", "202, not recording"),
    "silence": .init("504 provider_timeout", .attempt, "1", "recording", "starting", "200, not recording"),
    "trickle": .init("504 provider_timeout", .total, "1", "not recording", "starting", "202, not recording"),
    "half a document": .init("200", .atOnce, "1", "not recording", "stopping", "200, not recording"),
    "empty body": .init("200", .atOnce, "1", "not recording", "stopping", "200, not recording"),
    "needed member null": .init("200", .atOnce, "1", "not recording", "stopping", "200, not recording"),
    "needed member missing": .init("200", .atOnce, "1", "not recording", "stopping", "200, not recording"),
    "unknown value": .init("200", .atOnce, "1", "not recording", "stopping", "200, not recording"),
    "lost reply": .init("503 provider_unavailable", .atOnce, "1", "not recording", "starting", "202, not recording"),
    "reset on accept": .init(
      "503 provider_unavailable", .atOnce, "1 to 3", "recording", "starting", "200, not recording"),
    "reset in the head": .init(
      "503 provider_unavailable", .atOnce, "1", "not recording", "starting", "202, not recording"),
    "reset in the body": .init(
      "502 provider_bad_response", .atOnce, "1", "not recording", "starting", "202, not recording"),
    "body cut short": .init(
      "502 provider_bad_response", .atOnce, "1", "not recording", "starting", "202, not recording"),
    "wrong length": .init("502 provider_bad_response", .atOnce, "1", "not recording", "starting", "202, not recording"),
    "status 400, code 4001": .init(
      "502 provider_credentials", .atOnce, "2", "recording", "starting", "200, not recording"),
    "status 401, code 4002": .init(
      "502 provider_credentials", .atOnce, "2", "recording", "starting", "200, not recording"),
    "status 400, a text": .init("502 provider_error", .atOnce, "1", "recording", "starting", "200, not recording"),
    "status 402": .init("502 provider_error", .atOnce, "1", "recording", "starting", "200, not recording"),
    "status 200, a text that refuses": .init(
      "502 provider_bad_response", .atOnce, "1", "recording", "starting", "200, not recording"),
    "status 200, success false": .init(
      "502 provider_bad_response", .atOnce, "1", "recording", "starting", "200, not recording"),
  ]
}
