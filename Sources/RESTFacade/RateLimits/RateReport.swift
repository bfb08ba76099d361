import GatewayEngine
import HTTPTypes
import MeetingCore

/// What a caller is told about one limit: the fields of the IETF's draft "RateLimit header fields for HTTP".
struct RateReport: Sendable, Hashable {
  static let field = "RateLimit"
  static let policyField = "RateLimit-Policy"

  let policy: RatePolicy
  let standing: RateStanding

  /// `"key";q=6000;w=60`: so many at once, and an empty bucket is full again in so many seconds.
  var policyText: String {
    let name = "\"\(policy.rawValue)\";q=\(standing.quota)"
    return standing.windowSeconds.map { "\(name);w=\($0)" } ?? "\(name);qu=\"concurrent-requests\""
  }

  /// `"key";r=49;t=1`: so many are left, and after so many seconds there is one more at least.
  var text: String {
    let name = "\"\(policy.rawValue)\";r=\(standing.remaining)"
    return standing.waitSeconds.map { "\(name);t=\($0)" } ?? name
  }

  func tell(_ answer: inout Answer) {
    answer.fields[Self.policyField] = policyText
    answer.fields[Self.field] = text
  }

  /// The refusal as a route's own answer to a call: it tells of this limit, not of the one the call was counted by.
  func answer(to call: Call) -> Answer {
    var answer = ProblemRenderer.answer(refusal, instance: call.head.path, requestID: call.caller.requestID)
    answer.error = refusal
    tell(&answer)
    return answer
  }

  var refusal: GatewayError {
    let wait = standing.waitSeconds
    let advice = wait.map { "; wait \($0) s" } ?? "; close one first"
    return GatewayError(.rateLimited, policy.words + advice).with {
      $0.retryAfterSeconds = Int(wait ?? RateReport.patienceSeconds)
    }
  }

  /// When to look again whether a stream has closed.
  private static let patienceSeconds: Int64 = 5
}
