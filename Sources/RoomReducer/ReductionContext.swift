package import MeetingCore

/// What the reducer needs from outside: time, ids, and which rules are ours to enforce.
package struct ReductionContext: Sendable {
  package let now: Timestamp
  /// A fresh id with the given prefix, e.g. `par_`.
  package let makeID: @Sendable (String) -> String
  /// The version the commit will have.
  package let version: Int64
  /// What the gateway keeps by itself in this room.
  package let rules: GatewayRules

  package init(now: Timestamp, version: Int64, rules: GatewayRules, makeID: @escaping @Sendable (String) -> String) {
    self.now = now
    self.version = version
    self.rules = rules
    self.makeID = makeID
  }
}
