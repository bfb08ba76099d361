/// How long the gateway waits while a call is put together.
package struct CallOptions: Sendable {
  /// For the vendor's answer.
  package let answerLimit: Duration
  /// Without another candidate: then the answer goes out with those that are there.
  package let quiet: Duration
  /// For candidates in all.
  package let gatheringLimit: Duration

  package init(
    answerLimit: Duration = .seconds(11), quiet: Duration = .milliseconds(200), gatheringLimit: Duration = .seconds(2)
  ) {
    self.answerLimit = answerLimit
    self.quiet = quiet
    self.gatheringLimit = gatheringLimit
  }
}
