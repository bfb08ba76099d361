extension FaultExpectations {
  static let videoSDKEntry: [String: FaultCell] = [
    "answer after 100 ms": .init("202", .atOnce, "1", "muted", "a seat", "200"),
    "answer after 15 s": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "no answer": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "dead connection": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "lost answer": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "garbage before the answer": .init("202", .atOnce, "1", "muted", "a seat", "200"),
    "half an answer": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "connection lost": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "connection closed, 1011": .init(
      "503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "refused, 401": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "refused, 403": .init(
      "503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "503 capability_unavailable"),
    "refused, 404": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "refused, 429": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "refused, 500": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "refused, 4001": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "refused, 4068": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "an error frame, no answer": .init(
      "503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "an error told, no answer": .init(
      "503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "503 capability_unavailable"),
    "an answer to nobody": .init(
      "503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "seat evicted": .init("503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "202"),
    "seat sent away": .init(
      "503 capability_unavailable", .atOnce, "again and again", "speaking", "no seat", "503 capability_unavailable"),
  ]
}
