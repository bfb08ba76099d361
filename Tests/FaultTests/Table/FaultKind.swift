import JSONCoding

/// A fault as the table has it. Members that differ by operation are found by the operation's pointer.
struct FaultKind: Sendable {
  /// What befalls the gateway's connection while it waits for an answer that does not come.
  enum Meanwhile: Sendable {
    case frame(String)
    /// Another device comes in under the seat's name.
    case eviction
    /// The vendor asks the seat to go.
    case dismissal
  }

  let name: String
  let fault: JSON
  var strikesOnAccept = false
  /// It strikes messages on a connection of the gateway's own.
  var isOnSocket = false
  var meanwhile: Meanwhile?

  /// What can happen to any request over HTTP.
  static let ofRequests: [FaultKind] = [
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

  /// The answers of VideoSDK's own: refusals with a number of its own, and texts where others have documents.
  static let ofVideoSDK: [FaultKind] = [
    FaultKind(
      name: "status 400, code 4001",
      fault: ["kind": "http_status", "status": 400, "body": ["code": 4001, "error": "token has expired"]]),
    FaultKind(
      name: "status 401, code 4002",
      fault: ["kind": "http_status", "status": 401, "body": ["code": 4002, "message": "Token is invalid"]]),
    FaultKind(name: "status 400, a text", fault: ["kind": "http_status", "status": 400, "body": "Bad Request"]),
    FaultKind(
      name: "status 402", fault: ["kind": "http_status", "status": 402, "body": ["message": "not in your plan"]]),
    FaultKind(
      name: "status 200, a text that refuses",
      fault: ["kind": "http_status", "status": 200, "body": "Request failed for an unknown reason"]),
    FaultKind(
      name: "status 200, success false",
      fault: ["kind": "http_status", "status": 200, "body": ["success": false, "message": "try again"]]),
  ]

  /// What can happen to a request over the gateway's seat.
  static let onSocket: [FaultKind] = [
    socket("answer after 100 ms", ["kind": "delay", "ms": 100]),
    socket("answer after 15 s", ["kind": "delay", "ms": 15_000]),
    socket("no answer", ["kind": "hang"]),
    socket("dead connection", ["kind": "silence"]),
    socket("lost answer", ["kind": "lost_reply"]),
    socket("garbage before the answer", ["kind": "garbage"]),
    socket("half an answer", ["kind": "malformed_json"]),
    socket("connection lost", ["kind": "close"]),
    socket("connection closed, 1011", ["kind": "close", "code": 1011]),
    socket("refused, 401", ["kind": "refuse", "code": 401, "reason": "who are you"]),
    socket("refused, 403", ["kind": "refuse", "code": 403, "reason": "not allowed"]),
    socket("refused, 404", ["kind": "refuse", "code": 404, "reason": "not found"]),
    socket("refused, 429", ["kind": "refuse", "code": 429, "reason": "slow down"]),
    socket("refused, 500", ["kind": "refuse", "code": 500, "reason": "oops"]),
    socket("refused, 4001", ["kind": "refuse", "code": 4001, "reason": "token has expired"]),
    socket("refused, 4068", ["kind": "refuse", "code": 4068, "reason": "could not be done"]),
    socket("an error frame, no answer", ["kind": "hang"], .frame(#"{"error":"Internal server error"}"#)),
    socket(
      "an error told, no answer", ["kind": "hang"],
      .frame(#"{"notification":true,"method":"error","data":{"code":4025,"message":"unauthorized"}}"#)),
    socket(
      "an answer to nobody", ["kind": "hang"], .frame(#"{"response":true,"id":99999999,"ok":true,"data":{}}"#)),
    socket("seat evicted", ["kind": "hang"], .eviction),
    socket("seat sent away", ["kind": "hang"], .dismissal),
  ]

  private static func socket(_ name: String, _ fault: JSON, _ meanwhile: Meanwhile? = nil) -> FaultKind {
    FaultKind(name: name, fault: fault, isOnSocket: true, meanwhile: meanwhile)
  }

  /// It keeps the caller waiting for a deadline; others answer at once or in a moment.
  var stalls: Bool { ["delay", "drip", "hang", "silence", "lost_reply", "malformed_json"].contains(kind) }

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
