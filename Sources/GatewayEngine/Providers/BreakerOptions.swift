/// When calls of a provider are no longer tried for a while.
package struct BreakerOptions: Sendable, Hashable {
  /// So many failures in a row open it.
  package let straightFailures: Int
  /// Or so many calls within the window, of which at least half failed.
  package let callsInWindow: Int
  package let window: Duration
  /// How long it stays open at first; each failed probe doubles it.
  package let firstPause: Duration
  package let longestPause: Duration

  package init(
    straightFailures: Int = 5, callsInWindow: Int = 10, window: Duration = .seconds(30),
    firstPause: Duration = .seconds(15), longestPause: Duration = .seconds(120)
  ) {
    self.straightFailures = straightFailures
    self.callsInWindow = callsInWindow
    self.window = window
    self.firstPause = firstPause
    self.longestPause = longestPause
  }
}
