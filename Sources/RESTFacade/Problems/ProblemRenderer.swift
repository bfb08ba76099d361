import GatewayEngine
import HTTPTypes
import JSONCoding
import MeetingCore

/// Turns the gateway's one error into the API's one form of error.
enum ProblemRenderer {
  static func answer(_ error: GatewayError, instance: String, requestID: String) -> Answer {
    let type = ProblemType.of(error.code)
    var json = JSONWriter()
    json.problem(error, type, instance: instance, requestID: requestID)
    var answer = Answer.bytes(type.status, type: "application/problem+json", json.bytes)
    if !error.leavesOpen, let seconds = ProblemType.retryAfterSeconds(error) {
      answer.fields["Retry-After"] = String(seconds)
    }
    if !error.allow.isEmpty { answer.fields["Allow"] = error.allow.joined(separator: ", ") }
    if error.code == .unauthenticated { answer.fields["WWW-Authenticate"] = "Bearer" }
    if let operation = error.operation { answer.fields["Location"] = "/v1/operations/" + operation }
    answer.fields["Cache-Control"] = "no-store"
    return answer
  }

  /// What went wrong inside is for the log only.
  fileprivate static func detail(of error: GatewayError, _ type: ProblemType) -> String {
    error.code == .internalError ? type.help : error.detail.isEmpty ? type.title : error.detail
  }
}

extension JSONWriter {
  fileprivate mutating func problem(_ error: GatewayError, _ type: ProblemType, instance: String, requestID: String) {
    object { json in
      json.member("type", "/problems/" + error.code.rawValue)
      json.member("title", type.title)
      json.member("status", type.status)
      json.member("code", error.code.rawValue)
      json.member("detail", ProblemRenderer.detail(of: error, type))
      json.member("instance", instance)
      json.member("request_id", requestID)
      json.member("retryable", type.retryable && !error.leavesOpen)
      json.circumstances(of: error)
      json.provider(of: error)
    }
  }

  private mutating func circumstances(of error: GatewayError) {
    if !error.issues.isEmpty { member("errors") { $0.list(error.issues) { $0.issue($1) } } }
    if let capability = error.capability {
      member("capability", capability.rawValue)
      member("alternatives", error.alternatives)
    }
    if error.code == .roomInBackstage || error.opensAt != nil { member("opens_at", error.opensAt) }
    if let id = error.existingID { member("existing_id", id) }
    if let operation = error.operation { member("operation", operation) }
    if let kind = error.requiredKind { member("required_kind", kind) }
  }

  private mutating func issue(_ issue: FieldIssue) {
    object { json in
      json.member("pointer", issue.pointer)
      json.member("code", issue.code)
      json.member("message", issue.message)
    }
  }

  private mutating func provider(of error: GatewayError) {
    guard let provider = error.provider else { return }
    member("provider", provider)
    member("provider_kind", error.providerKind)
    member("provider_error") { json in
      json.object { json in
        json.member("operation", error.failure?.operation)
        json.member("status", error.failure?.vendorStatus)
        json.member("code", error.failure?.vendorCode)
        json.member("message", error.failure?.vendorMessage?.text)
        json.member("request_id", error.failure?.vendorRequestID)
      }
    }
  }
}
