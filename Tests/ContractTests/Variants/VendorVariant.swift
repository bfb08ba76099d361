import HTTPTypes
import JSONCoding
import MockKit

/// A vendor with one thing broken: everything else goes to the real mock.
struct VendorVariant: MockVendor {
  let base: any MockVendor
  /// Breaks what a request asks, by operation.
  var request: @Sendable (String, JSON) -> JSON = { $1 }
  /// Breaks an answer, by operation.
  var response: @Sendable (String, JSON) -> JSON = { $1 }
  /// Operations that are answered with a read of the room, and not done.
  var idle: Set<String> = []
  /// Breaks the fields of a delivery.
  var hookFields: @Sendable (HTTPFields) -> HTTPFields = { $0 }

  var name: String { base.name }
  var version: String { base.version }
  var provenance: [ProvenanceRow] { base.provenance }
  var nextDeadline: Int64? { base.nextDeadline }
  var webhooks: JSON { base.webhooks }
  var state: JSON { base.state }

  func operation(for head: HTTPRequestHead) -> String? { base.operation(for: head) }
  func socket(for request: HTTPRequest) -> MockSocket? { base.socket(for: request) }
  func tell(_ events: [MockEvent]) { base.tell(events) }
  func refusal(status: Int, operation: String?) -> HTTPResponse { base.refusal(status: status, operation: operation) }
  func control(_ request: ControlRequest) throws(ControlRefusal) -> MockAnswer? { try base.control(request) }
  func runDueTimers() -> [MockEvent] { base.runDueTimers() }
  func addWebhook(_ webhook: WebhookTarget) throws(ControlRefusal) -> JSON { try base.addWebhook(webhook) }
  func removeWebhooks() { base.removeWebhooks() }
  func mutated(_ payload: JSON, by mutation: WebhookMutation) -> JSON { base.mutated(payload, by: mutation) }
  func reset() { base.reset() }
  func webhookFields(for attempt: WebhookAttempt) -> HTTPFields { hookFields(base.webhookFields(for: attempt)) }

  func answer(_ request: HTTPRequest) -> MockAnswer {
    let operation = base.operation(for: request.head) ?? ""
    var asked = request
    if let body = try? JSON.parse(request.body, mode: .vendor) { asked.body = self.request(operation, body).bytes() }
    if idle.contains(operation) { return base.answer(Self.reading(asked)) }
    let answer = base.answer(asked)
    guard case .bytes(let bytes) = answer.response.body, let body = try? JSON.parse(bytes, mode: .vendor) else {
      return answer
    }
    var told = answer.response
    told.body = .bytes(response(operation, body).bytes())
    return MockAnswer(told, events: answer.events)
  }

  /// A read of what a request would have changed: the same path without its last part.
  private static func reading(_ request: HTTPRequest) -> HTTPRequest {
    var read = request
    read.head.method = "GET"
    read.head.path = request.head.path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    read.body = []
    return read
  }
}
