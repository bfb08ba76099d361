import Clocks
package import JSONCoding

/// The record of one delivery.
package struct WebhookDelivery: Sendable {
  package enum State: String, Sendable { case pending, delivered, failed, dropped }

  package struct Attempt: Sendable {
    package let number: Int
    /// Wall time of the vendor's clock, nanoseconds.
    package let at: Int64
    /// nil without an answer.
    package let status: Int?
    /// Why there was no answer.
    package let error: String?
  }

  package let id: String
  package let tenant: String
  package let url: String
  package let type: String
  package let payload: JSON
  package let mutation: WebhookMutation?
  package internal(set) var state: State = .pending
  package internal(set) var attempts: [Attempt] = []

  package var json: JSON {
    [
      "id": .string(id), "tenant": .string(tenant), "url": .string(url), "type": .string(type),
      "state": .string(state.rawValue), "mutation": .text(mutation?.rawValue), "payload": payload,
      "attempts": .array(
        attempts.map { attempt in
          [
            "attempt": .int(attempt.number), "at": .string(RFC3339.format(attempt.at, fractionDigits: 9)),
            "status": attempt.status.map(JSON.int) ?? .null, "error": .text(attempt.error),
          ]
        }),
    ]
  }
}
