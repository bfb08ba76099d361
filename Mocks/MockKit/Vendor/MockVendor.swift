package import HTTPTypes
package import JSONCoding

/// A vendor's behaviour: its routes, its state and its events. Everything is answered at once, under the vendor's own
/// lock; time passes only through `runDueTimers`. Delays, faults, the journal and deliveries are the engine's business.
package protocol MockVendor: Sendable {
  /// The vendor's short name, e.g. `stream`.
  var name: String { get }
  /// The version of the vendor's interface that is imitated.
  var version: String { get }
  /// What each route, event and option rests on.
  var provenance: [ProvenanceRow] { get }

  /// The vendor's name of the operation that a request addresses; nil when no route matches.
  func operation(for head: HTTPRequestHead) -> String?
  /// Answers a request as the vendor does, unknown routes included.
  func answer(_ request: HTTPRequest) -> MockAnswer
  /// The WebSocket that a handshake addresses; nil when the vendor has none there.
  func socket(for request: HTTPRequest) -> MockSocket?
  /// Tells events to whoever is connected by WebSocket. Called for each event once, in order.
  func tell(_ events: [MockEvent])
  /// The vendor's own error document for `status`, as an injected fault answers it.
  func refusal(status: Int, operation: String?) -> HTTPResponse
  /// Control routes of this vendor's own (devices, egress, …); nil when the path is none of them.
  func control(_ request: ControlRequest) throws(ControlRefusal) -> MockAnswer?

  /// The wall time in nanoseconds at which `runDueTimers` next has something to do.
  var nextDeadline: Int64? { get }
  /// Does everything that is due by now, in order of its time, and returns the events it caused.
  func runDueTimers() -> [MockEvent]

  /// Points the vendor's webhooks at a URL, as its dashboard would.
  func addWebhook(_ webhook: WebhookTarget) throws(ControlRefusal) -> JSON
  /// Removes every webhook that was configured.
  func removeWebhooks()
  /// The webhooks in force.
  var webhooks: JSON { get }
  /// The header fields of one delivery attempt, the signature included.
  func webhookFields(for attempt: WebhookAttempt) -> HTTPFields
  /// The payload as `mutation` deforms it before it is signed.
  func mutated(_ payload: JSON, by mutation: WebhookMutation) -> JSON

  /// Everything, for people and tests to look at.
  var state: JSON { get }
  /// Back to the seed state.
  func reset()
}

extension MockVendor {
  package func socket(for request: HTTPRequest) -> MockSocket? { nil }
  package func tell(_ events: [MockEvent]) {}
  package func mutated(_ payload: JSON, by mutation: WebhookMutation) -> JSON { payload }
}
