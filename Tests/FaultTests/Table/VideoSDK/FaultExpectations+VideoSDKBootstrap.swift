extension FaultExpectations {
  static let videoSDKBootstrap: [String: FaultCell] = [
    "status 500": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "status 503": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "status 503, Retry-After: 1": .init(
      "503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "status 504": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "status 401": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "status 403": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "status 404": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "redirect 307": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "rate limit of a second": .init(
      "503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "rate limit of a minute": .init(
      "503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "503 capability_unavailable"),
    "rate limit without Retry-After": .init(
      "503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "rate limit of ten years": .init(
      "503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "503 capability_unavailable"),
    "proxy's page, 502": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "proxy's page, 404": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "proxy's page, 200": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "error document under 200": .init(
      "503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "answer after 100 ms": .init("202", .atOnce, "1", "muted", "a seat", "200"),
    "answer after all deadlines": .init(
      "503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "silence": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "trickle": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "half a document": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "empty body": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "needed member null": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "needed member missing": .init(
      "503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "unknown value": .init("202", .atOnce, "1", "muted", "a seat", "200"),
    "lost reply": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "reset in the head": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "reset in the body": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "body cut short": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "wrong length": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "status 400, code 4001": .init(
      "503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "status 401, code 4002": .init(
      "503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "status 400, a text": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "status 402": .init(
      "503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "503 capability_unavailable"),
    "status 200, a text that refuses": .init(
      "503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "status 200, success false": .init(
      "503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
  ]
}
