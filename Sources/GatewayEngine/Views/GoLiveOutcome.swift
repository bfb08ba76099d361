package import MeetingCore

/// What became of going live, and of what was to be started with it.
package struct GoLiveOutcome: Sendable {
  package let outcome: Outcome
  package internal(set) var started: [(extra: GoLiveExtra, id: String)] = []
  package internal(set) var failed: [(extra: GoLiveExtra, error: GatewayError)] = []
}
