extension FaultExpectations {
  /// As where people are listed, since both are one reading to callers; only a lost reply is asked for again less often.
  static let videoSDKSessions: [String: FaultCell] = videoSDKPeople.merging([
    "lost reply": .init("not read", .atOnce, "4", "two people", "200, one person", "read, 2 people")
  ]) { $1 }
}
