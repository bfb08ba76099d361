import GatewayEngine
import HTTPTypes
import MeetingCore

/// The caller's `Idempotency-Key`.
enum IdempotencyKey {
  static let maximumLength = 255
  /// How long an answer is kept.
  static let lifetimeSeconds: Int64 = 86_400

  /// nil when none was sent; throws `invalid_request` for one that is no key.
  static func read(from fields: HTTPFields) throws(GatewayError) -> String? {
    let values = fields.values(of: "Idempotency-Key")
    guard let value = values.first else { return nil }
    let isPrintable = value.utf8.allSatisfy { (0x21...0x7E).contains($0) || $0 == 0x20 }
    guard values.count == 1, isPrintable, (1...maximumLength).contains(value.utf8.count) else {
      throw GatewayError(.invalidRequest, "the Idempotency-Key is not valid").with {
        $0.issues = [
          FieldIssue(
            pointer: "header:Idempotency-Key", code: "invalid",
            message: "must be one value of 1 to \(maximumLength) printable ASCII characters")
        ]
      }
    }
    return value
  }

  /// Whose key it is. External ids hold no space, so two principals never look alike.
  static func principal(of caller: Caller) -> String {
    switch caller.principal {
    case .key(let key): "key \(key.id) \(caller.onBehalfOf ?? "")"
    case .client(let client): "client \(client.room) \(client.person)"
    }
  }

  /// Whether an answer is kept for repeats: what was done, and what a repeat would not change.
  static func isFinal(status: Int, code: ErrorCode?) -> Bool {
    switch status {
    case 200...299, 404, 422: true
    case 409: code != .idempotencyInProgress && code != .conflict
    default: false
    }
  }
}
