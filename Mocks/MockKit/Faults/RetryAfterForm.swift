/// How a 429 says when to come back.
package enum RetryAfterForm: String, Sendable, CaseIterable {
  case seconds
  case httpDate = "http-date"
  case epoch
  case absent
  case absurd

  /// The value of `Retry-After`, nil for none.
  func value(now: Int64, seconds: Int) -> String? {
    let then = now + Int64(seconds) * 1_000_000_000
    return switch self {
    case .seconds: String(seconds)
    case .httpDate: HTTPDate.format(then)
    case .epoch: String(then / 1_000_000_000)
    case .absent: nil
    case .absurd: "315360000"
    }
  }
}
