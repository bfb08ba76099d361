package import MeetingCore

/// What the reducer needs from outside: time, ids, and which rules are ours to enforce.
package struct ReductionContext: Sendable {
  package let now: Timestamp
  /// A fresh id with the given prefix, e.g. `par_`.
  package let makeID: @Sendable (String) -> String
  /// The version the commit will have.
  package let version: Int64
  /// Whether the gateway must undo joins into backstage, because the vendor does not.
  package let policesStage: Bool

  package init(now: Timestamp, version: Int64, policesStage: Bool, makeID: @escaping @Sendable (String) -> String) {
    self.now = now
    self.version = version
    self.policesStage = policesStage
    self.makeID = makeID
  }
}
