import ClientSupport

extension BackOff {
  /// Longer where the service said how long to stay away.
  mutating func next(after error: StreamVideoError) -> Duration {
    let pause = next()
    guard case .rateLimited(let wait?) = error.kind else { return pause }
    return max(pause, wait)
  }
}
