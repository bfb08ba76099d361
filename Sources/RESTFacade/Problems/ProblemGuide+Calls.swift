import GatewayEngine
import MeetingCore

extension ProblemGuide {
  /// Codes that only calls have.
  static func call(_ code: ErrorCode) -> Self? {
    switch code {
    case .preconditionFailed:
      Self(
        code, cases: ["`If-Match` names another entity tag than the one that the call's answer came with."],
        remedy: "Send the `ETag` of the answer to this call's offer. Candidates of another call are of no use to it.",
        instance: roomPath + "/whip/cal_01k2x8e3m4n5p6q7r8s9t0v1w2",
        detail: "the call's ICE session has another entity tag")
    case .preconditionRequired:
      Self(
        code, cases: ["Candidates are sent without `If-Match`."],
        remedy: "Send the `ETag` of the answer to the call's offer as `If-Match`.",
        instance: roomPath + "/whip/cal_01k2x8e3m4n5p6q7r8s9t0v1w2",
        detail: "If-Match must name the entity tag of the call's ICE session")
    default: nil
    }
  }
}
