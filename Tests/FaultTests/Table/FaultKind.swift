import JSONCoding

/// A fault as the table has it. Members that differ by operation are found by the operation's pointer.
struct FaultKind: Sendable {
  let name: String
  let fault: JSON
  var strikesOnAccept = false

  static let all: [FaultKind] = [
    FaultKind(name: "status 500", fault: ["kind": "http_status", "status": 500]),
    FaultKind(name: "status 503", fault: ["kind": "http_status", "status": 503]),
    FaultKind(
      name: "status 503, Retry-After: 1",
      fault: ["kind": "http_status", "status": 503, "headers": ["Retry-After": "1"]]),
    FaultKind(name: "status 504", fault: ["kind": "http_status", "status": 504]),
    FaultKind(name: "status 401", fault: ["kind": "http_status", "status": 401]),
    FaultKind(name: "status 403", fault: ["kind": "http_status", "status": 403]),
    FaultKind(name: "status 404", fault: ["kind": "http_status", "status": 404]),
    FaultKind(
      name: "redirect 307",
      fault: ["kind": "http_status", "status": 307, "headers": ["Location": "http://127.0.0.1:9/elsewhere"]]),
    FaultKind(name: "rate limit of a second", fault: ["kind": "rate_limit", "seconds": 1]),
    FaultKind(name: "rate limit of a minute", fault: ["kind": "rate_limit", "seconds": 60]),
    FaultKind(name: "rate limit without Retry-After", fault: ["kind": "rate_limit", "retry_after": "absent"]),
    FaultKind(name: "rate limit of ten years", fault: ["kind": "rate_limit", "retry_after": "absurd"]),
    FaultKind(name: "proxy's page, 502", fault: ["kind": "html_error"]),
    FaultKind(name: "proxy's page, 404", fault: ["kind": "html_error", "status": 404]),
    FaultKind(name: "proxy's page, 200", fault: ["kind": "html_error", "status": 200]),
    FaultKind(name: "error document under 200", fault: ["kind": "error_in_200"]),
    FaultKind(name: "answer after 100 ms", fault: ["kind": "delay", "ms": 100]),
    FaultKind(name: "answer after all deadlines", fault: ["kind": "delay", "ms": 6_000]),
    FaultKind(name: "silence", fault: ["kind": "hang"]),
    FaultKind(name: "trickle", fault: ["kind": "drip", "bytes_per_second": 5]),
    FaultKind(name: "half a document", fault: ["kind": "malformed_json"]),
    FaultKind(name: "empty body", fault: ["kind": "empty_body"]),
    FaultKind(name: "needed member null", fault: ["kind": "null_field"]),
    FaultKind(name: "needed member missing", fault: ["kind": "missing_field"]),
    FaultKind(name: "unknown value", fault: ["kind": "unknown_enum"]),
    FaultKind(name: "lost reply", fault: ["kind": "lost_reply"]),
    FaultKind(name: "reset on accept", fault: ["kind": "reset", "at": "accept"], strikesOnAccept: true),
    FaultKind(name: "reset in the head", fault: ["kind": "reset", "at": "head"]),
    FaultKind(name: "reset in the body", fault: ["kind": "reset", "at": "body"]),
    FaultKind(name: "body cut short", fault: ["kind": "truncate", "bytes": 10]),
    FaultKind(name: "wrong length", fault: ["kind": "wrong_length"]),
  ]

  /// It keeps the caller waiting for a deadline; others answer at once or in a moment.
  var stalls: Bool { ["delay", "drip", "hang"].contains(kind) }

  var kind: String { fault["kind"]?.stringValue ?? "" }

  /// The fault as it is asked for, with the operation's own member where it bends one.
  func document(for operation: FaultOperation) -> JSON {
    guard case .object(var object) = fault else { return fault }
    switch kind {
    case "null_field", "missing_field": object["pointer"] = .string(operation.neededMember)
    case "unknown_enum": object["pointer"] = .string(operation.choiceMember)
    default: break
    }
    return .object(object)
  }
}
