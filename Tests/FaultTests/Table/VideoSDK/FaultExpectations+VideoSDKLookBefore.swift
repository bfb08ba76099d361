extension FaultExpectations {
  static let videoSDKLookBefore: [String: FaultCell] = [
    "status 500": .init("503 provider_unavailable", .atOnce, "3", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "status 503": .init("503 provider_unavailable", .atOnce, "3", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "status 503, Retry-After: 1": .init(
      "503 provider_unavailable", .atOnce, "3", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "status 504": .init("503 provider_unavailable", .atOnce, "1", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "status 401": .init("502 provider_credentials", .atOnce, "2", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "status 403": .init("502 provider_credentials", .atOnce, "1", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "status 404": .init("201", .atOnce, "1", "one meeting", "one room", "201, 1 meeting, 1 room"),
    "redirect 307": .init("502 provider_bad_response", .atOnce, "1", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "rate limit of a second": .init(
      "503 provider_rate_limited", .pauses, "3", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "rate limit of a minute": .init(
      "503 provider_rate_limited", .atOnce, "1", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "rate limit without Retry-After": .init(
      "503 provider_rate_limited", .atOnce, "1", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "rate limit of ten years": .init(
      "503 provider_rate_limited", .atOnce, "1", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "proxy's page, 502": .init(
      "503 provider_unavailable", .atOnce, "3", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "proxy's page, 404": .init(
      "502 provider_bad_response", .atOnce, "1", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "proxy's page, 200": .init(
      "502 provider_bad_response", .atOnce, "1", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "error document under 200": .init(
      "502 provider_bad_response", .atOnce, "1", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "answer after 100 ms": .init("201", .atOnce, "1", "one meeting", "one room", "201, 1 meeting, 1 room"),
    "answer after all deadlines": .init(
      "503 provider_unavailable", .attempt, "1", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "silence": .init("503 provider_unavailable", .attempt, "1", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "trickle": .init("503 provider_unavailable", .total, "1", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "half a document": .init("201", .atOnce, "1", "one meeting", "one room", "201, 1 meeting, 1 room"),
    "empty body": .init("201", .atOnce, "1", "one meeting", "one room", "201, 1 meeting, 1 room"),
    "needed member null": .init("201", .atOnce, "1", "one meeting", "one room", "201, 1 meeting, 1 room"),
    "needed member missing": .init("201", .atOnce, "1", "one meeting", "one room", "201, 1 meeting, 1 room"),
    "unknown value": .init("201", .atOnce, "1", "one meeting", "one room", "201, 1 meeting, 1 room"),
    "lost reply": .init("503 provider_unavailable", .atOnce, "3", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "reset on accept": .init(
      "503 provider_unavailable", .atOnce, "3", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "reset in the head": .init(
      "503 provider_unavailable", .atOnce, "3", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "reset in the body": .init(
      "502 provider_bad_response", .atOnce, "1", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "body cut short": .init(
      "502 provider_bad_response", .atOnce, "1", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "wrong length": .init("502 provider_bad_response", .atOnce, "1", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "status 400, code 4001": .init(
      "502 provider_credentials", .atOnce, "2", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "status 401, code 4002": .init(
      "502 provider_credentials", .atOnce, "2", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "status 400, a text": .init("502 provider_error", .atOnce, "1", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "status 402": .init("502 provider_error", .atOnce, "1", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "status 200, a text that refuses": .init(
      "502 provider_bad_response", .atOnce, "1", "no meeting", "no room", "201, 1 meeting, 1 room"),
    "status 200, success false": .init(
      "502 provider_bad_response", .atOnce, "1", "no meeting", "no room", "201, 1 meeting, 1 room"),
  ]
}
