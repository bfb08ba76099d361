import Glibc

/// How hard the storm blows; the environment may say otherwise.
struct StormPlan: Sendable {
  var rounds = 8
  var workers = 1_000
  var seed: UInt64 = 1

  /// `CRASH_ROUNDS`, `CRASH_WORKERS` and `CRASH_SEED`.
  static func fromEnvironment() -> StormPlan {
    var plan = StormPlan()
    plan.rounds = number("CRASH_ROUNDS") ?? plan.rounds
    plan.workers = number("CRASH_WORKERS") ?? plan.workers
    plan.seed = number("CRASH_SEED").map { UInt64($0) } ?? plan.seed
    return plan
  }

  private static func number(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }.flatMap { $0 > 0 ? $0 : nil }
  }
}
