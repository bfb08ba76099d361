extension FaultExpectations {
  static let videoSDKMessage: [String: FaultCell] = [
    "answer after 100 ms": .init("201", .atOnce, "1", "sent", "told", "201, told 2 times"),
    "answer after 15 s": .init("504 provider_timeout", .total, "1", "sent", "told", "201, told 2 times"),
    "no answer": .init("504 provider_timeout", .total, "1", "not sent", "not told", "201, told once"),
    "dead connection": .init("504 provider_timeout", .total, "1", "not sent", "not told", "201, told once"),
    "lost answer": .init("504 provider_timeout", .total, "1", "sent", "told", "201, told 2 times"),
    "garbage before the answer": .init("201", .atOnce, "1", "sent", "told", "201, told 2 times"),
    "half an answer": .init("504 provider_timeout", .total, "1", "sent", "told", "201, told 2 times"),
    "connection lost": .init("503 provider_unavailable", .atOnce, "1", "not sent", "not told", "201, told once"),
    "connection closed, 1011": .init(
      "503 provider_unavailable", .atOnce, "1", "not sent", "not told", "201, told once"),
    "refused, 401": .init("502 provider_credentials", .atOnce, "1", "not sent", "not told", "201, told once"),
    "refused, 403": .init("502 provider_error", .atOnce, "1", "not sent", "not told", "201, told once"),
    "refused, 404": .init("502 provider_error", .atOnce, "1", "not sent", "not told", "201, told once"),
    "refused, 429": .init("503 provider_rate_limited", .atOnce, "1", "not sent", "not told", "201, told once"),
    "refused, 500": .init("503 provider_unavailable", .atOnce, "3", "not sent", "not told", "201, told once"),
    "refused, 4001": .init("502 provider_credentials", .atOnce, "1", "not sent", "not told", "201, told once"),
    "refused, 4068": .init("502 provider_error", .atOnce, "1", "not sent", "not told", "201, told once"),
    "an error frame, no answer": .init("504 provider_timeout", .total, "1", "not sent", "not told", "201, told once"),
    "an error told, no answer": .init("504 provider_timeout", .total, "1", "not sent", "not told", "201, told once"),
    "an answer to nobody": .init("504 provider_timeout", .total, "1", "not sent", "not told", "201, told once"),
    "seat evicted": .init("503 provider_unavailable", .atOnce, "1", "not sent", "not told", "201, told once"),
    "seat sent away": .init("503 provider_unavailable", .atOnce, "1", "not sent", "not told", "201, told once"),
  ]
}
