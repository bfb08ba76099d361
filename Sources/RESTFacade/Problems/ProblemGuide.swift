import GatewayEngine
import MeetingCore

/// What somebody who met an error is told beyond its one sentence: when it happens, what to do, and how it looks.
struct ProblemGuide: Sendable {
  /// The cases in which it happens, one sentence each.
  let cases: [String]
  /// What to do.
  let remedy: String
  /// The path of the request that the example answers.
  let instance: String
  /// The error of the example, rendered as any other.
  let example: GatewayError

  init(
    _ code: ErrorCode, cases: [String], remedy: String, instance: String, detail: String,
    _ change: (inout GatewayError) -> Void = { _ in }
  ) {
    self.cases = cases
    self.remedy = remedy
    self.instance = instance
    example = GatewayError(code, detail).with(change)
  }

  static func of(_ code: ErrorCode) -> Self {
    request(code) ?? room(code) ?? egress(code) ?? call(code) ?? later(code) ?? provider(code)
  }

  /// Whether and how to try again, for people.
  static func retrying(_ code: ErrorCode) -> String {
    let type = ProblemType.of(code)
    guard type.retryable else {
      return "No. The same request is refused again until what is said above has changed."
    }
    let wait = type.status == 504 ? "a second, then longer each time" : "as many seconds as `Retry-After` says"
    return """
      Yes: wait \(wait), and repeat the request unchanged. Repeat a POST with the `Idempotency-Key` of the first try, so \
      that it is not carried out twice.
      """
  }

  /// The ids of examples: as long as real ones, and nobody's.
  static let exampleRoom = "room_01k2x8e3m4n5p6q7r8s9t0v1w2"
  static let exampleRequest = "req_f7392bf0c40c2664cf121d1e"
  static let roomPath = "/v1/rooms/" + exampleRoom
}
