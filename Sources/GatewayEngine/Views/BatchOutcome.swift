package import MeetingCore

/// A control on many, each with its own outcome.
package struct BatchOutcome: Sendable {
  package struct Item: Sendable {
    package let participant: String
    package let outcome: Outcome.Kind?
    package let changed: Bool?
    package let error: GatewayError?

    package init(participant: String, outcome: Outcome.Kind?, changed: Bool?, error: GatewayError? = nil) {
      self.participant = participant
      self.outcome = outcome
      self.changed = changed
      self.error = error
    }
  }

  package let outcome: Outcome
  package let items: [Item]

  package init(outcome: Outcome, items: [Item]) {
    self.outcome = outcome
    self.items = items
  }
}
