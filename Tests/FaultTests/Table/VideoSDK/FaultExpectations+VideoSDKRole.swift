extension FaultExpectations {
  static let videoSDKRole: [String: FaultCell] = [
    "answer after 100 ms": .init("202", .atOnce, "1", "listening, muted", "listener", "200, listening"),
    "answer after 15 s": .init("504 provider_timeout", .total, "1", "listening, muted", "speaker", "200, listening"),
    "no answer": .init("504 provider_timeout", .total, "1", "as before, muted", "speaker", "202, listening"),
    "dead connection": .init("504 provider_timeout", .total, "1", "as before, muted", "speaker", "202, listening"),
    "lost answer": .init("504 provider_timeout", .total, "1", "listening, muted", "speaker", "200, listening"),
    "garbage before the answer": .init("202", .atOnce, "1", "listening, muted", "listener", "200, listening"),
    "half an answer": .init("504 provider_timeout", .total, "1", "listening, muted", "speaker", "200, listening"),
    "connection lost": .init("503 provider_unavailable", .atOnce, "1", "as before, muted", "speaker", "202, listening"),
    "connection closed, 1011": .init(
      "503 provider_unavailable", .atOnce, "1", "as before, muted", "speaker", "202, listening"),
    "refused, 401": .init("502 provider_credentials", .atOnce, "1", "as before, muted", "speaker", "202, listening"),
    "refused, 403": .init("502 provider_error", .atOnce, "1", "as before, muted", "speaker", "202, listening"),
    "refused, 404": .init("502 provider_error", .atOnce, "1", "as before, muted", "speaker", "202, listening"),
    "refused, 429": .init("503 provider_rate_limited", .atOnce, "1", "as before, muted", "speaker", "202, listening"),
    "refused, 500": .init("503 provider_unavailable", .atOnce, "3", "as before, muted", "speaker", "202, listening"),
    "refused, 4001": .init("502 provider_credentials", .atOnce, "1", "as before, muted", "speaker", "202, listening"),
    "refused, 4068": .init("502 provider_error", .atOnce, "1", "as before, muted", "speaker", "202, listening"),
    "an error frame, no answer": .init(
      "504 provider_timeout", .total, "1", "as before, muted", "speaker", "202, listening"),
    "an error told, no answer": .init(
      "504 provider_timeout", .total, "1", "as before, muted", "speaker", "202, listening"),
    "an answer to nobody": .init("504 provider_timeout", .total, "1", "as before, muted", "speaker", "202, listening"),
    "seat evicted": .init("503 provider_unavailable", .atOnce, "1", "as before, muted", "speaker", "202, listening"),
    "seat sent away": .init("503 provider_unavailable", .atOnce, "1", "as before, muted", "speaker", "202, listening"),
  ]
}
