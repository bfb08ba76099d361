/// How the vendor sends and repeats.
package struct WebhookPolicy: Sendable {
  /// Pauses before the second, third, … attempt; their count bounds the retries.
  package var pauses: [Duration]
  /// Limit of one attempt.
  package var timeout: Duration
  /// One keeps first attempts in order per URL; more sends them side by side.
  package var workersPerURL: Int
  /// Deliveries remembered; beyond it the oldest are forgotten once they wait no more.
  package var memory: Int

  package init(
    pauses: [Duration] = [.seconds(1), .seconds(2), .seconds(4), .seconds(8)], timeout: Duration = .seconds(6),
    workersPerURL: Int = 1, memory: Int = 20_000
  ) {
    self.pauses = pauses
    self.timeout = timeout
    self.workersPerURL = workersPerURL
    self.memory = memory
  }
}
